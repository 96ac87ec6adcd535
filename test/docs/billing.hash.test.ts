import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { billingEventView } from "../../lambdas/domain/billing/ledger.ts";
import { ledgerLine } from "../../lambdas/domain/billing/tally.ts";

const folder = mkdtempSync(join(tmpdir(), "hash-"));
afterAll(() => rmSync(folder, { recursive: true }));

const guide = readFileSync(join(import.meta.dirname, "../../docs/billing.md"), "utf8");
const section = guide.slice(guide.indexOf("The hash: "));
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(section)?.[1] ?? "";

/** Amounts of every size, in micro-dollars; tools differ in how they write the small ones. */
const amounts = [1, 9, 10, 99, 100, -1, -100, 0, 250_000, -100_000, 1_000_000, 1_500_000, 12_345_000_001];
const events = amounts.map((amount_micro_usd, index) => ({
  event_id: `use_${index}`,
  occurred_at: `2026-03-01T00:00:00.${String(index).padStart(3, "0")}Z`,
  job_id: "job_1",
  source_asset_id: "src_1",
  workflow: "staging" as const,
  capture_type: "photo" as const,
  mode: "refurnish" as const,
  room_types: [],
  style_preset: null,
  usage_type: "generation" as const,
  config_fingerprint: "cfg_1",
  billable: true,
  unit_price_micro_usd: amount_micro_usd,
  amount_micro_usd,
  caller_reference: null,
  adjustment: null,
  listing: null,
}));
const sha256 = createHash("sha256").update(events.map(ledgerLine).join("")).digest("hex");
const newestFirst = events.toReversed().map(billingEventView);
writeFileSync(
  join(folder, "events.jsonl"),
  newestFirst.map((event) => `${JSON.stringify(event)}\n`).join(""),
);
writeFileSync(join(folder, "statement.json"), JSON.stringify({ ledger: { sha256 } }));

test("the documented shell command has the hash of amounts of every size", () => {
  const out = execFileSync("sh", ["-c", blockOf("sh")], { cwd: folder, encoding: "utf8" });
  expect(out).toBe(`${sha256}  -\n${sha256}\n`);
});

test("so has the documented Python", () => {
  const read = `import json
from types import SimpleNamespace
read = lambda text: json.loads(text, object_hook=lambda fields: SimpleNamespace(**fields))
events = [read(line) for line in open("events.jsonl")]
statement = read(open("statement.json").read())
`;
  const out = execFileSync("python3", ["-c", read + blockOf("python")], { cwd: folder, encoding: "utf8" });
  expect(out.trim().split("\n").at(-1)).toBe("True");
});

test("and so has the documented TypeScript", () => {
  const read =
    'import { readFileSync } from "node:fs";\nconst events = readFileSync("events.jsonl", "utf8").trim().split("\\n").map((line) => JSON.parse(line));\nconst statement = JSON.parse(readFileSync("statement.json", "utf8"));\n';
  writeFileSync(join(folder, "hash.mjs"), read + blockOf("ts"));
  const out = execFileSync(process.execPath, ["hash.mjs"], { cwd: folder, encoding: "utf8" });
  expect(out.trim()).toBe("true");
});
