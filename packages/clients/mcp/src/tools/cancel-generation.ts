import type { McpServer } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { jobId } from "../inputs.ts";
import { Job } from "../job.ts";
import { type Account, answered } from "../results.ts";
import { shown } from "../shown.ts";

const Input = v.strictObject({ job_id: jobId });

export function offerCancelGeneration(server: McpServer, account: Account): void {
  server.registerTool(
    "cancel_generation",
    {
      title: "Cancel a job",
      description:
        "Ends a job that has not ended: it fails with cancelled, and no unit is used. A job that has ended stays as it is.",
      inputSchema: toStandardJsonSchema(Input),
      outputSchema: toStandardJsonSchema(Job),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ job_id }, context) =>
      answered(account, context, async () => {
        const { staging } = account;
        const { signal } = context.mcpReq;
        const job = await staging.generations.cancel(job_id, { signal });
        return shown(staging, job, false, signal);
      }),
  );
}
