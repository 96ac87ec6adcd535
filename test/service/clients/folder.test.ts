import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageStaging } from "@image-staging/client";
import { type FolderRun, stageFolder } from "@image-staging/client/folder";
import { drawPanorama, drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { afterAll, expect, test } from "vitest";
import { newPartner, service } from "../shared/service.ts";

const { apiKey } = await newPartner();
const client = imageStaging({ baseUrl: service.baseUrl, apiKey, maxRetries: 20 });
const folder = mkdtempSync(join(tmpdir(), "home-"));
afterAll(() => rmSync(folder, { recursive: true }));
const out = join(folder, "staged");

class Broken extends Error {}

/** A run that breaks off when so many files have ended. */
async function run(breaksAfter = Number.POSITIVE_INFINITY, given: Partial<FolderRun> = {}) {
  const said: string[] = [];
  const isStaged = await stageFolder({
    ...{ client, folder, out, dryRun: false, ...given },
    settings: { style: "scandi", mode: "refurnish", listing: "elm-street-5" },
    decode: async () => null,
    askRoom: async () => null,
    terminal: {
      isTerminal: false,
      write: () => {},
      say: (line) => {
        if (said.filter((one) => one.startsWith("[")).length >= breaksAfter) throw new Broken();
        said.push(line);
      },
    },
  }).catch((error) => {
    if (!(error instanceof Broken)) throw error;
    return null;
  });
  return { said, isStaged };
}

const rows = (name: string, folder = out) =>
  readFileSync(join(folder, name), "utf8")
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));

test("a folder is staged once, however often its run breaks off: the ledger has what the report has", async () => {
  const rooms = await Promise.all([drawRoom(480, 360), drawRoom(400, 300), drawRoom(360, 300)]);
  writeFileSync(join(folder, "kitchen.jpg"), rooms[0] ?? "");
  writeFileSync(join(folder, "Kitchen.png.jpg"), rooms[1] ?? "");
  writeFileSync(join(folder, "Schlafzimmer groß.jpg"), rooms[2] ?? "");
  writeFileSync(join(folder, "bedroom copy.jpg"), rooms[2] ?? "");
  writeFileSync(join(folder, "around.jpg"), await drawPanorama(1024));
  writeFileSync(join(folder, "bath broken.jpg"), rooms[0]?.subarray(0, 3000) ?? "");
  writeFileSync(join(folder, "IMG_1.jpg"), rooms[0] ?? "");
  writeFileSync(join(folder, "exposé.pdf"), "%PDF-1.7");
  mkdirSync(out);
  mkdirSync(join(folder, "upstairs"));
  symlinkSync(join(folder, "gone.jpg"), join(folder, "moved.jpg"));
  writeFileSync(join(out, "kitchen-scandi.jpg"), "mine");

  await run(1);
  await run(3);
  const { said, isStaged } = await run();
  expect(isStaged).toBe(false);
  expect(said.at(-2)).toBe("10 files: 5 staged, 1 declined, 4 left out. $0.00 in all.");
  const report = rows("report.csv");
  expect(report.map(([file, state]) => `${file} ${state}`).toSorted()).toEqual([
    "IMG_1.jpg left out",
    "Kitchen.png.jpg staged",
    "Schlafzimmer groß.jpg staged",
    "around.jpg staged",
    "bath broken.jpg declined",
    "bedroom copy.jpg staged",
    "exposé.pdf left out",
    "kitchen.jpg staged",
    "moved.jpg left out",
    "upstairs/ left out",
  ]);
  expect(said).toContain("  Schlafzimmer groß.jpg: the same picture and room as bedroom copy.jpg");
  expect(said).toContain(
    "  upstairs/: left out. A folder: stage it on its own, with --listing elm-street-5 for the same look.",
  );
  expect(readFileSync(join(out, "kitchen-scandi.jpg"), "utf8")).toBe("mine");

  const inReport = new Set(report.flatMap((row) => (row[1] === "staged" ? [row[6]] : [])));
  const inLedger: string[] = [];
  for await (const { job_id } of client.billing.events()) inLedger.push(job_id);
  expect(inLedger.toSorted()).toEqual([...inReport].toSorted());
  expect((await client.listings.get("elm-street-5")).counts).toMatchObject({
    total: 5,
    succeeded: 4,
    failed: 1,
  });

  const before = readdirSync(out);
  const again = await run();
  expect(again.said.filter((line) => line.startsWith("[") && !line.includes("from an earlier run"))).toEqual(
    [],
  );
  const added = readdirSync(out).filter((name) => !before.includes(name));
  expect(added).toEqual([
    expect.stringMatching(/^report-\d\.csv$/),
    expect.stringMatching(/^report-\d\.html$/),
  ]);
  expect(inLedger).toHaveLength(4);
});

test("a furnished room gets a proposed mask to correct, and is staged with one beside it", async () => {
  const sandbox = await newPartner({}, { sandbox: true });
  const furnished = imageStaging({ baseUrl: service.baseUrl, apiKey: sandbox.apiKey, maxRetries: 20 });
  const { create } = furnished.generations;
  // A sandbox sees furniture in what is asked for by this reference, until it gets a mask.
  furnished.generations.create = (request, options) =>
    create({ ...request, reference: "sandbox:mask_proposed" }, options);
  const home = mkdtempSync(join(folder, "furnished-"));
  const given = { client: furnished, folder: home, out: join(home, "staged") };
  writeFileSync(join(home, "bedroom.jpg"), await drawRoom(480, 360));
  writeFileSync(join(home, "hall.mask.png"), "no mask of a picture here");

  const { said } = await run(Number.POSITIVE_INFINITY, given);
  expect(said.at(-2)).toBe("2 files: 1 declined, 1 left out. $0.00 in all.");
  const words = rows("report.csv", given.out).map((row) => row.join(","));
  expect(words[0]).toContain(
    "bedroom.mask.png, put it beside bedroom.jpg as bedroom.mask.png, and run again.",
  );
  expect(words[1]).toContain("name it after its photo");

  copyFileSync(join(given.out, "bedroom.mask.png"), join(home, "bedroom.mask.png"));
  const again = await run(Number.POSITIVE_INFINITY, given);
  expect(again.said.at(-2)).toBe("2 files: 1 staged, 1 left out. $0.00 in all.");
  expect(rows("report-2.csv", given.out)[0]?.at(-1)).toContain("mask bedroom.mask.png");
});
