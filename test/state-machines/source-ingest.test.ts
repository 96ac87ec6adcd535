import { expect, test } from "vitest";
import { definitionOf, errorNamed, runMachine } from "../support/run-machine.ts";

const definition = definitionOf("source-ingest.asl.json");
const input = { organization_id: "org_1", ingest_id: "src_1" };
const fail = (error: string) => () => {
  throw errorNamed(error);
};

test("an ingest is one task if the picture is ingested or refused, and is handed what names it", async () => {
  const asked: unknown[] = [];
  const { states, end } = await runMachine(definition, input, {
    "Ingest the source": (payload) => void asked.push(payload),
  });
  expect([states, asked, end]).toEqual([["Ingest the source"], [input], { output: input }]);
});

const tries: [error: string, times: number][] = [
  ["Runtime.ExitError", 4],
  ["Sandbox.Timedout", 4],
  ["Lambda.TooManyRequestsException", 13],
];

test.each(tries)(
  "one whose task ends with %s is tried %i times, then failed with that error",
  async (error, times) => {
    const failed: unknown[] = [];
    const { states, end } = await runMachine(definition, input, {
      "Ingest the source": fail(error),
      "Fail the ingest": (payload) => void failed.push(payload),
    });
    expect(states).toEqual([...Array(times).fill("Ingest the source"), "Fail the ingest"]);
    expect(failed).toMatchObject([{ ...input, error: { Error: error } }]);
    expect(end).toMatchObject({ output: input });
  },
);

test.each(tries)(
  "one that cannot be failed for %s is tried %i times, then its execution fails, which wakes an operator",
  async (error, times) => {
    const { states, end } = await runMachine(definition, input, {
      "Ingest the source": fail("Runtime.ExitError"),
      "Fail the ingest": fail(error),
    });
    expect(states.filter((state) => state === "Fail the ingest")).toHaveLength(times);
    expect(end).toHaveProperty("error");
  },
);
