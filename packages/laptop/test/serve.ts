// Runs a local service in a separate process, for tests that must kill one. SIGTERM stops the service and no more.
import { startLocalService } from "../src/service.ts";

const [assembly = "", dataDir = ""] = process.argv.slice(2);
const { baseUrl, environment, stop } = await startLocalService({ port: 0, dataDir, assembly, seed: false });
process.once("SIGTERM", stop);
console.log(JSON.stringify({ baseUrl, environment }));
