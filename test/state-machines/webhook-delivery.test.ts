import { expect, test } from "vitest";
import { definitionOf, errorNamed, runMachine } from "../support/run-machine.ts";

const definition = definitionOf("webhook-delivery.asl.json");
const input = { type: "generation.succeeded", organization_id: "org_1", job_id: "job_1" };

/** Runs a delivery; what is attempted, and what is kept in the dead-letter queue. */
async function deliver(attempt: (payload: Record<string, unknown>, nth: number) => unknown, full = 0) {
  const attempted: unknown[] = [];
  const kept: unknown[] = [];
  const { states, end } = await runMachine(definition, input, {
    "Deliver the webhook": (payload, nth) => {
      attempted.push(payload);
      return attempt(payload, nth);
    },
    "Keep in the dead-letter queue": (payload, nth) => {
      if (nth <= full) throw errorNamed("SdkClientException");
      kept.push(payload);
    },
  });
  return { states, end, attempted, kept };
}

test("a delivery at the first attempt is one task, and gives on what it was given", async () => {
  const { states, attempted, end } = await deliver(() => ({ delivered: true }));
  expect([states, attempted, end]).toEqual([["Deliver the webhook"], [input], { output: input }]);
});

test("one that is postponed waits until the time that it names, then is attempted again", async () => {
  const time = "2026-11-22T09:00:00.000Z";
  const { states, attempted, kept } = await deliver((_, nth) => {
    if (nth < 3) throw errorNamed("DeliveryPostponed", time);
  });
  expect(states).toEqual(Array(3).fill("Deliver the webhook"));
  const postponed = { ...input, postponed: { by: { errorMessage: time } } };
  expect(attempted).toMatchObject([input, postponed, postponed]);
  const TimestampPath = "$.postponed.by.errorMessage";
  expect(definition.States["Wait for the next attempt"]).toMatchObject({ Type: "Wait", TimestampPath });
  expect(kept).toEqual([]);
});

test.each([
  ["DeliveryGivenUp", 1],
  ["Runtime.ExitError", 13],
])("one that ends with %s is attempted %i times, then kept with that error", async (error, attempts) => {
  const { attempted, kept, end } = await deliver(() => {
    throw errorNamed(error);
  });
  expect(attempted).toHaveLength(attempts);
  expect(kept).toMatchObject([{ QueueUrl: "${DeadLetterQueueUrl}" }]);
  expect(kept).toMatchObject([{ MessageBody: { ...input, failed: { Error: error } } }]);
  expect(end).toHaveProperty("output");
});

test("the dead-letter queue is tried eight times more", async () => {
  const refuse = () => {
    throw errorNamed("DeliveryGivenUp");
  };
  expect((await deliver(refuse, 8)).kept).toHaveLength(1);
  expect((await deliver(refuse, 9)).end).toHaveProperty("error");
});
