import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compilePattern } from "../../src/events/pattern.ts";
import { startSchedule } from "../../src/events/schedule.ts";
import {
  discard,
  eventually,
  makeAssembly,
  sdkOf,
  startTestCloud,
  stateMachine,
} from "../support/assembly.ts";

const arn = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
const rule = (pattern: object, Targets: object[]) => ({
  Type: "AWS::Events::Rule",
  Properties: { EventBusName: { Ref: "Bus" }, EventPattern: pattern, Targets },
});
const keep = {
  code: `const kept = []; export const handler = async (event) => (event.list ? kept : void kept.push(event));`,
};

const assembly = makeAssembly(
  {
    Whole: keep,
    Part: keep,
    Ran: keep,
    Flaky: {
      code: `let calls = 0; export const handler = async (event) => { if (event.list) return [calls]; if (++calls < 2) throw new Error("not yet"); };`,
    },
  },
  {
    Bus: { Type: "AWS::Events::EventBus", Properties: { Name: "jobs" } },
    Finished: rule({ source: ["service"], "detail-type": ["job.done", "job.failed"] }, [
      { Id: "1", Arn: arn("Whole") },
      { Id: "2", Arn: arn("Part"), InputPath: "$.detail" },
      { Id: "3", Arn: { Ref: "Machine" }, InputPath: "$.detail" },
      { Id: "4", Arn: arn("Flaky") },
    ]),
    Machine: stateMachine(
      {
        StartAt: "Run",
        States: {
          Run: {
            Type: "Task",
            Resource: "arn:aws:states:::lambda:invoke",
            Parameters: { FunctionName: "${Ran}", "Payload.$": "$" },
            Next: "Keep",
          },
          Keep: {
            Type: "Task",
            Resource: "arn:aws:states:::sqs:sendMessage",
            Parameters: {
              QueueUrl: "https://sqs.eu-central-1.amazonaws.com/000000000000/test-Queue",
              "MessageBody.$": "$",
            },
            End: true,
          },
        },
      },
      ["Ran"],
    ),
    Queue: { Type: "AWS::SQS::Queue", Properties: { VisibilityTimeout: 1 } },
  },
);

type Service = Awaited<ReturnType<typeof startTestCloud>>;
let service: Service;

beforeAll(async () => {
  service = await startTestCloud(assembly);
});
afterAll(() => discard(service));

const put = (type: string, detail: object, bus = "jobs") => {
  const client = new EventBridgeClient(sdkOf(service, "EVENTBRIDGE"));
  const entry = { Source: "service", DetailType: type, Detail: JSON.stringify(detail), EventBusName: bus };
  return client.send(new PutEventsCommand({ Entries: [entry] }));
};
const keptBy = async (id: string): Promise<unknown[]> => {
  const result = await service.invoke(id, '{"list":true}');
  return "payload" in result ? JSON.parse(result.payload) : [];
};
const firstKept = (id: string) => eventually(async () => (await keptBy(id))[0]);

test("an event is delivered to every target of the rules that it matches, whole or the part that the target asks for", async () => {
  await put("other.thing", { job_id: "none" });
  await put("job.done", { job_id: "elsewhere" }, "default");
  const { Entries } = await put("job.done", { job_id: 'a "b"', count: 2 });
  expect(await firstKept("Whole")).toMatchObject({
    version: "0",
    id: Entries?.[0]?.EventId,
    source: "service",
    "detail-type": "job.done",
    account: "000000000000",
    region: "eu-central-1",
    detail: { job_id: 'a "b"', count: 2 },
  });
  expect(await firstKept("Part")).toEqual({ job_id: 'a "b"', count: 2 });
  expect(await firstKept("Ran")).toEqual({ job_id: 'a "b"', count: 2 });
  expect(await keptBy("Whole")).toHaveLength(1);
});

test("a function that fails on an event is retried", async () => {
  expect(await eventually(async () => (await keptBy("Flaky"))[0] === 2)).toBe(true);
});

test("patterns match literals and lists of values, and unknown matchers are refused", () => {
  const matches = (pattern: object, event: object) => compilePattern(pattern)(event);
  expect(matches({ a: ["x", 1] }, { a: 1 })).toBe(true);
  expect(matches({ a: ["x"] }, { a: ["y", "x"] })).toBe(true);
  expect(matches({ a: ["x"], b: ["y"] }, { a: "x" })).toBe(false);
  expect(matches({ a: { b: ["x"] } }, { a: {} })).toBe(false);
  for (const matcher of [{ prefix: "x" }, { exists: false }, { numeric: [">", 1] }])
    expect(() => compilePattern({ a: ["x", matcher] })).toThrow(JSON.stringify(matcher));
});

test("transformed targets and schedules outside rules are refused at the start", async () => {
  const rate = (target: object) => ({
    Type: "AWS::Events::Rule",
    Properties: { ScheduleExpression: "rate(1 minute)", Targets: [{ Arn: "arn", ...target }] },
  });
  for (const [resource, problem] of [
    [rate({ Input: "{}" }), "passes a target the event"],
    [rate({ InputTransformer: { InputTemplate: "{}" } }), "passes a target the event"],
    [{ Type: "AWS::Scheduler::Schedule" }, "Odd: the local host knows schedules of rules only"],
  ] as const)
    await expect(startTestCloud(makeAssembly({}, { Odd: resource }))).rejects.toThrow(problem);
});

test("a schedule other than a rate is refused", () => {
  for (const expression of ["rate(soon)", "at(2026-01-01T00:00:00)", "cron(0 3 * * ? *)"])
    expect(() => startSchedule(expression, () => {})).toThrow("the local host does not know the schedule");
});

test("a scheduled function runs after each interval until the schedule ends", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 2, 58) });
  const runs: string[] = [];
  const stop = startSchedule("rate(2 minutes)", () => runs.push(new Date().toISOString().slice(11, 16)));
  vi.advanceTimersByTime(5 * 60_000);
  stop();
  vi.advanceTimersByTime(5 * 60_000);
  vi.useRealTimers();
  expect(runs).toEqual(["03:00", "03:02"]);
});
