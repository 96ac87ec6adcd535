import * as v from "valibot";
import { firstOf, pluck } from "../fields.ts";
import { parseJson } from "../json.ts";
import { optional } from "../optional.ts";
import { Metadata } from "./metadata.ts";
import { Reference } from "./reference.ts";

/** A field as callers send it, and as the table holds it. What is read there must be what was sent. */
const kept = <
  const Sent extends v.GenericSchema,
  const Stored extends v.GenericSchema<unknown, v.InferOutput<Sent>>,
>(
  sent: Sent,
  stored: Stored,
) => ({ sent: optional(sent), stored: v.optional(v.nullable(stored), null) });

/**
 * The fields that a job keeps for its caller and echoes, also in webhooks. They do not change the pictures. A create and a
 * regenerate take each of them; stored jobs from before a field was added have null. Metadata is stored as JSON text:
 * DynamoDB refuses some of the numbers and names that JSON allows, and does not keep the order of names.
 */
const callerFields = {
  reference: kept(Reference, v.string()),
  metadata: kept(Metadata, v.pipe(v.string(), v.transform(parseJson), Metadata)),
};

/** What each is in a request. */
export const sentFields = pluck(callerFields, "sent");
/** What each is in a stored job. */
export const storedFields = pluck(callerFields, "stored");

type Sent = { [Name in keyof typeof sentFields]?: v.InferOutput<(typeof sentFields)[Name]> };
/** What a job keeps for its caller. */
export type CallerFields = {
  [Name in keyof typeof storedFields]: v.InferOutput<(typeof storedFields)[Name]>;
};

/** What a new job keeps: what its request names, else what its parent has. */
export const keptFields = (sent: Sent, parent?: CallerFields): CallerFields =>
  firstOf<Kept>(callerFields, sent, parent);
type Kept = { [Name in keyof CallerFields]: NonNullable<CallerFields[Name]> };
