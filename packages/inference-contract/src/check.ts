import { startBucket } from "./bucket.ts";
import { type Container, type Exchange, invoke, type Probe } from "./exchange.ts";
import { refusalProbes } from "./refusal-probes.ts";
import { listed, type Rule, rules } from "./rules.ts";
import { servingProbes } from "./serving-probes.ts";
import { drawPictures, type Picture, probeTask, type Task, tasks } from "./tasks.ts";

export type CheckOptions = {
  /** Where the container answers, without a path. */
  url: string;
  /** How long an invocation may take. The service waits 600 s. */
  timeoutSeconds: number;
  listen: { host: string; port: number };
  /** How the container reaches this machine, if not by the address listened on. */
  advertise?: string | undefined;
};

/** The verdict on one point of the contract: `problems` is empty if the container keeps it. */
export type Point = { id: string; title: string; problems: string[] };

/** Checks a container against every point of docs/inference-contract.md. `onPoint` gets each verdict as it is made. */
export async function checkContainer(
  options: CheckOptions,
  onPoint: (point: Point) => void,
): Promise<Point[]> {
  const bucket = await startBucket(options.listen, options.advertise);
  const container = { url: options.url.replace(/\/$/, ""), timeoutSeconds: options.timeoutSeconds, bucket };
  const points: Point[] = [];
  const decide = (point: Point) => {
    points.push(point);
    onPoint(point);
  };
  try {
    const pictures = await drawPictures();
    const exchanges: Exchange[] = [];
    for (const task of tasks)
      exchanges.push(await invoke(container, { task, source: pictures[task.capture_type] }));
    for (const rule of rules) decide(await applyRule(rule, exchanges));
    decide({
      id: "given-urls-only",
      title: "Only the URLs of the request are requested",
      problems: [...bucket.strays],
    });
    const served = tasks.find((_, nth) => exchanges[nth] && listed(exchanges[nth]).length > 0);
    decide({
      id: "serves",
      title: "At least one kind of request is served",
      problems: served ? [] : ["every request was declined or failed"],
    });
    const task = served ?? probeTask;
    for (const probe of [...servingProbes, ...refusalProbes])
      decide(await runProbe(probe, container, task, pictures[task.capture_type]));
  } finally {
    bucket.close();
  }
  return points;
}

async function applyRule({ id, title, check }: Rule, exchanges: Exchange[]): Promise<Point> {
  const problems: string[] = [];
  for (const exchange of exchanges) {
    const problem = await check(exchange);
    if (problem) problems.push(`${exchange.name}: ${problem}`);
  }
  return { id, title, problems };
}

async function runProbe(
  { id, title, run }: Probe,
  container: Container,
  task: Task,
  source: Picture,
): Promise<Point> {
  const problem = await run(container, task, source).catch((error: Error) => error.message);
  return { id, title, problems: problem ? [problem] : [] };
}
