import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import type { Listing } from "../published/resources/listing.ts";

export const CloseListing = {
  operationId: "closeListing",
  method: "POST",
  path: "/api/v1/listings/{listing}/close",
  scope: "full",
  rereadsCaller: true,
  counter: { name: "close_listing", limit: "create_generation_per_minute" },
  body: v.strictObject({}),
  answer: answers<Listing>(),
} as const satisfies Operation;
