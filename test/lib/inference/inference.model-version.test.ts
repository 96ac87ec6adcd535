import { expect, test } from "vitest";
import { appOf, contextWith, ownModel, templateOf } from "../../support/stack/synthesize.ts";

/** The model's version in the key of the approved cache, as set for the tasks that read and write the cache, and for approval, which names it. */
function versionOf(context: Record<string, unknown>): string {
  const functions = Object.values(templateOf(appOf(context)).findResources("AWS::Lambda::Function"));
  const versions = functions.flatMap(
    ({ Properties }) => Properties.Environment?.Variables?.MODEL_VERSION ?? [],
  );
  expect([versions.length, new Set(versions).size]).toEqual([3, 1]);
  return versions[0];
}
const withEndpoint = (settings: object) => contextWith({ inferenceEndpointName: "staging", ...settings });
const withModel = (settings: object) =>
  contextWith({ stage: "prod" }, { name: "prod", settings: { inference: { ...ownModel, ...settings } } });

test("the version of an endpoint's model is the endpoint's name, unless the operator gives one", () => {
  expect(versionOf(withEndpoint({}))).toBe("staging");
  expect(versionOf(withEndpoint({ inferenceModelVersion: "2.1" }))).toBe("2.1");
});

test("the version of a model changes with its revision and its image, not with its instances", () => {
  const version = versionOf(withModel({}));
  expect(versionOf(withModel({ maxInstances: 9 }))).toBe(version);
  expect(versionOf(withModel({ modelDataPrefix: "s3://models-of-123456789012/staging/2.2/" }))).not.toBe(
    version,
  );
  expect(versionOf(withModel({ image: ownModel.image.replace(":2.1", ":2.2") }))).not.toBe(version);
});
