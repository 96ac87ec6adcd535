import { closedStatement } from "service/lambdas/api/contract/published/examples/billing.ts";
import { failedJob, succeededJob } from "service/lambdas/api/contract/published/examples/generations.ts";
import { ListedStatement } from "service/lambdas/domain/billing/statement.ts";
import { type DeliveredType, deliveredTypes } from "service/lambdas/domain/webhook/events.ts";
import * as v from "valibot";
import { reference } from "./schemas.ts";

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
    data: {
      type: "object",
      required: ["billing_period", "limit", "percent", "limit_value", "used_value"],
      properties: {
        billing_period: {
          type: "object",
          required: ["start_at", "end_at"],
          properties: {
            start_at: { type: "string", format: "date-time" },
            end_at: { type: "string", format: "date-time" },
          },
        },
        limit: {
          type: "string",
          enum: ["included_units", "spend_cap_usd"],
          description: "The allowance of the plan, in units, or its spend cap, in US dollars.",
        },
        percent: { type: "integer", enum: [80, 100] },
        limit_value: { type: "number", description: "The limit." },
        used_value: {
          type: "number",
          description: "How much of it is used. A spend cap is used up when no further unit fits.",
        },
      },
    },
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
  "webhook.test": {
    summary: "A trial of one of your callback URLs",
    data: { type: "object", required: ["test_id"], properties: { test_id: { type: "string" } } },
    example: { timestamp: "2026-11-21T09:00:00.000Z", data: { test_id: "01JD6M4B7N9P2R5S8T0V3W6X9Z" } },
  },
};

/** The `webhooks` section: what the service sends to receivers. */
export const webhooks = Object.fromEntries(
  deliveredTypes.map((type) => [type, event(type, documented[type])]),
);
