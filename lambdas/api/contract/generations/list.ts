import * as v from "valibot";
import { Reference } from "../../../domain/generation/reference.ts";
import { ListingName } from "../../../domain/listing/listing.ts";
import { JobStatus } from "../../../domain/vocabulary.ts";
import { Moment } from "../moment.ts";
import { answers, type Operation } from "../operation.ts";
import { pageParameters } from "../paging.ts";
import type { GenerationsPage } from "../published/resources/generation-job.ts";

export const ListGenerations = {
  operationId: "listGenerations",
  method: "GET",
  path: "/api/v1/generations",
  scope: "read",
  counter: { name: "list_generations", limit: "get_generation_per_minute" },
  query: v.strictObject({
    status: v.optional(JobStatus),
    reference: v.optional(Reference),
    listing: v.optional(ListingName),
    created_from: v.optional(Moment),
    created_to: v.optional(Moment),
    ...pageParameters,
  }),
  answer: answers<GenerationsPage>(),
} as const satisfies Operation;
