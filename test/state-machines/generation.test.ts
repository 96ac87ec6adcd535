import { describe, expect, test } from "vitest";
import { definitionOf, errorNamed, never, runMachine } from "../support/run-machine.ts";

const definition = definitionOf("generation.asl.json");
const reference = { organization_id: "org_1", job_id: "job_1" };

/** The tasks of a job that succeeds, some of them replaced. */
function tasksOf(replaced: Parameters<typeof runMachine>[2] = {}) {
  const finished: unknown[] = [];
  const tasks = {
    "Run the inference": () => ({ ...reference, attempt: "1", candidates: [] }),
    "Approve the candidates": () => ({ ...reference, outputs: ["picture"] }),
    "Finish the generation": (input: object) => void finished.push(input),
    ...replaced,
  };
  return { tasks, finished };
}

async function run(replaced: Parameters<typeof runMachine>[2] = {}, changed = definition) {
  const { tasks, finished } = tasksOf(replaced);
  const { states, end } = await runMachine(changed, reference, tasks);
  return { states, end, finished };
}

describe("a job", () => {
  test("is made, approved and finished, in three transitions", async () => {
    const begun: unknown[] = [];
    const { states, finished } = await run({
      "Run the inference": (input) => {
        begun.push(input);
        return { ...reference, attempt: "1", candidates: [] };
      },
    });
    expect(begun).toEqual([{ ...reference, task_token: "token", previous: reference }]);
    expect(states).toEqual(["Run the inference", "Approve the candidates", "Finish the generation"]);
    expect(finished).toEqual([{ ...reference, outputs: ["picture"] }]);
  });

  test("has its outputs handed from task to task if its configuration was approved before", async () => {
    const cached = { ...reference, outputs: ["cached"] };
    const { finished } = await run({
      "Run the inference": () => cached,
      "Approve the candidates": (input) => input,
    });
    expect(finished).toEqual([cached]);
  });

  test.each(["candidates_rejected", "candidates_suspected"])(
    "asks the model again, once, after %s, and hands on what was rejected",
    async (error) => {
      let approvals = 0;
      const asked: unknown[] = [];
      const { states, finished } = await run({
        "Run the inference": (input) => {
          asked.push(input);
          return {
            ...reference,
            attempt: String(asked.length),
            rejections: asked.length - 1,
            candidates: [],
          };
        },
        "Approve the candidates": () => {
          approvals += 1;
          if (approvals < 3) throw errorNamed(error);
          return { ...reference, outputs: ["picture"] };
        },
      });
      expect(states.filter((state) => state === "Run the inference")).toHaveLength(3);
      expect(asked).toMatchObject([
        { previous: reference },
        { previous: { rejections: 0, rejected: { Error: error } } },
        { previous: { rejections: 1, rejected: { Error: error } } },
      ]);
      expect(finished).toEqual([{ ...reference, outputs: ["picture"] }]);
    },
  );

  test.each(["Run the inference", "Approve the candidates"])(
    "that had ended when %s began is not finished again",
    async (state) => {
      const { states, end, finished } = await run({
        [state]: () => {
          throw errorNamed("job_ended");
        },
      });
      expect(states.at(-1)).toBe(state);
      expect(states.filter((one) => one === state)).toHaveLength(1);
      expect([finished, end]).toEqual([[], { output: expect.anything() }]);
    },
  );
});

/** How often a task that always fails with an error is tried, and what the job is finished with. */
async function triesOf(state: string, error: string) {
  const { states, finished } = await run({
    [state]: () => {
      throw errorNamed(error);
    },
  });
  return { tries: states.filter((one) => one === state).length, finished };
}

describe("a task that fails", () => {
  test.each([
    ["Run the inference", "ingest_failed", 1],
    ["Run the inference", "failure_simulated", 1],
    ["Run the inference", "job_overdue", 1],
    ["Run the inference", "inference_failed", 3],
    ["Run the inference", "inference_refused", 1],
    ["Run the inference", "inference_declined", 1],
    ["Run the inference", "inference_timeout", 1],
    ["Run the inference", "Runtime.ExitError", 3],
    ["Run the inference", "Lambda.TooManyRequestsException", 13],
    ["Approve the candidates", "no_approved_output", 1],
    ["Approve the candidates", "Runtime.ExitError", 3],
    ["Approve the candidates", "Lambda.TooManyRequestsException", 13],
  ])(
    "%s with %s is tried %i times; then the job is finished with that error",
    async (state, error, expected) => {
      const { tries, finished } = await triesOf(state, error);
      expect(tries).toBe(expected);
      expect(finished).toMatchObject([{ ...reference, error: { Error: error } }]);
    },
  );

  test("and then succeeds leaves no trace", async () => {
    const { finished } = await run({
      "Run the inference": (_, attempt) => {
        if (attempt < 3) throw errorNamed("inference_failed");
        return { ...reference, attempt: "3" };
      },
    });
    expect(finished).toEqual([{ ...reference, outputs: ["picture"] }]);
  });

  test("to finish, and to announce that, is tried eight times more, then left to the sweeper", async () => {
    const finishAt = (last: number) =>
      run({
        "Finish the generation": (_, attempt) => {
          if (attempt < last) throw errorNamed("InternalServerError");
        },
      });
    const { states, end } = await finishAt(9);
    expect(states.filter((state) => state === "Finish the generation")).toHaveLength(9);
    expect(end).toEqual({ output: { ...reference, outputs: ["picture"] } });
    expect((await finishAt(10)).end).toHaveProperty("error");
  });
});

describe("a task that does not answer", () => {
  /** The definition in which one state's limit is a fraction of a second. */
  const impatient = (state: string) => ({
    ...definition,
    States: { ...definition.States, [state]: { ...definition.States[state], TimeoutSeconds: 0.05 } },
  });

  test("is inference_timeout if it is the model, which is not asked again", async () => {
    const changed = impatient("Run the inference") as typeof definition;
    const { states, finished } = await run({ "Run the inference": never }, changed);
    expect(states.filter((state) => state === "Run the inference")).toHaveLength(1);
    expect(finished).toMatchObject([{ ...reference, error: { Error: "inference_timeout" } }]);
  });

  test("is retried if it is the service's own", async () => {
    const changed = impatient("Approve the candidates") as typeof definition;
    const { states, finished } = await run({ "Approve the candidates": never }, changed);
    expect(states.filter((state) => state === "Approve the candidates")).toHaveLength(3);
    expect(finished).toMatchObject([{ error: { Error: "States.Timeout" } }]);
  });
});
