// Runs a local service in a process of its own, for tests that must kill one.
import { startLocalService } from "../../../local/service.ts";

const [assembly = "", dataDir = ""] = process.argv.slice(2);
const { baseUrl, endpoints } = await startLocalService({ port: 0, dataDir, assembly, seed: false });
console.log(JSON.stringify({ baseUrl, endpoints }));
