import * as v from "valibot";
import { callerFields, idempotencyKey, jobId, mode, rooms, style, waitSeconds } from "../inputs.ts";
import { Job } from "../job.ts";
import { shown } from "../shown.ts";
import { tool } from "../tool.ts";
import { afterCreation, waited } from "../waiting.ts";

const Input = v.strictObject({
  job_id: jobId,
  mode: v.exactOptional(mode),
  room_types: v.exactOptional(rooms),
  style_preset: v.exactOptional(style),
  ...callerFields,
  idempotency_key: idempotencyKey,
  wait_seconds: waitSeconds(),
});

export const regenerate = tool(
  "regenerate",
  {
    title: "Make another picture",
    description:
      "Makes another picture from the source of an earlier job, with its settings but for those that are given here. Waits " +
      "for it and shows it. Each one that succeeds uses a unit of the organization's plan.",
    input: Input,
    output: Job,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
  async (input, { staging }, context) => {
    const { job_id, idempotency_key, wait_seconds, ...overrides } = input;
    const { signal } = context.mcpReq;
    const options = { signal, ...(idempotency_key && { idempotencyKey: idempotency_key }) };
    const create = () => staging.generations.regenerate(job_id, overrides, options);
    return shown(staging, await waited(afterCreation(create), wait_seconds, context), true, signal);
  },
);
