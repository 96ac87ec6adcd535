import { expect, test } from "vitest";
import { imageStaging } from "../src/index.ts";

test("the pages of a CSV become one file with one heading, each asked for at the address that the page before gave", async () => {
  const asked: string[] = [];
  const pages = [
    new Response("event_id,amount_usd\n1,0.5\n2,0.5\n", {
      headers: { link: '<?limit=2&cursor=c%2F1>; rel="next"' },
    }),
    new Response("event_id,amount_usd\n3,0.5\n"),
  ];
  const staging = imageStaging({
    baseUrl: "https://api.example.com",
    apiKey: "stg_live_1",
    fetch: async (url, init) => {
      asked.push(`${url} ${new Headers(init?.headers).get("accept")}`);
      return pages[asked.length - 1] ?? Response.error();
    },
  });
  const file = await staging.billing.eventsFile({ limit: 2 });
  expect(await file.text()).toBe("event_id,amount_usd\n1,0.5\n2,0.5\n3,0.5\n");
  expect(asked).toEqual([
    "https://api.example.com/api/v1/billing/events?limit=2 text/csv",
    "https://api.example.com/api/v1/billing/events?limit=2&cursor=c%2F1 text/csv",
  ]);
});
