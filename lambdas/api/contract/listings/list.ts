import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import { pageParameters } from "../paging.ts";
import type { ListingsPage } from "../published/resources/listing.ts";

export const ListListings = {
  operationId: "listListings",
  method: "GET",
  path: "/api/v1/listings",
  scope: "read",
  counter: { name: "list_listings", limit: "get_generation_per_minute" },
  query: v.strictObject(pageParameters),
  answer: answers<ListingsPage>(),
} as const satisfies Operation;
