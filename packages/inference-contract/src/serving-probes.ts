import { type Container, type Exchange, invoke, type Probe, storedOf } from "./exchange.ts";
import { difference } from "./rules.ts";
import { drawMask } from "./sample-pictures.ts";
import { type Picture, probeTask, type Task } from "./tasks.ts";

const pingLimit = 2_000;
/** Pictures of one seed can differ a little, because of hardware and JPEG. */
const sameWithin = 2;

const ping = ({ url }: Container) => fetch(`${url}/ping`, { signal: AbortSignal.timeout(pingLimit) });

const failed = (exchange: Exchange) =>
  exchange.status === 200 ? undefined : `it was answered with ${exchange.status}`;

async function firstPictures(
  container: Container,
  task: Task,
  source: Picture,
  seeds: number[],
): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const seed of seeds) {
    const exchange = await invoke(container, { task, source, seed, ids: ["c1"] });
    const picture = storedOf(exchange, "c1");
    if (picture) pictures.push(picture);
  }
  return pictures;
}

/** What a container must do besides serving each task once. */
export const servingProbes: Probe[] = [
  {
    id: "ping",
    title: "GET /ping answers 200 within 2 s",
    run: async (container) => {
      const { status } = await ping(container);
      return status === 200 ? undefined : `it answered ${status}`;
    },
  },
  {
    id: "one-candidate",
    title: "A request for one candidate gets at most one",
    run: async (container, task, source) => {
      const exchange = await invoke(container, { task, source, ids: ["only"] });
      if (!exchange.response.success) return failed(exchange) ?? "its answer cannot be read";
      const { length } = exchange.response.output.candidates;
      return length <= 1 ? undefined : `${length} were named`;
    },
  },
  {
    id: "same-seed",
    title: "The same seed gives the same picture",
    run: async (container, task, source) => {
      const [first, second] = await firstPictures(container, task, source, [11, 11]);
      if (!first || !second) return "no picture was stored";
      const found = await difference(first, second);
      return found <= sameWithin ? undefined : `they differ by ${found.toFixed(1)} of 255 on average`;
    },
  },
  {
    id: "other-seed",
    title: "Another seed gives another picture",
    run: async (container, task, source) => {
      const [first, second] = await firstPictures(container, task, source, [11, 12]);
      if (!first || !second) return "no picture was stored";
      return first.equals(second) ? "they are equal" : undefined;
    },
  },
  {
    id: "concurrent",
    title: "Three concurrent requests are all served, and /ping answers meanwhile",
    run: async (container, task, source) => {
      const work = [21, 22, 23].map((seed) => invoke(container, { task, source, seed, ids: ["c1"] }));
      const pinged = await ping(container).then(
        ({ status }) => (status === 200 ? undefined : `/ping answered ${status} meanwhile`),
        () => "/ping did not answer within 2 s meanwhile",
      );
      const exchanges = await Promise.all(work);
      const bad = exchanges.find((one) => one.status !== 200 || !storedOf(one, "c1"));
      return pinged ?? (bad && (failed(bad) ?? "a candidate was not stored"));
    },
  },
  {
    id: "masked",
    title: "A photo with a mask of what may be removed is answered with 200",
    run: async (container, _task, source) => {
      const { width, height } = source;
      const mask = await drawMask(width, height);
      const { url } = container.bucket.signGet(mask, "image/png");
      const extra = { mask: { url, content_type: "image/png" } };
      return failed(await invoke(container, { task: probeTask, source, ids: ["c1"], extra }));
    },
  },
  {
    id: "newer-minor",
    title: "A request of a later 1.x with a field unknown today is served",
    run: async (container, task, source) =>
      failed(
        await invoke(container, {
          task,
          source,
          ids: ["c1"],
          extra: { contract_version: "1.9", added_later: { a: 1 } },
        }),
      ),
  },
];
