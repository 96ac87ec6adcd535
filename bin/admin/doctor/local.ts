import { isHandedOver, useLocalService } from "../service/service.ts";
import { check, type Finding, ok, problem } from "./finding.ts";

const start = "Start it with npm start, or name a deployed stage with --stage.";

/** The local service: that it runs, that it answers, and that it names its resources. */
export async function checkLocal(): Promise<Finding[]> {
  if (isHandedOver())
    return [await check("service", async () => ok(`the table ${process.env.TABLE_NAME} of the environment`))];
  return [
    await check("service", async () => {
      const baseUrl = useLocalService();
      const answer = await fetch(`${baseUrl}/api/v1/usage/summary`).catch(() => null);
      return answer?.status === 401
        ? ok(`${baseUrl} answers`)
        : problem(`${baseUrl} does not answer as the API does`, start);
    }).then((found) => (found.finding.startsWith("No service") ? { ...found, advice: start } : found)),
  ];
}
