import { SendTaskFailureCommand, SendTaskSuccessCommand } from "@aws-sdk/client-sfn";
import type { Context } from "aws-lambda";
import { afterAll, beforeEach, expect, test } from "vitest";
import { handler as complete } from "../../../lambdas/pipeline/complete-inference.ts";
import { rememberInference } from "../../../lambdas/storage/generation/pending-inferences.ts";
import { startApi } from "../../support/api.ts";
import { goodAnswer, notification } from "../../support/notification.ts";

const api = await startApi();
afterAll(() => api.stop());

const reference = { organization_id: "org_1", job_id: "job_1" };
const attempt = { ...reference, attempt: "1", rejections: 1 };
const answered = { organizationId: "org_1", jobId: "job_1", attempt: "1" };
beforeEach(async () => {
  api.stateMachines.resetHistory();
  await rememberInference({ ...attempt, task_token: "token" }, new Date());
});

const context = { awsRequestId: "task" } as Context;
const given = () =>
  api.stateMachines.commandCalls(SendTaskSuccessCommand).map(({ args: [{ input }] }) => {
    expect(input.taskToken).toBe("token");
    return JSON.parse(input.output ?? "");
  });
const failures = () =>
  api.stateMachines
    .commandCalls(SendTaskFailureCommand)
    .map(({ args: [{ input }] }) => [input.taskToken, input.error, input.cause]);

/** The event of an answer that the model has stored. */
function stored(location: string, text: string) {
  api.stored.set("/pictures/inference-results/a/b.out", Buffer.from(text));
  const [{ Sns } = { Sns: { Message: "" } }] = notification(answered, { output: null }).Records;
  const message = { ...JSON.parse(Sns.Message), responseParameters: { outputLocation: location } };
  return { Records: [{ Sns: { Message: JSON.stringify(message) } }] };
}

const location = "s3://pictures/inference-results/a/b.out";
test.each([
  ["in the notification", () => notification(answered, { output: goodAnswer })],
  ["in the bucket", () => stored(location, JSON.stringify(goodAnswer))],
])("the model's answer %s goes to the task that waits, with its attempt and its time", async (_, event) => {
  await complete(event(), context);
  const answered_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/);
  const { candidate_id, score, safe } = goodAnswer.candidates[0] ?? {};
  expect(given()).toEqual([
    expect.objectContaining({
      ...attempt,
      candidates: [expect.objectContaining({ candidate_id, score, safe })],
      answered_at,
    }),
  ]);
  expect(failures()).toEqual([]);
});

const again = "Regenerating may succeed.";
const declined = { reason: "capture_type", message: "Floor plans are not staged." };
const failing: [string, () => object, string[]][] = [
  [
    "that it broke down",
    () => notification(answered, { failureReason: "Received server error (500) from primary" }),
    ["inference_failed", `The model could not process the picture. ${again}`],
  ],
  [
    "that it refuses",
    () => notification(answered, { failureReason: "Received client error (422) from primary" }),
    ["inference_refused", "The model refused the picture."],
  ],
  [
    "that it had no time",
    () => notification(answered, { failureReason: "The request expired" }),
    ["inference_timeout", `The model did not answer in time. ${again}`],
  ],
  [
    "that it declines",
    () => notification(answered, { output: { ...goodAnswer, candidates: [], declined } }),
    ["inference_declined", declined.message],
  ],
  ...["{}", "no JSON"].map((text): [string, () => object, string[]] => [
    `${text}, which breaks the contract`,
    () => stored(location, text),
    ["inference_failed", `The model could not process the picture. ${again}`],
  ]),
  ...[`see ${location}`, "s3://pictures", "nowhere"].map((where): [string, () => object, string[]] => [
    `at ${where}, which is no address`,
    () => stored(where, JSON.stringify(goodAnswer)),
    ["inference_failed", `The model could not process the picture. ${again}`],
  ]),
];
test.each(failing)(
  "a model that answers %s fails the task, in words for the caller",
  async (_, event, end) => {
    await complete(event(), context);
    expect(failures()).toEqual([["token", ...end]]);
    expect(given()).toEqual([]);
  },
);

test("a model that fails when it is asked for better pictures leaves the suspected ones, with their own time", async () => {
  const candidates = [{ candidate_id: "c1", score: 0.9, safe: true, mask: false }];
  const suspected = { attempt: "0", candidates, answered_at: "2026-11-22T09:00:00.000Z" };
  await rememberInference({ ...attempt, task_token: "token", suspected }, new Date());
  await complete(notification(answered, { failureReason: "The request expired" }), context);
  expect(given()).toEqual([{ ...reference, rejections: 1, ...suspected }]);
  expect(failures()).toEqual([]);
});

test("an answer that no task waits for changes nothing", async () => {
  await complete(notification({ ...answered, attempt: "2" }, { output: goodAnswer }), context);
  const elsewhere = notification(answered, { output: goodAnswer });
  const [record] = elsewhere.Records;
  if (record) record.Sns.Message = record.Sns.Message.replace("/request.json", "/other.json");
  await complete(elsewhere, context);
  expect([given(), failures()]).toEqual([[], []]);
});
