import { attemptSeconds } from "../../../lambdas/domain/generation/inference.ts";
import { bucketName, keyAt, type Objects, signedUntil } from "../aws/objects.ts";
import type { ChooseFault } from "../faults.ts";
import { TaskError } from "../machines/machine.ts";
import { type ActivityWorld, start } from "../simulation/activity.ts";
import { candidatesFor } from "./candidates.ts";
import { newOffers } from "./offers.ts";

type Json = ReturnType<JSON["parse"]>;

/** What a model does other than answer once, in time, with good pictures. */
const modelFaults = [
  "answers_twice",
  "answers_late",
  "never_answers",
  "fails",
  "times_out",
  "refuses",
  "declines",
  "breaks_the_contract",
  "answers_nothing",
  "scores_low",
  "copies_the_source",
  "seems_to_drift",
  "stores_no_picture",
  "is_slow",
] as const;
/** What approval must see: three times as often. */
const judged = ["scores_low", "copies_the_source", "seems_to_drift"] as const;
type ModelFault = (typeof modelFaults)[number];

const failureReasons: Partial<Record<ModelFault, string>> = {
  fails: 'Received server error (500) from primary with message "broken"',
  times_out: "The request expired: it timed out in the queue",
  refuses: 'Received client error (422) from primary with message "unsupported"',
};

type Use = { now: number; askedAt: number; report: (violation: string) => void };

/** Whether a URL of a request has expired. A model may use them for as long as it may wait and work. */
function hasExpired(url: string, { now, askedAt, report }: Use): boolean {
  const isOver = (signedUntil(url) ?? 0) <= now;
  if (isOver && now < askedAt + attemptSeconds.both * 1000) report(`A URL of the model has expired: ${url}`);
  return isOver;
}

type Parts = {
  world: ActivityWorld;
  objects: Objects;
  choose: ChooseFault;
  notify: (message: Json) => void;
  report: (violation: string) => void;
};

/** The endpoint's model and the simulated one: both draw what a request asks for and store it under its URLs. */
export function newModel({ world, objects, choose, notify, report }: Parts) {
  const { schedule, random } = world;
  const { noteAsked, noteOffers, ...given } = newOffers();

  async function draw(request: Json, fault: ModelFault | null, askedAt: number) {
    const urls = [request.source, ...request.candidates].map(({ url }) => url);
    if (urls.some((url) => hasExpired(url, { now: schedule.now(), askedAt, report })))
      throw new Error("A URL has expired.");
    const source = objects.stored.get(keyAt(new URL(request.source.url).pathname));
    if (!source) throw new Error("The model finds no source under its URL.");
    const drawing = start({ name: "model", skewMs: 0, world }, () => candidatesFor(source, request, fault));
    const pictures = await drawing.ended;
    if (fault !== "stores_no_picture")
      for (const [index, { url }] of request.candidates.entries())
        objects.stored.set(keyAt(new URL(url).pathname), pictures[index] ?? source);
    const version = { contract_version: "1.0", model_version: "model-1" };
    if (fault === "declines") {
      return { ...version, candidates: [], declined: { reason: "no_free_floor", message: "It is full." } };
    }
    noteOffers(request.candidates, pictures, (picture) => ({
      isGood: fault !== "scores_low" && picture !== source,
      seemsToDrift: fault === "seems_to_drift" && request.workflow === "staging",
    }));
    return {
      ...version,
      ...(fault === "breaks_the_contract" && { contract_version: "7.0" }),
      candidates: request.candidates.map(({ candidate_id }: Json, index: number) => ({
        candidate_id,
        score: fault === "scores_low" ? 0.1 : 0.9 - index / 10,
        safe: true,
      })),
    };
  }

  async function work(inputLocation: string, inferenceId: string, fault: ModelFault | null): Promise<void> {
    const slow = fault === "answers_late" ? 1_600_000 : fault === "is_slow" ? 600_000 : 0;
    const askedAt = schedule.now();
    await schedule.sleep(2000 + random.next() * 40_000 + random.next() * slow);
    if (fault === "never_answers") return;
    const requestParameters = { inputLocation };
    const failureReason = fault && failureReasons[fault];
    if (failureReason) return notify({ invocationStatus: "Failed", failureReason, requestParameters });
    const stored = objects.stored.get(inputLocation.slice(`s3://${bucketName}/`.length));
    if (!stored) return notify({ invocationStatus: "Failed", failureReason: "No input", requestParameters });
    const answer = await draw(JSON.parse(stored.toString()), fault, askedAt).catch(() => null);
    if (answer === null)
      return notify({ invocationStatus: "Failed", failureReason: "Expired", requestParameters });
    const result = `inference-results/${inferenceId}.out`;
    if (fault !== "answers_nothing") objects.stored.set(result, Buffer.from(JSON.stringify(answer)));
    const done = {
      invocationStatus: "Completed",
      requestParameters,
      responseParameters: { outputLocation: `s3://${bucketName}/${result}` },
    };
    notify(done);
    if (fault !== "answers_twice") return;
    await schedule.sleep(random.next() * 30_000);
    const failed = { invocationStatus: "Failed", failureReason: "It failed", requestParameters };
    notify(random.chance(0.5) ? done : failed);
  }

  return {
    ...given,
    /** Asks the endpoint's model, which answers by a notification. */
    ask: (inputLocation: string, inferenceId: string): void => {
      noteAsked(inputLocation);
      const fault = choose("model endpoint", [...modelFaults, ...judged, ...judged], 0.3);
      void work(inputLocation, inferenceId, fault);
    },
    /** The function of the simulated model. */
    simulate: async ({ request, fault, waited }: Json): Promise<Json> => {
      const askedAt = schedule.now();
      await schedule.sleep(500 + random.next() * 3000);
      if (fault === "slow" && waited === undefined) throw new TaskError("slow", "{}");
      if (fault === "refuse") throw new TaskError("Error", "Received client error (422) from primary");
      if (fault === "time_out") throw new TaskError("Error", "The request timed out");
      return draw(request, fault === "score_low" ? "scores_low" : null, askedAt);
    },
  };
}
