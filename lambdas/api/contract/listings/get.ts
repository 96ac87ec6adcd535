import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import { pageParameters } from "../paging.ts";
import type { ListingWithJobs } from "../published/resources/listing.ts";

export const GetListing = {
  operationId: "getListing",
  method: "GET",
  path: "/api/v1/listings/{listing}",
  scope: "read",
  counter: { name: "get_listing", limit: "get_generation_per_minute" },
  query: v.strictObject(pageParameters),
  answer: answers<ListingWithJobs>(),
} as const satisfies Operation;
