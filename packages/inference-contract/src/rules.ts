import sharp from "sharp";
import * as v from "valibot";
import { type Exchange, maskOf, proposedMaskOf, storedOf } from "./exchange.ts";
import type { ContractResponse } from "./messages.ts";

/** A point of the contract that every served invocation must keep. `check` returns the problem, or nothing. */
export type Rule = {
  id: string;
  title: string;
  check: (exchange: Exchange) => Promise<string | undefined> | string | undefined;
};

type Listed = ContractResponse["candidates"];

/** The candidates that an answer names. */
export const listed = ({ response }: Exchange): Listed =>
  response.success ? response.output.candidates : [];

/** Checks each stored picture and returns the first problem. */
const eachPicture =
  (check: (picture: Buffer, exchange: Exchange) => Promise<string | undefined>) =>
  async (exchange: Exchange) => {
    for (const { id } of exchange.candidates) {
      const picture = storedOf(exchange, id);
      const problem = picture && (await check(picture, exchange));
      if (problem) return `candidate ${id} ${problem}`;
    }
  };

const facts = (picture: Buffer) =>
  sharp(picture)
    .metadata()
    .catch(() => undefined);

async function maskProblem(stored: Buffer | undefined, { source }: Exchange): Promise<string | undefined> {
  if (!stored) return "is named but not there";
  const found = await facts(stored);
  if (found?.format !== "png" || found.channels !== 1) return "is no PNG of one channel";
  const [size, wanted] = [found, source].map(({ width, height }) => `${width} x ${height}`);
  return size === wanted ? undefined : `is ${size}, not ${wanted}`;
}

const samples = (picture: Buffer) =>
  sharp(picture)
    .resize(64, 64, { fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer()
    .catch(() => undefined);

/** Mean difference of two pictures, 0 to 255, so small that compression does not matter. */
export async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [x, y] = [await samples(a), await samples(b)];
  if (!x || !y) return Number.NaN;
  return x.reduce((sum, value, at) => sum + Math.abs(value - (y[at] ?? 0)), 0) / x.length;
}

export const rules: Rule[] = [
  {
    id: "answers",
    title: "A valid request is answered with 200 within the time limit",
    check: ({ status, text }) => (status === 200 ? undefined : `${status} ${text.slice(0, 120)}`.trim()),
  },
  {
    id: "response",
    title: "The answer fits response.schema.json",
    check: ({ status, response }) =>
      status === 200 && !response.success
        ? v.summarize(response.issues).replaceAll(/\s*\n\s*/g, " ")
        : undefined,
  },
  {
    id: "asked-only",
    title: "The answer names only candidates of the request, each once",
    check: (exchange) => {
      const ids = listed(exchange).map((one) => one.candidate_id);
      const twice = ids.find((id, nth) => ids.indexOf(id) !== nth);
      if (twice) return `${twice} is named twice`;
      const unknown = ids.find((id) => !exchange.candidates.some((one) => one.id === id));
      return unknown && `${unknown} was not asked for`;
    },
  },
  {
    id: "some",
    title: "At least one candidate is made from a good source, or the request is declined",
    check: ({ response }) => {
      if (!response.success) return undefined;
      const { candidates, declined } = response.output;
      if (declined) return candidates.length > 0 ? "it declined, and named candidates" : undefined;
      return candidates.length > 0 ? undefined : "none was made";
    },
  },
  {
    id: "stored",
    title: "Every named candidate is stored under its URL, sent with Content-Length and its Content-Type",
    check: (exchange) => {
      for (const { candidate_id } of listed(exchange)) {
        if (storedOf(exchange, candidate_id)) continue;
        const refused = exchange.candidates.find((one) => one.id === candidate_id)?.uploads.at(-1);
        return `${candidate_id} is named but not there${refused?.reason ? `: ${refused.reason}` : ""}`;
      }
    },
  },
  {
    id: "mask",
    title: "Every edit mask that the answer names is stored, a PNG of one channel and the source's size",
    check: async (exchange) => {
      for (const { candidate_id, mask } of listed(exchange)) {
        const problem = mask && (await maskProblem(maskOf(exchange, candidate_id), exchange));
        if (problem) return `the mask of ${candidate_id} ${problem}`;
      }
    },
  },
  {
    id: "proposed-mask",
    title: "A mask that a declining answer proposes is stored, a PNG of one channel and the source's size",
    check: async (exchange) => {
      const isNamed = exchange.response.success && exchange.response.output.declined?.proposed_mask;
      const problem = isNamed && (await maskProblem(proposedMaskOf(exchange), exchange));
      return problem ? `the proposed mask ${problem}` : undefined;
    },
  },
  {
    id: "jpeg",
    title: "Candidates are JPEG by their content",
    check: eachPicture(async (picture) => {
      const format = (await facts(picture))?.format;
      if (format !== "jpeg") return `is ${format ?? "no picture"}`;
      return (await samples(picture)) ? undefined : "does not decode";
    }),
  },
  {
    id: "size",
    title: "Candidates have exactly the source's width and height, and the answer says so",
    check: async (exchange) => {
      const { width, height } = exchange.source;
      const wrong = listed(exchange).find((one) => one.width !== width || one.height !== height);
      if (wrong)
        return `${wrong.candidate_id} is said to be ${wrong.width} x ${wrong.height}, not ${width} x ${height}`;
      return eachPicture(async (picture) => {
        const found = await facts(picture);
        const fits = !found || (found.width === width && found.height === height);
        return fits ? undefined : `is ${found.width} x ${found.height}, not ${width} x ${height}`;
      })(exchange);
    },
  },
  {
    id: "not-blank",
    title: "Candidates are not blank",
    check: eachPicture(async (picture) => {
      const found = await samples(picture);
      return found && Math.max(...found) - Math.min(...found) < 8 ? "is one plain colour" : undefined;
    }),
  },
  {
    id: "not-source",
    title: "Candidates differ from the source",
    check: eachPicture(async (picture, { source }) =>
      (await difference(picture, source.data)) < 0.2 ? "is the source again" : undefined,
    ),
  },
  {
    id: "private",
    title: "The answer contains no signed URL",
    check: ({ text }) => (text.includes("X-Amz-Signature") ? "it repeats a signed URL" : undefined),
  },
];
