import { execFile } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { guideSnippets, languages, programOf } from "@image-staging/site/snippets";
import { afterAll, describe, expect, test } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import { guideFolder, hasCommands, printedBy } from "../../support/guides.ts";
import { addOrganization } from "../../support/partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/until.ts";
import { service } from "./service.ts";

const snippets = guideSnippets();

test("every guide shows the same steps in curl, TypeScript and Python", () => {
  for (const [guide, own] of snippets) {
    const marksOf = (language: string) =>
      own
        .filter((snippet) => snippet.language === language && snippet.mark !== "verify")
        .map(({ mark }) => mark);
    for (const language of languages) expect(marksOf(language), guide).toEqual(marksOf("sh"));
  }
});

describe("the code of the guides runs as it is shown", async () => {
  if (!hasCommands) console.log("The commands of the guides are not run: there is no bash, curl or jq.");
  const [receiver, folder] = await Promise.all([startReceiver(), guideFolder()]);
  const [ordinary, sandbox] = await Promise.all([addOrganization(), addOrganization({ sandbox: true })]);
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  const environment = (guide: string) => ({
    PATH: process.env.PATH ?? "",
    BASE_URL: service.baseUrl,
    API_KEY: (guide === "sandbox" ? sandbox : ordinary).apiKey,
    WEBHOOK_URL: receiver.at(`/${guide}`),
  });
  const run = async (program: string, parameters: string[], env: Record<string, string>) =>
    (await promisify(execFile)(program, parameters, { cwd: folder, env })).stdout;

  const client = join(import.meta.dirname, "../../../packages/clients/typescript/src/index.ts");
  const runners = {
    sh: (guide: string) =>
      run("bash", ["-euo", "pipefail", "-c", programOf(guide, "sh", snippets)], environment(guide)),
    ts: (guide: string) => {
      const module = join(folder, `${guide}.ts`);
      writeFileSync(module, programOf(guide, "ts", snippets).replaceAll("@image-staging/client", client));
      return run(process.execPath, [module], environment(guide));
    },
  };

  // The quickstart has the most of what a partner copies; the other guides cost seconds each.
  const tried = [...snippets.keys()].filter((name) => isFullRun || name === "quickstart");
  const ways = Object.entries(runners).filter(([language]) => language !== "sh" || hasCommands);
  const cases = tried.flatMap((guide) =>
    ways.map(([language, runGuide]) => [guide, language, runGuide] as const),
  );

  test.each(cases)("%s, in %s", async (guide, _language, runGuide) => {
    const printed = await runGuide(guide);
    expect(printed).toMatch(printedBy[guide] ?? /^$/);
    if (guide === "quickstart") expect(statSync(join(folder, "staged.jpg")).size).toBeGreaterThan(1000);
    if (guide === "webhooks") await until(() => receiver.receivedAt("/webhooks").length > 0);
  });
});
