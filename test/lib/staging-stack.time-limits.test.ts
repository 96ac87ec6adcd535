import { expect, test } from "vitest";
import { leaseMs } from "../../lambdas/domain/webhook/delivery.ts";
import { attemptMs } from "../../lambdas/runtime/network/post.ts";
import { dev, prodWithModel, templateOf } from "../support/stack/synthesize.ts";
import { functionLimits, machines, secondsOf } from "../support/stack/time-limits.ts";

const templates = {
  "dev, whose model is a function": dev(),
  "prod, whose model is an endpoint": prodWithModel(),
};

for (const [stage, made] of Object.entries(templates)) {
  const template = templateOf(made);
  const limits = functionLimits(template);
  const tasks = machines(template).flatMap(({ machine, functionOf }) =>
    Object.entries(machine.States)
      .filter(([, { Type }]) => Type === "Task")
      .map(([name, state]) => ({ name: `${machine.name}: ${name}`, machine, state, id: functionOf(state) })),
  );

  test(`every state outlasts the function that it runs, in ${stage}`, () => {
    const running = tasks.filter(({ id }) => id !== undefined);
    expect(running.length).toBeGreaterThan(5);
    for (const { name, state, id = "" } of running) {
      expect(limits[id], name).toBeGreaterThan(0);
      expect(state.TimeoutSeconds, name).toBeGreaterThan(limits[id] ?? 0);
    }
  });

  test(`every state machine outlasts each of its states, in ${stage}`, () => {
    for (const { name, machine, state } of tasks) {
      expect(state.TimeoutSeconds, name).toBeGreaterThan(0);
      // A delivery waits up to three days between its attempts, and has no limit as a whole.
      if (machine.TimeoutSeconds !== undefined)
        expect(state.TimeoutSeconds, name).toBeLessThan(machine.TimeoutSeconds);
    }
  });

  test(`a task of ours that hangs is tried again, in ${stage}`, () => {
    for (const { name, state } of tasks) {
      const waitsForTheModel = state.Resource?.endsWith(".waitForTaskToken");
      const isModel = name.endsWith("Run the model") || name.includes("Notify of the");
      const retried = state.Retry?.filter(({ MaxAttempts = 3 }) => MaxAttempts > 0) ?? [];
      const errors = retried.flatMap(({ ErrorEquals }) => ErrorEquals);
      if (!waitsForTheModel && !isModel) expect(errors, name).toContain("States.Timeout");
    }
  });

  test(`API Gateway waits for every function that it calls, in ${stage}`, () => {
    const methods = Object.values(template.findResources("AWS::ApiGateway::Method")).map(({ Properties }) =>
      JSON.stringify(Properties.Integration),
    );
    const called = Object.entries(limits).filter(([id]) =>
      methods.some((method) => method.includes(`"${id}"`)),
    );
    expect(called.length).toBeGreaterThan(15);
    for (const [id, seconds] of called) expect(seconds, id).toBeLessThanOrEqual(29);
  });
}

test("a webhook's post ends before its function, and its function before another may attempt the same", () => {
  const seconds = secondsOf("DeliverWebhook");
  expect(attemptMs).toBeLessThan(seconds * 1000);
  expect(seconds * 1000).toBeLessThan(leaseMs);
});
