import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { afterEach, expect, test, vi } from "vitest";
import { backOff, isContention, retryOnContention } from "../../../lambdas/storage/contention.ts";
import { refusedFor } from "../../support/transactions.ts";

afterEach(() => void vi.restoreAllMocks());

test.each<[boolean, string, unknown]>([
  [true, "a conflict", refusedFor("None", "TransactionConflict")],
  [true, "throttling", refusedFor("ThrottlingError", "None")],
  [true, "used up capacity", refusedFor("ProvisionedThroughputExceeded")],
  [true, "a single write's conflict", new TransactionConflictException({ $metadata: {}, message: "" })],
  [false, "a condition", refusedFor("ConditionalCheckFailed", "None")],
  [false, "a condition with a conflict", refusedFor("ConditionalCheckFailed", "TransactionConflict")],
  [false, "an invalid item", refusedFor("ValidationError")],
  [false, "no reason", new TransactionCanceledException({ $metadata: {}, message: "" })],
  [false, "another error", new Error("TransactionConflict")],
])("it is %s that a write refused for %s is sent again", async (expected, _, error) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(isContention(error)).toBe(expected);
  const send = vi.fn().mockRejectedValue(error);
  await expect(retryOnContention(send)).rejects.toBe(error);
  expect(send).toHaveBeenCalledTimes(expected ? 20 : 1);
});

test("a write is sent until it is done", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const conflict = refusedFor("TransactionConflict");
  const send = vi
    .fn()
    .mockRejectedValueOnce(conflict)
    .mockRejectedValueOnce(conflict)
    .mockResolvedValue("done");
  expect(await retryOnContention(send)).toBe("done");
  expect(send).toHaveBeenCalledTimes(3);
});

test("the pauses between attempts double up to 800 ms, each of them shortened at random", async () => {
  const waits = vi.spyOn(globalThis, "setTimeout").mockImplementation((run) => {
    run();
    return setImmediate(() => {}) as never;
  });
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  for (const attempt of [1, 2, 5, 6, 20]) await backOff(attempt);
  random.mockReturnValue(0.5);
  await backOff(1);
  expect(waits.mock.calls.map(([, ms]) => ms)).toEqual([50, 100, 800, 800, 800, 25]);
});
