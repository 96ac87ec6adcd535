import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Operations } from "../aws-api.ts";
import type { Stack } from "../template/stack.ts";
import { compilePattern, type Matcher } from "./pattern.ts";
import { startSchedule } from "./schedule.ts";
import { TargetInput, targetInput } from "./target-input.ts";

/** Hands a payload to the resource with that ARN; returns once the resource has durably taken it. */
export type Deliver = (arn: string, payload: string) => void;

const Target = v.object({ Arn: v.string(), ...TargetInput.entries });
const Rule = v.object({
  EventBusName: v.optional(v.string(), "default"),
  EventPattern: v.optional(v.unknown()),
  ScheduleExpression: v.optional(v.string()),
  State: v.optional(v.string(), "ENABLED"),
  Targets: v.optional(v.array(Target), []),
});
const Schedule = v.object({
  ScheduleExpression: v.string(),
  State: v.optional(v.string(), "ENABLED"),
  Target: Target,
});

const Detail = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const PutEvents = v.object({
  Entries: v.array(
    v.object({
      Source: v.string(),
      DetailType: v.string(),
      Detail,
      EventBusName: v.optional(v.string(), "default"),
      Resources: v.optional(v.array(v.string()), []),
    }),
  ),
});

type Subscription = { bus: string; matches: Matcher; targets: v.InferOutput<typeof Target>[] };

const busName = (nameOrArn: string) => nameOrArn.replace(/^arn:.*:event-bus\//, "");

/** EventBridge as the template has it: buses with their rules, and schedules. */
export function createEvents(stack: Stack, deliver: Deliver) {
  const rules = stack
    .resources("AWS::Events::Rule", Rule)
    .filter(({ properties }) => properties.State.startsWith("ENABLED"));
  const subscriptions: Subscription[] = rules.flatMap(({ properties }) =>
    properties.EventPattern === undefined
      ? []
      : [
          {
            bus: busName(properties.EventBusName),
            matches: compilePattern(properties.EventPattern),
            targets: properties.Targets,
          },
        ],
  );

  const put = (input: unknown) => {
    const events = v.parse(PutEvents, input).Entries.map((entry) => ({
      bus: busName(entry.EventBusName),
      event: {
        version: "0",
        id: randomUUID(),
        "detail-type": entry.DetailType,
        source: entry.Source,
        account: stack.place.account,
        time: new Date().toISOString().replace(/\.\d+/, ""),
        region: stack.place.region,
        resources: entry.Resources,
        detail: entry.Detail,
      },
    }));
    for (const { bus, event } of events)
      for (const subscription of subscriptions)
        if (subscription.bus === bus && subscription.matches(event))
          for (const target of subscription.targets) deliver(target.Arn, targetInput(target, event));
    return { FailedEntryCount: 0, Entries: events.map(({ event }) => ({ EventId: event.id })) };
  };

  const api: Operations = { "AWSEvents.PutEvents": put };
  return { put, api, startSchedules: () => startSchedules(stack, rules, deliver) };
}

/** Starts every schedule of the template; the first run comes after the first interval, as on AWS. */
function startSchedules(
  stack: Stack,
  rules: { ref: string; properties: v.InferOutput<typeof Rule> }[],
  deliver: Deliver,
) {
  const ofRules = rules.flatMap(({ ref, properties: { ScheduleExpression, Targets } }) =>
    ScheduleExpression === undefined ? [] : Targets.map((target) => ({ ref, ScheduleExpression, target })),
  );
  const ofScheduler = stack
    .resources("AWS::Scheduler::Schedule", Schedule)
    .filter(({ properties }) => properties.State === "ENABLED")
    .map(({ ref, properties }) => ({
      ref,
      ScheduleExpression: properties.ScheduleExpression,
      target: properties.Target,
    }));
  const stops = [...ofRules, ...ofScheduler].map(({ ref, ScheduleExpression, target }) =>
    startSchedule(ScheduleExpression, () => {
      const event = {
        version: "0",
        id: randomUUID(),
        "detail-type": "Scheduled Event",
        source: "aws.events",
        account: stack.place.account,
        time: new Date().toISOString().replace(/\.\d+/, ""),
        region: stack.place.region,
        resources: [ref],
        detail: {},
      };
      deliver(target.Arn, targetInput(target, event));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
