import * as v from "valibot";
import { type CallerFields, sentFields } from "../../../domain/generation/caller-fields.ts";
import type { Field } from "./field.ts";

/** What is published of a field that a job keeps for its caller: what it means as it is sent, too, and an example. */
type CallerField<Kept> = Field<Kept> & { sent: string; example: NonNullable<Kept> };

/** What a job keeps for its caller. The compiler asks for each field of `callerFields` in domain/generation. */
export const callerFields = {
  reference: {
    schema: v.nullable(sentFields.reference.wrapped),
    meaning: "The caller's value, unchanged.",
    sent: "Yours; echoed unchanged in responses and webhooks. See “Sandbox” for what it decides there.",
    example: "listing-4711",
  },
  metadata: {
    schema: v.nullable(sentFields.metadata.wrapped),
    meaning: "The caller's value, unchanged.",
    sent: "Yours; echoed unchanged in responses and webhooks: numbers by their text. At most 32 KiB of JSON.",
    example: { floor: 2, agent: "m.weber" },
  },
} satisfies { [Name in keyof CallerFields]: CallerField<CallerFields[Name]> };
