/** The public page that checks a picture, and its JSON for programs: no operation of the API, and without a key. */
export const verifyPage = { method: "GET", path: "/verify", methods: ["GET", "HEAD", "POST"] } as const;

/** What that page loads when a picture is dropped on it. */
export const verifyFiles = { method: "GET", path: "/verify/{file}", methods: ["GET", "HEAD"] } as const;
