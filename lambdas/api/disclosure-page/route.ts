/** The public page of an output: no operation of the API, and without a key. HEAD is answered as GET, without the page. */
export const disclosurePage = {
  method: "GET",
  path: "/d/{disclosure_id}",
  methods: ["GET", "HEAD"],
} as const;
