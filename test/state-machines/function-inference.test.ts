import * as v from "valibot";
import { expect, test } from "vitest";
import { InferenceNotification, inferenceErrorOf } from "../../lambdas/domain/generation/inference.ts";
import { definitionOf, errorNamed, runMachine } from "../support/run-machine.ts";

const definition = definitionOf("function-inference.asl.json");
const input = {
  input_location: "s3://pictures/inference/org_1/job_1/a/request.json",
  request: { seed: "1" },
};
const answer = { model_version: "simulated-3", candidates: [] };

/** Runs the machine with a model; what it publishes, to which topic. */
async function ask(model: (payload: Record<string, unknown>) => unknown, more = {}) {
  const published: { TopicArn: string; Message: unknown }[] = [];
  const publish = ({ TopicArn, Message }: Record<string, unknown>) => {
    published.push({ TopicArn: String(TopicArn), Message });
  };
  const { states, end } = await runMachine(
    definition,
    { ...input, ...more },
    {
      "Run the model": model,
      "Notify of the completion": publish,
      "Notify of the failure": publish,
    },
  );
  return { states, end, published };
}

test("the simulated model's answer comes with a notification that is read as SageMaker's is", async () => {
  const asked: unknown[] = [];
  const { published } = await ask((payload) => {
    asked.push(payload);
    return answer;
  });
  expect(asked).toEqual([input]);
  expect(published).toHaveLength(1);
  expect(published[0]?.TopicArn).toBe("${SuccessTopicArn}");
  expect(v.parse(InferenceNotification, published[0]?.Message)).toMatchObject({
    inputLocation: input.input_location,
    failureReason: null,
    answer: { output: answer },
  });
});

test("a failure of the simulated model is announced on the other topic, with its reason", async () => {
  const { published } = await ask(() => {
    throw errorNamed("InvocationError", "the source is not a picture");
  });
  expect(published).toHaveLength(1);
  expect(published[0]?.TopicArn).toBe("${ErrorTopicArn}");
  const { inputLocation, failureReason } = v.parse(InferenceNotification, published[0]?.Message);
  expect(inputLocation).toBe(input.input_location);
  expect(failureReason).toContain("the source is not a picture");
});

test("a model that is to be slow is waited for without it, then asked again", async () => {
  const asked: unknown[] = [];
  const { states, published } = await ask(
    (payload) => {
      asked.push(payload);
      if (!("waited" in payload)) throw errorNamed("slow");
      return answer;
    },
    { fault: "slow" },
  );
  expect(states).toEqual(["Run the model", "Run the model", "Notify of the completion"]);
  expect(asked[1]).toMatchObject({ ...input, fault: "slow" });
  expect(published[0]?.TopicArn).toBe("${SuccessTopicArn}");
  expect(definition.States["Be slow"]).toMatchObject({ Type: "Wait", Seconds: 60 });
});

/** A model for which Lambda, or what the model itself asks, is busy so many times. */
const busyFor = (times: number, error = "Lambda.TooManyRequestsException") => {
  let tries = 0;
  return () => {
    if (++tries <= times) throw errorNamed(error);
    return answer;
  };
};

test("a busy model is asked again for half an hour and more; nothing else is retried: a picture is drawn once", async () => {
  const busy = await ask(busyFor(75));
  expect(busy.states.filter((state) => state === "Run the model")).toHaveLength(76);
  expect(busy.published[0]?.TopicArn).toBe("${SuccessTopicArn}");
  const { states } = await ask(busyFor(75, "busy"));
  expect(states.at(-1)).toBe("Notify of the completion");
  const { published } = await ask(busyFor(76));
  expect(published[0]?.TopicArn).toBe("${ErrorTopicArn}");
  const { failureReason } = v.parse(InferenceNotification, published[0]?.Message);
  expect(inferenceErrorOf(failureReason ?? "")).toBe("inference_timeout");
  const broken = await ask(() => {
    throw errorNamed("InvocationError");
  });
  expect(broken.states.filter((state) => state === "Run the model")).toHaveLength(1);
});
