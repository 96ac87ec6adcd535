import * as v from "valibot";
import { resource } from "../field.ts";

export const ErrorEnvelope = resource({
  error: {
    schema: resource({
      code: { schema: v.string(), meaning: "Stable: decide by it, and by the status." },
      message: {
        schema: v.string(),
        meaning: "For people: says what to change. May be reworded at any time.",
      },
      retryable: {
        schema: v.boolean(),
        meaning: "Whether the same request may succeed later, without a change.",
      },
      retry_after: {
        schema: v.nullable(v.pipe(v.number(), v.integer())),
        meaning:
          "Seconds to wait before trying again, equal to the `Retry-After` header; null if it does not apply.",
      },
    }),
  },
});
