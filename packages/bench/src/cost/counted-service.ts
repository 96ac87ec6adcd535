import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServiceOptions, startLocalService } from "@image-staging/laptop/service";
import { synthesize } from "@image-staging/laptop/synthesize";
import { readFunctions } from "@image-staging/local-cloud/lambda/functions";
import { readStack } from "@image-staging/local-cloud/template/stack";
import { countingObjects } from "./counting-objects.ts";
import { countingTable } from "./counting-table.ts";

/** The local service in a new directory, with everything that it asks of the table and of S3 counted. */
export async function startCountedService(options: Pick<LocalServiceOptions, "signs" | "model"> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  const table = await countingTable();
  const assembly = await synthesize();
  const objects = await countingObjects();
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: table.url, AWS_ENDPOINT_URL_S3: objects.url };
  const service = await startLocalService({
    port: 0,
    dataDir,
    assembly,
    fresh: true,
    environment,
    ...options,
  });
  table.forward(service.endpoints.dynamodb, service.environment);
  objects.forward(service.endpoints.s3);
  return {
    service,
    counted: { table: table.counted, objects: objects.counted },
    writesByItem: table.writesByItem,
    indexWriteUnits: table.indexWriteUnits,
    logFile: join(dataDir, "cloud.log"),
    /** The memory of each function in MB, by logical id. */
    memory: new Map(readFunctions(readStack(assembly), {}).map(({ id, memoryMb }) => [id, memoryMb])),
    stop: async () => {
      await service.stop();
      table.close();
      objects.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type CountedService = Awaited<ReturnType<typeof startCountedService>>;

/** What the service has used since its start: numbers of requests and units, no times. */
export const countsOf = ({ service, counted }: CountedService) => ({
  ...{ "table calls": counted.table().calls, "read units": counted.table().readUnits },
  "write units": counted.table().writeUnits,
  invocations: sum(Object.values(service.invocations()).map(({ invocations }) => invocations)),
  transitions: sum(Object.values(service.transitions())),
  ...{ "S3 PUT": counted.objects().puts, "S3 GET": counted.objects().gets },
});
export type Counts = ReturnType<typeof countsOf>;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
