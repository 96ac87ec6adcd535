import { trailerOf } from "../outside/pictures.ts";
import type { History } from "../world/history.ts";
import type { Item, Records } from "./records.ts";

type Output = { output_id: string; object_key: string; disclosure_id?: string; cached: boolean };

/**
 * What a job refers to is there, a picture's code leads to its job's page, and nothing is kept that no job or ingest
 * refers to.
 */
export function* checkReferences(
  { objects, partners }: History,
  { items, jobs }: Records,
): Generator<string> {
  const pages = items.filter(({ pk }) => pk.startsWith("DISCLOSURE#"));
  const assets = items.filter(({ sk }) => sk === "ASSET");
  const ingests = items.filter(({ sk }) => sk === "INGEST");
  for (const job of jobs)
    for (const output of job.outputs as Output[]) yield* checkOutput(output, job, pages, objects);
  for (const { disclosureId, isRevoked } of partners.flatMap((partner) => partner.pages)) {
    const page = pages.find((one) => one.disclosure_id === disclosureId);
    if (!page || (page.revoked_at !== null) !== isRevoked)
      yield `The page ${disclosureId} is ${isRevoked ? "still" : "not"} public after an operator's change`;
  }
  yield* findUnreferenced(objects, jobs, pages, assets);
  for (const [upload, users] of Map.groupBy(ingests, ({ source }) => source.upload_id))
    if (upload && users.length > 1) yield `The upload ${upload} is used by ${users.length} ingests`;
  for (const { source_asset_id, object_key } of assets) {
    if (!objects.has(object_key)) yield `The asset ${source_asset_id} has no picture`;
    const named = [...ingests, ...jobs].some((one) => one.source_asset_id === source_asset_id);
    if (!named) yield `The asset ${source_asset_id} is known to nobody`;
  }
}

function* checkOutput(
  { output_id, object_key, disclosure_id, cached }: Output,
  { job_id }: Item,
  pages: Item[],
  objects: Map<string, Buffer>,
): Generator<string> {
  const picture = objects.get(object_key);
  if (!picture) return yield `The picture of ${output_id} of ${job_id} is not there`;
  const code = /\/d\/(\w+)$/.exec(trailerOf(picture).page ?? "")?.[1];
  if (code !== disclosure_id) yield `The code in ${output_id} leads to ${code}, its page is ${disclosure_id}`;
  if (disclosure_id === undefined) return;
  const page = pages.find((one) => one.disclosure_id === disclosure_id);
  if (!page) return yield `The page of ${output_id} of ${job_id} is not there`;
  if (!cached && page.job_id !== job_id)
    yield `The page of ${output_id} is of ${page.job_id}, not of ${job_id}`;
  for (const key of [page.original_key, page.altered_key])
    if (!objects.has(key)) yield `The page of ${output_id} shows ${key}, which is not there`;
}

function* findUnreferenced(
  objects: Map<string, Buffer>,
  jobs: Item[],
  pages: Item[],
  assets: Item[],
): Generator<string> {
  const outputs: Output[] = jobs.flatMap((job) => job.outputs);
  for (const { disclosure_id, job_id } of pages)
    if (!outputs.some((output) => output.disclosure_id === disclosure_id))
      yield `The page ${disclosure_id} of ${job_id} is public without a job`;
  const shown = pages.flatMap(({ original_key, altered_key }) => [original_key, altered_key]);
  const referenced = new Set([
    ...outputs.map(({ object_key }) => object_key),
    ...assets.map(({ object_key }) => object_key),
    ...shown,
  ]);
  for (const key of objects.keys())
    if (/^(outputs|sources|previews)\//.test(key) && !referenced.has(key))
      yield `The object ${key} is referred to by nothing`;
}
