import { describe, expect, test } from "vitest";
import { definitionOf, errorNamed, never, runMachine } from "./run-machine.ts";

const definition = definitionOf("generation.asl.json");
const reference = { organization_id: "org_1", job_id: "job_1" };

/** The tasks of a job that succeeds, some of them replaced. */
function tasksOf(replaced: Parameters<typeof runMachine>[2] = {}) {
  const announced: unknown[] = [];
  const finished: unknown[] = [];
  const tasks = {
    "Ingest the source": () => null,
    "Prepare the generation": () => reference,
    "Run the inference": () => ({ ...reference, attempt: "1", candidates: [] }),
    "Approve the candidates": () => ({ ...reference, outputs: ["picture"] }),
    "Finish the generation": (input: object) => {
      finished.push(input);
      return { ...reference, type: "generation.ended" };
    },
    "Publish the completion": (input: object) => void announced.push(input),
    ...replaced,
  };
  return { tasks, announced, finished };
}

async function run(
  input: Parameters<typeof runMachine>[1],
  replaced: Parameters<typeof runMachine>[2] = {},
  changed = definition,
) {
  const { tasks, announced, finished } = tasksOf(replaced);
  const { states, end } = await runMachine(changed, input, tasks);
  return { states, end, announced, finished };
}

describe("a job", () => {
  test("from an asset is prepared, made, approved, finished and announced once", async () => {
    const { states, announced } = await run(reference);
    expect(states).toEqual([
      "Prepare the generation",
      "Run the inference",
      "Approve the candidates",
      "Finish the generation",
      "Publish the completion",
    ]);
    expect(announced).toMatchObject([{ Entries: [{ DetailType: "generation.ended", Detail: reference }] }]);
  });

  test("with an inline source ingests it first, and keeps its own input", async () => {
    const { states, finished } = await run({ ...reference, ingest_id: "src_1" });
    expect(states.slice(0, 2)).toEqual(["Ingest the source", "Prepare the generation"]);
    expect(finished).toEqual([{ ...reference, outputs: ["picture"] }]);
  });

  test("whose configuration was approved before runs no inference", async () => {
    const cached = { ...reference, outputs: ["cached"] };
    const { states, finished } = await run(reference, { "Prepare the generation": () => cached });
    expect(states).toEqual(["Prepare the generation", "Finish the generation", "Publish the completion"]);
    expect(finished).toEqual([cached]);
  });

  test("found overdue goes straight to its end", async () => {
    const overdue = { ...reference, error: { Error: "job_overdue", Cause: "" } };
    const { states, finished } = await run(overdue);
    expect(states).toEqual(["Finish the generation", "Publish the completion"]);
    expect(finished).toEqual([overdue]);
  });

  test.each(["Prepare the generation", "Run the inference", "Approve the candidates"])(
    "that had ended when %s began is neither finished nor announced again",
    async (state) => {
      const { states, end, finished } = await run(reference, {
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

/** How often a task is tried that always fails with an error, and with what the job is finished. */
async function triesOf(state: string, error: string) {
  const { states, finished } = await run(
    { ...reference, ingest_id: "src_1" },
    {
      [state]: () => {
        throw errorNamed(error);
      },
    },
  );
  return { tries: states.filter((one) => one === state).length, finished };
}

describe("a task that fails", () => {
  test.each([
    ["Ingest the source", "ingest_failed", 1],
    ["Ingest the source", "Runtime.ExitError", 4],
    ["Ingest the source", "Sandbox.Timedout", 4],
    ["Ingest the source", "Lambda.TooManyRequestsException", 9],
    ["Prepare the generation", "InternalServerError", 4],
    ["Prepare the generation", "Lambda.TooManyRequestsException", 9],
    ["Run the inference", "inference_failed", 3],
    ["Run the inference", "inference_refused", 1],
    ["Run the inference", "inference_timeout", 1],
    ["Run the inference", "Runtime.ExitError", 3],
    ["Run the inference", "Lambda.TooManyRequestsException", 9],
    ["Approve the candidates", "no_approved_output", 1],
    ["Approve the candidates", "Runtime.ExitError", 3],
  ])(
    "%s with %s is tried %i times; then the job is finished with that error",
    async (state, error, expected) => {
      const { tries, finished } = await triesOf(state, error);
      expect(tries).toBe(expected);
      expect(finished).toMatchObject([{ ...reference, error: { Error: error } }]);
    },
  );

  test("and then succeeds leaves no trace", async () => {
    const { finished } = await run(reference, {
      "Run the inference": (_, attempt) => {
        if (attempt < 3) throw errorNamed("inference_failed");
        return { ...reference, attempt: "3" };
      },
    });
    expect(finished).toEqual([{ ...reference, outputs: ["picture"] }]);
  });

  test("to finish or to publish is tried until it succeeds", async () => {
    const failing = (_: unknown, attempt: number) => {
      if (attempt < 8) throw errorNamed("InternalServerError");
      return { ...reference, type: "generation.succeeded" };
    };
    const { states } = await run(reference, {
      "Finish the generation": failing,
      "Publish the completion": failing,
    });
    expect(states.filter((state) => state === "Finish the generation")).toHaveLength(8);
    expect(states.filter((state) => state === "Publish the completion")).toHaveLength(8);
  });
});

describe("a task that does not answer", () => {
  /** The definition in which one state's limit is a fraction of a second. */
  const impatient = (state: string) => ({
    ...definition,
    States: { ...definition.States, [state]: { ...definition.States[state], TimeoutSeconds: 0.05 } },
  });

  test("is inference_timeout where it is the model, which is not asked again", async () => {
    const changed = impatient("Run the inference") as typeof definition;
    const { states, finished } = await run(reference, { "Run the inference": never }, changed);
    expect(states.filter((state) => state === "Run the inference")).toHaveLength(1);
    expect(finished).toMatchObject([{ ...reference, error: { Error: "inference_timeout" } }]);
  });

  test("is tried again where it is our own", async () => {
    const changed = impatient("Approve the candidates") as typeof definition;
    const { states, finished } = await run(reference, { "Approve the candidates": never }, changed);
    expect(states.filter((state) => state === "Approve the candidates")).toHaveLength(3);
    expect(finished).toMatchObject([{ error: { Error: "States.Timeout" } }]);
  });
});

describe("an ingest of its own", () => {
  const ingest = definitionOf("source-ingest.asl.json");
  const input = { organization_id: "org_1", ingest_id: "src_1" };

  test("is one task where the picture is ingested or refused", async () => {
    const { states } = await runMachine(ingest, input, { "Ingest the source": () => null });
    expect(states).toEqual(["Ingest the source"]);
  });

  test("that its task cannot end is failed with that error", async () => {
    const failed: unknown[] = [];
    const { states } = await runMachine(ingest, input, {
      "Ingest the source": () => {
        throw errorNamed("Runtime.ExitError");
      },
      "Fail the ingest": (payload) => void failed.push(payload),
    });
    expect(states).toEqual([...Array(4).fill("Ingest the source"), "Fail the ingest"]);
    expect(failed).toMatchObject([{ ...input, error: { Error: "Runtime.ExitError" } }]);
  });
});
