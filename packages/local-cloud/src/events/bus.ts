import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Operations } from "../aws-api.ts";
import type { Stack } from "../template/stack.ts";
import { compilePattern, valueAt } from "./pattern.ts";
import { startSchedule } from "./schedule.ts";

/** Delivers a payload to the resource with that ARN. Returns when the resource has accepted it. */
export type Deliver = (arn: string, payload: string) => void;

const unsupported = v.optional(v.undefined("the local host passes a target the event or a part of it"));
const Target = v.object({
  Arn: v.string(),
  InputPath: v.optional(v.string(), "$"),
  Input: unsupported,
  InputTransformer: unsupported,
});
const Rule = v.object({
  EventBusName: v.optional(v.string(), "default"),
  EventPattern: v.optional(v.unknown()),
  ScheduleExpression: v.optional(v.string()),
  State: v.optional(v.string(), "ENABLED"),
  Targets: v.optional(v.array(Target), []),
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

type EventFields = { source: string; detailType: string; resources: string[]; detail: object };

const busName = (nameOrArn: string) => nameOrArn.replace(/^arn:.*:event-bus\//, "");

/** The template's event buses with their rules. Schedules run only after `startSchedules`. */
export function createEvents(stack: Stack, deliver: Deliver) {
  for (const { id } of stack.resources("AWS::Scheduler::Schedule", v.unknown()))
    throw new Error(`${id}: the local host knows schedules of rules only`);
  const rules = stack
    .resources("AWS::Events::Rule", Rule)
    .filter(({ properties }) => properties.State.startsWith("ENABLED"));
  const subscriptions = rules.flatMap(({ properties: { EventBusName, EventPattern, Targets } }) =>
    EventPattern === undefined
      ? []
      : [{ bus: busName(EventBusName), matches: compilePattern(EventPattern), targets: Targets }],
  );

  const eventOf = ({ source, detailType, resources, detail }: EventFields) => ({
    version: "0",
    id: randomUUID(),
    "detail-type": detailType,
    source,
    account: stack.place.account,
    time: new Date().toISOString().replace(/\.\d+/, ""),
    region: stack.place.region,
    resources,
    detail,
  });

  const send = (event: object, targets: v.InferOutput<typeof Target>[]) => {
    for (const { Arn, InputPath } of targets) deliver(Arn, JSON.stringify(valueAt(event, InputPath) ?? null));
  };

  const put = (input: unknown) => {
    const events = v.parse(PutEvents, input).Entries.map((entry) => {
      const { Source: source, DetailType: detailType, Resources: resources, Detail: detail } = entry;
      return { bus: busName(entry.EventBusName), event: eventOf({ source, detailType, resources, detail }) };
    });
    for (const { bus, event } of events)
      for (const subscription of subscriptions)
        if (subscription.bus === bus && subscription.matches(event)) send(event, subscription.targets);
    return { FailedEntryCount: 0, Entries: events.map(({ event }) => ({ EventId: event.id })) };
  };

  /** Starts the template's schedules, and returns the function that ends them. */
  const startSchedules = (): (() => void) => {
    const stops = rules.flatMap(({ ref, properties: { ScheduleExpression, Targets } }) => {
      if (ScheduleExpression === undefined) return [];
      const fields = { source: "aws.events", detailType: "Scheduled Event", resources: [ref], detail: {} };
      return startSchedule(ScheduleExpression, () => send(eventOf(fields), Targets));
    });
    return () => {
      for (const stop of stops) stop();
    };
  };

  const api: Operations = { "AWSEvents.PutEvents": put };
  return { api, startSchedules };
}
