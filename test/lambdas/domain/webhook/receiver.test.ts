import { expect, test } from "vitest";
import {
  healthyReceiver,
  type Receiver,
  type ReceiverAnswer,
  receiverAfter,
} from "../../../../lambdas/domain/webhook/receiver.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000);

/** The receiver after answers at these hours. */
const after = (...answers: [hour: number, answer: ReceiverAnswer][]) =>
  answers.reduce<Receiver>(
    (receiver, [hour, answer]) => receiverAfter(receiver, answer, at(hour)) ?? receiver,
    healthyReceiver("org_1", "https://example.com/hook"),
  );
const failures = (...hours: number[]) => hours.map((hour): [number, ReceiverAnswer] => [hour, "failed"]);

test("a receiver that fails for 5 days without a success is disabled at the first failure after them", () => {
  const almost = after(...failures(0, 24, 48, 72, 96, 119.9));
  expect(almost).toMatchObject({ failing_since: at(0).toISOString(), disabled_at: null });
  expect(receiverAfter(almost, "failed", at(120))).toMatchObject({
    disabled_at: at(120).toISOString(),
    disabled_because: "failing",
    revision: almost.revision + 1,
  });
});

test("one success in between restarts the 5 days", () => {
  const receiver = after(...failures(0, 24, 48, 72, 96), [100, "succeeded"], ...failures(110, 121));
  expect(receiver).toMatchObject({ failing_since: at(110).toISOString(), disabled_at: null });
  expect(after([0, "failed"], [1, "succeeded"])).toMatchObject({ revision: 2, failing_since: null });
});

test("more than two days between failures restart the 5 days", () => {
  expect(after(...failures(0, 48))).toMatchObject({ failing_since: at(0).toISOString() });
  const receiver = after(...failures(0, 24, 240));
  expect(receiver).toMatchObject({ failing_since: at(240).toISOString(), disabled_at: null });
});

test("410 Gone disables at once", () => {
  expect(after([0, "gone"])).toMatchObject({ disabled_at: at(0).toISOString(), disabled_because: "gone" });
});

test("a disabled receiver stays as it is, whatever it still answers", () => {
  const disabled = after([0, "gone"]);
  for (const answer of ["succeeded", "failed", "gone"] as const)
    expect(receiverAfter(disabled, answer, at(1))).toBeNull();
});

test("a success of a healthy receiver and failures within one hour change nothing", () => {
  expect(receiverAfter(after(), "succeeded", at(0))).toBeNull();
  expect(receiverAfter(after(...failures(0)), "failed", at(0.9))).toBeNull();
  expect(receiverAfter(after(...failures(0)), "failed", at(1))).not.toBeNull();
});
