import { expect, test } from "vitest";
import { appOf, contextWith, ownModel, templateOf } from "./synthesize.ts";

/** The model's version in the key of the approved cache, as the tasks that read and write the cache are told. */
function versionOf(context: Record<string, unknown>): string {
  const functions = Object.values(templateOf(appOf(context)).findResources("AWS::Lambda::Function"));
  const told = functions.flatMap(({ Properties }) => Properties.Environment?.Variables?.MODEL_VERSION ?? []);
  expect([told.length, new Set(told).size]).toEqual([2, 1]);
  return told[0];
}
const withEndpoint = (settings: object) => contextWith({ inferenceEndpointName: "staging", ...settings });
const withModel = (settings: object) =>
  contextWith({ stage: "prod" }, { name: "prod", settings: { inference: { ...ownModel, ...settings } } });

test("an endpoint's model goes by the endpoint's name, or by the version that the operator gives", () => {
  expect(versionOf(withEndpoint({}))).toBe("staging");
  expect(versionOf(withEndpoint({ inferenceModelVersion: "2.1" }))).toBe("2.1");
});

test("a model of our own is another with other data or another image, not with more instances", () => {
  const version = versionOf(withModel({}));
  expect(versionOf(withModel({ maxInstances: 9 }))).toBe(version);
  expect(versionOf(withModel({ modelDataUrl: "s3://models/staging/2.2.tar.gz" }))).not.toBe(version);
  expect(versionOf(withModel({ image: ownModel.image.replace(":2.1", ":2.2") }))).not.toBe(version);
});
