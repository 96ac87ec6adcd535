import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Stack } from "./template/stack.ts";

const Subscription = v.object({
  TopicArn: v.string(),
  Protocol: v.literal("lambda", "the local host delivers notifications to functions only"),
  Endpoint: v.string(),
});

/** The template's topics. Publishing invokes every subscribed function with the notification in SNS's format. */
export function createTopics(stack: Stack, invokeAsync: (functionArn: string, payload: string) => void) {
  const subscriptions = stack.resources("AWS::SNS::Subscription", Subscription);
  return {
    publish: (topicArn: string, message: string): void => {
      const id = randomUUID();
      const timestamp = new Date().toISOString();
      for (const { properties } of subscriptions.filter(
        ({ properties }) => properties.TopicArn === topicArn,
      )) {
        const record = {
          EventSource: "aws:sns",
          EventVersion: "1.0",
          EventSubscriptionArn: `${topicArn}:${randomUUID()}`,
          Sns: {
            Type: "Notification",
            MessageId: id,
            TopicArn: topicArn,
            Subject: null,
            Message: message,
            Timestamp: timestamp,
            SignatureVersion: "1",
            Signature: "local",
            SigningCertUrl: "https://localhost/",
            UnsubscribeUrl: "https://localhost/",
            MessageAttributes: {},
          },
        };
        invokeAsync(properties.Endpoint, JSON.stringify({ Records: [record] }));
      }
    },
  };
}
