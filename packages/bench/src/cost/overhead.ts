import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { printTable } from "../peers/table.ts";
import { countsOf, startCountedService } from "./counted-service.ts";
import { generation, ingestedAsset, job, jobs, jsonType, medianRise, repetitions } from "./measured-jobs.ts";

/** Of a job. Counts are the same each time; the time is twice what a busy machine measured. */
const budgets = {
  ...{ "table calls": 28, "read units": 20, "write units": 31 },
  ...{ invocations: 7, transitions: 4, "S3 PUT": 3, "S3 GET": 4 },
  "processor ms": 900,
};
type Name = keyof typeof budgets;

/**
 * What lies between a create and its webhook besides the model: of a job from an asset, created, run, announced and read once,
 * the median of 20. The time is of the functions; the model works when none of them runs. Exits with 1 if one is over its budget.
 */
export async function overhead(): Promise<void> {
  // Drawn beforehand: the functions run in this process too and stop sharp from reading SVG.
  const picture = await drawRoom(1600, 1200);
  const running = await startCountedService();
  const { service } = running;
  const sums: Record<Name, number>[] = [];
  try {
    const asset = await ingestedAsset(service, picture);
    for (let nth = 0; nth < repetitions; nth++) {
      await job(service, JSON.stringify(generation(nth, asset)), jsonType);
      const used = Object.values(service.invocations()).map(({ processorMs }) => processorMs);
      sums.push({ ...countsOf(running), "processor ms": used.reduce((sum, ms) => sum + ms, 0) });
    }
  } finally {
    await running.stop();
  }
  const rows = (Object.keys(budgets) as Name[]).map((name) => {
    const value = medianRise(sums.slice(repetitions - jobs - 1).map((sum) => sum[name]));
    if (value > budgets[name]) process.exitCode = 1;
    return [name, value.toFixed(0), budgets[name]];
  });
  printTable(["create to webhook, without the model", "a job", "budget"], rows);
}
