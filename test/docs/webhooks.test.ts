import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guideSnippets, type Language } from "@image-staging/site/snippets";
import { describe, expect, test } from "vitest";
import { rotated, signedHeaders, signingSecret } from "../../lambdas/domain/webhook/signing.ts";

const snippets = guideSnippets().get("webhooks") ?? [];

/** The page's code of one language that verifies, and that mentions a package if there is more than one. */
function documented(language: Language, mention = ""): string {
  const code = snippets.find(
    (snippet) => snippet.language === language && snippet.mark === "verify" && snippet.code.includes(mention),
  )?.code;
  if (!code) throw new Error(`docs/webhooks.md has no ${language} code that verifies`);
  return code;
}

type Case = { secret: string; headers: Record<string, string>; body: string };

/** Runs the documented code on cases; its last lines print one true or false each. */
const runNode = (code: string, cases: Case[]): boolean[] =>
  JSON.parse(
    execFileSync(process.execPath, ["--input-type=module-typescript", "--eval", code], {
      input: JSON.stringify(cases),
      encoding: "utf8",
      env: { ...process.env, WEBHOOK_SECRET: cases[0]?.secret },
    }),
  );

const readCases = `const cases = JSON.parse(await (await import("node:stream/consumers")).text(process.stdin));`;
const client = join(import.meta.dirname, "../../packages/clients/typescript/src/index.ts");
const byClient = (cases: Case[]) =>
  runNode(
    `${documented("ts", "@image-staging/client").replace("@image-staging/client", client)}
    ${readCases}
    const holds = ({ body, headers }) => verify(body, headers).then(() => true, () => false);
    console.log(JSON.stringify(await Promise.all(cases.map(holds))));`,
    cases,
  );
const byLibrary = (cases: Case[]) =>
  runNode(
    `${documented("ts", "standardwebhooks")}
    ${readCases}
    const holds = ({ body, headers }) => { try { verify(body, headers); return true } catch { return false } };
    console.log(JSON.stringify(cases.map(holds)));`,
    cases,
  );
const byHand = (cases: Case[]) =>
  runNode(
    `${documented("ts", "createHmac")}
    ${readCases}
    console.log(JSON.stringify(cases.map(({ secret, headers, body }) => verify(secret, headers, body))));`,
    cases,
  );
const inPython = (cases: Case[]): boolean[] =>
  JSON.parse(
    execFileSync(
      "python3",
      [
        "-c",
        `import json, sys
${documented("python", "hmac")}
cases = json.load(sys.stdin)
print(json.dumps([verify(c["secret"], c["headers"], c["body"].encode()) for c in cases]))`,
      ],
      { input: JSON.stringify(cases), encoding: "utf8" },
    ),
  );

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const ways = [
  ["with the client", byClient],
  ["with standardwebhooks", byLibrary],
  ["by hand in TypeScript", byHand],
  ...(hasPython ? [["by hand in Python", inPython] as const] : []),
] as const;

describe.each(ways)("verifying %s as docs/webhooks.md shows", (_way, verify) => {
  const secrets = { current: signingSecret(randomBytes(32)), previous: null };
  const secret = secrets.current;
  const body = JSON.stringify({ data: { reference: "Küche & Söhne 🏠" } });
  const signed = (secondsAgo = 0) =>
    signedHeaders("msg_1", Buffer.from(body), secrets, new Date(Date.now() - secondsAgo * 1000));
  const headers = signed();

  test("accepts what the service signs, during a rotation too", () => {
    const next = rotated(secrets, signingSecret(randomBytes(32)), new Date());
    const duringRotation = signedHeaders("msg_1", Buffer.from(body), next, new Date());
    expect(
      verify([
        { secret, headers, body },
        { secret, headers: duringRotation, body },
        { secret, headers: signed(290), body },
      ]),
    ).toEqual([true, true, true]);
  });

  test("refuses another body, id, time or secret, and what is older than 5 minutes", () => {
    const other = signedHeaders(
      "msg_1",
      Buffer.from(body),
      { current: signingSecret(randomBytes(32)), previous: null },
      new Date(),
    );
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    expect(
      verify([
        { secret, headers, body: body.replace("Küche", "Kuche") },
        { secret, headers: { ...headers, "webhook-id": "msg_2" }, body },
        { secret, headers: { ...headers, "webhook-timestamp": later }, body },
        { secret, headers: other, body },
        { secret, headers: signed(310), body },
        { secret, headers: signed(-310), body },
      ]),
    ).toEqual(Array(6).fill(false));
  });
});

test("in a shell, docs/webhooks.md prints the signature of a stored message", () => {
  const folder = mkdtempSync(join(tmpdir(), "message-"));
  const body = Buffer.from(JSON.stringify({ data: { reference: "Küche & Söhne 🏠" } }));
  writeFileSync(join(folder, "body.json"), body);
  const secret = signingSecret(randomBytes(32));
  const headers = signedHeaders("msg_1", body, { current: secret, previous: null }, new Date());
  const env = {
    ...process.env,
    WEBHOOK_SECRET: secret,
    WEBHOOK_ID: headers["webhook-id"],
    WEBHOOK_TIMESTAMP: headers["webhook-timestamp"],
  };
  const printed = execFileSync("bash", ["-euo", "pipefail", "-c", documented("sh")], { cwd: folder, env });
  expect(`v1,${printed.toString().trim()}`).toBe(headers["webhook-signature"]);
});
