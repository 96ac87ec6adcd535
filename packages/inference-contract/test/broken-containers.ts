import sharp from "sharp";
import * as v from "valibot";
import { ContractRequest } from "../src/messages.ts";
import { brightened, type Habits, put } from "./container.ts";

const plain = (source: Buffer) =>
  sharp(source)
    .metadata()
    .then(({ width, height }) =>
      sharp({ create: { width, height, channels: 3, background: "#777" } })
        .jpeg()
        .toBuffer(),
    );

const declined = { reason: "no_free_floor", message: "The floor is full." };

let nth = 0;
let busy = 0;

/** What containers do wrong, and the points that each mistake breaks. */
export const broken: [habit: string, changes: Partial<Habits>, points: string[]][] = [
  ["is not ready", { ping: async () => 503 }, ["ping", "concurrent"]],
  [
    "leaves out its version",
    { answer: ({ model_version: _, ...rest }) => rest },
    ["response", "serves", "one-candidate"],
  ],
  [
    "scores above 1",
    { answer: (all) => ({ ...all, candidates: all.candidates.map((one) => ({ ...one, score: 97 })) }) },
    ["response", "serves", "one-candidate"],
  ],
  [
    "names a candidate that was not asked for",
    {
      answer: (all) => ({
        ...all,
        candidates: [...all.candidates, { ...all.candidates[0], candidate_id: "bonus" }],
      }),
    },
    ["asked-only", "stored", "one-candidate"],
  ],
  [
    "names a candidate twice",
    { answer: (all) => ({ ...all, candidates: [...all.candidates, ...all.candidates] }) },
    ["asked-only", "one-candidate"],
  ],
  ["makes nothing", { answer: (all) => ({ ...all, candidates: [] }) }, ["some", "serves"]],
  ["declines everything", { answer: (all) => ({ ...all, candidates: [], declined }) }, ["serves"]],
  ["declines and names candidates", { answer: (all) => ({ ...all, declined }) }, ["some"]],
  [
    "names masks that it did not store",
    { answer: (all) => ({ ...all, candidates: all.candidates.map((one) => ({ ...one, mask: true })) }) },
    ["mask"],
  ],
  [
    "stores masks in colour",
    {
      store: async (candidate, picture) => {
        await put(candidate, picture);
        if (candidate.mask) await put(candidate.mask, await sharp(picture).png().toBuffer());
      },
      answer: (all) => ({ ...all, candidates: all.candidates.map((one) => ({ ...one, mask: true })) }),
    },
    ["mask"],
  ],
  ["stores nothing", { store: async () => {} }, ["stored", "same-seed", "other-seed", "concurrent"]],
  [
    "stores with another content type",
    {
      store: (candidate, picture) =>
        put({ ...candidate, content_type: "image/jpg" as "image/jpeg" }, picture),
    },
    ["stored", "same-seed", "other-seed", "concurrent"],
  ],
  [
    "stores in chunks of unknown length",
    {
      store: ({ url, content_type }, picture) =>
        fetch(url, {
          method: "PUT",
          headers: { "content-type": content_type },
          body: new Blob([new Uint8Array(picture)]).stream(),
          duplex: "half",
        }),
    },
    ["stored", "same-seed", "other-seed", "concurrent"],
  ],
  ["stores PNG", { draw: (source, seed) => brightened(source, seed).png().toBuffer() }, ["jpeg"]],
  [
    "stores half of a JPEG",
    { draw: async (source, seed) => (await brightened(source, seed).toBuffer()).subarray(0, 900) },
    ["jpeg", "same-seed"],
  ],
  [
    "rounds sides to a multiple of 8",
    {
      draw: async (source, seed) => {
        const { width, height } = await sharp(source).metadata();
        return brightened(source, seed)
          .resize(width - (width % 8), height - (height % 8))
          .toBuffer();
      },
    },
    ["size"],
  ],
  [
    "says another size",
    {
      answer: (all) => ({
        ...all,
        candidates: all.candidates.map((one) => ({ ...one, width: one.width + 1 })),
      }),
    },
    ["size"],
  ],
  ["stores blank pictures", { draw: plain }, ["not-blank", "other-seed"]],
  ["stores the source again", { draw: async (source) => source }, ["not-source", "other-seed"]],
  ["ignores the seed", { draw: (source) => brightened(source, 9).toBuffer() }, ["other-seed"]],
  ["draws at random", { draw: (source) => brightened(source, nth++ * 17).toBuffer() }, ["same-seed"]],
  [
    "repeats the URLs it was given",
    { answer: (all, { source }) => ({ ...all, source: source.url }) },
    ["private"],
  ],
  [
    "guesses URLs",
    {
      before: ({ candidates }) =>
        fetch(new URL("/debug.jpg", candidates[0]?.url), { method: "PUT", body: "x" }),
    },
    ["given-urls-only"],
  ],
  [
    "serves one at a time and refuses others",
    {
      before: async () => {
        if (busy > 0) throw new Error("busy");
        busy++;
      },
      answer: (all) => {
        busy--;
        return all;
      },
      refuse: (error, response) => {
        if (error.message !== "busy") busy = 0;
        response
          .writeHead(error.message === "busy" ? 503 : 400)
          .end(JSON.stringify({ error: error.message }));
      },
    },
    ["concurrent"],
  ],
  [
    "refuses fields that it does not know",
    { understand: (body) => v.parse(v.strictObject(ContractRequest.entries), JSON.parse(body)) },
    ["newer-minor"],
  ],
  [
    "refuses without saying why",
    { refuse: (_, response) => response.writeHead(400).end("Bad Request") },
    [
      "not-json",
      "no-source",
      "no-candidates",
      "unknown-workflow",
      "next-major",
      "source-gone",
      "source-unreachable",
      "source-no-picture",
    ],
  ],
  [
    "blames itself for wrong requests",
    { refuse: (error, response) => response.writeHead(500).end(JSON.stringify({ error: error.message })) },
    ["not-json", "no-source", "no-candidates", "unknown-workflow", "next-major"],
  ],
  [
    "stores before it reads",
    {
      before: async ({ source, candidates }) => {
        for (const one of candidates)
          await put(
            one,
            await brightened(
              await sharp({
                create: { width: source.width, height: source.height, channels: 3, background: "#888" },
              })
                .png()
                .toBuffer(),
              1,
            ).toBuffer(),
          );
      },
    },
    ["source-gone", "source-unreachable", "source-no-picture"],
  ],
];
