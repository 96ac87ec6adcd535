import type { JsonSchema } from "@valibot/to-json-schema";
import { closedStatement } from "service/lambdas/api/contract/published/examples/billing.ts";
import { failedJob, succeededJob } from "service/lambdas/api/contract/published/examples/generations.ts";
import { completedListing } from "service/lambdas/api/contract/published/examples/listings.ts";
import {
  TestSent,
  ThresholdReached,
} from "service/lambdas/api/contract/published/resources/webhook-event.ts";
import { ListedStatement } from "service/lambdas/domain/billing/statement.ts";
import { type DeliveredType, deliveredTypes } from "service/lambdas/domain/webhook/events.ts";
import * as v from "valibot";
import { inline, reference } from "./schemas.ts";

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const parameters = [
  header(
    "webhook-id",
    "Names the message: the same at every attempt. Ignore one that you have had.",
    "msg_8Q2X5B7M4K1T9V6N3C0Z2R4D8F",
  ),
  header(
    "webhook-timestamp",
    "When this attempt was signed, in Unix seconds. Refuse one older than 5 minutes.",
    "1795338049",
  ),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under your signing secret; several, separated by spaces, for 24 hours after a rotation.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

type Documented = { summary: string; data: object; example: { timestamp: string | null; data: unknown } };

const event = (type: DeliveredType, { summary, data, example }: Documented) => ({
  post: {
    operationId: `on${type.replaceAll(/(^|\.)(\w)/g, (_match, _dot, letter: string) => letter.toUpperCase())}`,
    summary,
    description:
      "Answer with 2xx within 15 seconds. Anything else is tried again, for about 75 hours; 410 ends it. Events may come twice and in any order. Verify the signature over the exact bytes of the body, with any Standard Webhooks library.",
    tags: ["Webhook events"],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["type", "timestamp", "data"],
            properties: {
              type: { type: "string", const: type },
              timestamp: { type: "string", format: "date-time", description: "When it happened." },
              data,
            },
          },
          examples: { [type.replace(".", "_")]: { value: { type, ...example } } },
        },
      },
    },
    responses: {
      "2XX": { description: "Received." },
      "4XX": { description: "Not received: it is sent again, unless the status is 410." },
    },
  },
});

/** The keywords of a schema, in the order in which this section writes them. */
const keywords = ["type", "format", "required", "enum", "properties", "description"] as const;

/** The schema of `data` that no other part of the document has, written in its place. */
const inPlace = (schema: v.GenericSchema) => ordered(inline(schema));

function ordered(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    typeof property === "boolean" ? property : ordered(property),
  ]);
  const written = schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
  const inOrder = keywords.flatMap((keyword) => (keyword in written ? [[keyword, written[keyword]]] : []));
  return { ...Object.fromEntries(inOrder), ...written };
}

const documented: Record<DeliveredType, Documented> = {
  "generation.succeeded": {
    summary: "A job has succeeded",
    data: reference("GenerationJob"),
    example: { timestamp: succeededJob.completed_at, data: succeededJob },
  },
  "generation.failed": {
    summary: "A job has failed",
    data: reference("GenerationJob"),
    example: { timestamp: failedJob.completed_at, data: failedJob },
  },
  "usage.threshold_reached": {
    summary: "Usage has come to 80 or 100 % of a limit",
    data: inPlace(ThresholdReached),
    example: {
      timestamp: "2026-11-21T09:00:49.027Z",
      data: {
        billing_period: { start_at: "2026-11-01T00:00:00.000Z", end_at: "2026-12-01T00:00:00.000Z" },
        limit: "included_units",
        percent: 80,
        limit_value: 100,
        used_value: 80,
      },
    },
  },
  "statement.closed": {
    summary: "A billing period has closed with its statement",
    data: reference("ListedStatement"),
    example: { timestamp: closedStatement.closed_at, data: v.parse(ListedStatement, closedStatement) },
  },
  "listing.completed": {
    summary: "Every job of a closed listing has ended",
    data: reference("Listing"),
    example: { timestamp: completedListing.completed_at, data: completedListing },
  },
  "webhook.test": {
    summary: "A trial of one of your callback URLs",
    data: inPlace(TestSent),
    example: { timestamp: "2026-11-21T09:00:00.000Z", data: { test_id: "01JD6M4B7N9P2R5S8T0V3W6X9Z" } },
  },
};

/** The `webhooks` section: what the service sends to receivers. */
export const webhooks = Object.fromEntries(
  deliveredTypes.map((type) => [type, event(type, documented[type])]),
);
