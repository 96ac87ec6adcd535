import { mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { ImageStaging } from "../index.ts";
import type { Decode } from "./capture.ts";
import { costsOf, priceOf } from "./costs.ts";
import { type Entry, openJournal } from "./journal.ts";
import type { Outcome } from "./outcome.ts";
import { progress, type Terminal } from "./progress.ts";
import { reportCsv, reportHtml, summaryOf } from "./report.ts";
import { stageAll } from "./stage.ts";
import { outputNames, writeUnderFreeName } from "./targets.ts";
import type { AskRoom } from "./work.ts";
import { readFolder, type Settings, type Work } from "./work.ts";

export type FolderRun = {
  client: ImageStaging;
  folder: string;
  out: string;
  dryRun: boolean;
  settings: Settings;
  decode: Decode;
  askRoom: AskRoom;
  terminal: Terminal;
};

type ToSend = Extract<Work, { leftOut: null }>;
const isToSend = (work: Work): work is ToSend => work.leftOut === null;

/**
 * Stages the pictures of a folder and writes a report beside the outputs. Returns whether every picture is staged. Throws what
 * ended the run early, after a report of what there is.
 */
export async function stageFolder(run: FolderRun): Promise<boolean> {
  const { client, folder, settings, terminal } = run;
  terminal.say(`Looking at the pictures of ${folder} …`);
  const [capabilities, summary] = await Promise.all([client.capabilities(), client.usage.summary()]);
  const work = await readFolder({ ...run, capabilities });
  terminal.say(`Listing ${settings.listing}, style ${settings.style}, ${work.length} files of ${folder}`);
  const toSend = uniqueOf(work.filter(isToSend));
  const sameAs = (one: Work) => {
    const first = toSend.find(({ key }) => key === one.key);
    return first && first.file !== one.file ? `the same picture and room as ${first.file}` : null;
  };
  for (const one of work) terminal.say(`  ${one.file}: ${sameAs(one) ?? shown(one)}`);
  if (run.dryRun) {
    const journal = openJournal(run.out);
    const left = toSend.filter(({ key }) => !["staged", "declined"].includes(journal.get(key)?.state ?? ""));
    terminal.say(`Nothing is sent. ${left.length} pictures would be, for ${priceOf(summary, left.length)}.`);
    return true;
  }
  mkdirSync(run.out, { recursive: true });
  const journal = openJournal(run.out);
  const ended = new Map<string, Entry>();
  const { create_generation_per_minute: perMinute, max_concurrent_jobs: most } = summary.rate_limits;
  const limits = { atOnce: Math.min(8, most), perMinute };
  const bar = progress(toSend.length, limits.atOnce, terminal);
  let stopped: unknown = null;
  await stageAll(toSend, {
    ...{ client, folder, out: run.out, journal },
    names: outputNames(
      toSend.map(({ file }) => file),
      settings.style,
    ),
    limits,
    onEnd: (one, entry, isNew) => {
      ended.set(one.key, entry);
      const what = entry.state === "staged" ? (entry.output ?? "") : `${entry.state}: ${entry.words ?? ""}`;
      bar.ended(one.file, isNew ? what : `${what} (from an earlier run)`, isNew);
    },
  }).catch((error) => {
    stopped = error;
  });
  const costs = await costsOf(client, [...ended.values()]);
  const outcomes = work.map((one) => {
    const same = sameAs(one);
    const outcome = outcomeOf(one, ended, costs);
    return same === null
      ? outcome
      : { ...outcome, words: [`Made once: ${same}.`, outcome.words].filter(Boolean).join(" "), cost_usd: 0 };
  });
  report(outcomes, run);
  if (stopped !== null) throw stopped;
  return outcomes.every(({ state }) => state === "staged");
}

const shown = ({ capture, room, found, leftOut }: Work): string =>
  [capture && `${capture}${room ? `, ${room}` : ""} (${found})`, leftOut && `left out. ${leftOut}`]
    .filter(Boolean)
    .join(": ");

/** The same picture twice is one request. */
const uniqueOf = (work: ToSend[]): ToSend[] =>
  work.filter((one, nth) => work.findIndex(({ key }) => key === one.key) === nth);

function outcomeOf(
  one: Work,
  ended: ReadonlyMap<string, Entry>,
  costs: ReadonlyMap<string, number> | null,
): Outcome {
  const { file, capture, room, found } = one;
  const of = { file, capture, room, found };
  if (one.leftOut !== null)
    return { ...of, state: "left out", words: one.leftOut, output: null, job_id: null, cost_usd: null };
  const entry = ended.get(one.key);
  if (!entry)
    return {
      ...of,
      state: "failed",
      words: "Not finished: run it again.",
      output: null,
      job_id: null,
      cost_usd: null,
    };
  const state = entry.state === "staged" || entry.state === "declined" ? entry.state : "failed";
  const isStaged = state === "staged";
  return {
    ...of,
    state,
    words: entry.words ?? "",
    output: isStaged ? (entry.output ?? null) : null,
    job_id: entry.job_id || null,
    cost_usd: isStaged ? costs && (costs.get(entry.job_id) ?? 0) : 0,
  };
}

/** Names of both reports agree; a report that is there already stays. */
function report(outcomes: readonly Outcome[], { folder, out, settings, terminal }: FolderRun): void {
  const path = `${relative(resolve(out), resolve(folder)).split("\\").join("/") || "."}/`;
  const title = `${settings.listing}, ${settings.style}`;
  const html = writeUnderFreeName(out, "report", ".html", reportHtml(outcomes, { title, folder: path }));
  const csv = writeUnderFreeName(out, html.replace(/\.html$/, ""), ".csv", reportCsv(outcomes));
  terminal.say(summaryOf(outcomes));
  terminal.say(`Report: ${join(out, html)} and ${csv}`);
}
