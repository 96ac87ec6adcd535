import { expect, test } from "vitest";
import { appOf, contextWith, ownModel, templateOf } from "../support/stack/synthesize.ts";

/** The variables of a pipeline's function, by the name of its construct, on stage dev with some settings of its own. */
function variablesOf(settings: Record<string, unknown>) {
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const functions = Object.entries(template.findResources("AWS::Lambda::Function"));
  return (name: string) =>
    functions.find(([id]) => new RegExp(`^Pipeline${name}[0-9A-F]{8}$`).test(id))?.[1].Properties.Environment
      .Variables;
}

test.each([
  [{}, { JUDGE_DRIFT: "true", REQUIRE_MASK: "true", MODEL_TECHNIQUE: "graphics", APPROVAL: "balanced" }],
  [{ approval: "strict" }, { JUDGE_DRIFT: "true", REQUIRE_MASK: "true", APPROVAL: "strict" }],
  [{ inference: ownModel }, { JUDGE_DRIFT: "true", REQUIRE_MASK: "true", MODEL_TECHNIQUE: "trained" }],
  [
    { inference: { backend: "rendered", eraser: { region: "us-east-1" } } },
    { MODEL_TECHNIQUE: "graphics", EMPTYING_TECHNIQUE: "trained" },
  ],
  [
    { inference: { backend: "endpoint", endpointName: "staging" } },
    { JUDGE_DRIFT: "true", REQUIRE_MASK: "plans", MODEL_TECHNIQUE: "trained" },
  ],
  [
    { inference: { backend: "simulator" } },
    { JUDGE_DRIFT: "false", REQUIRE_MASK: "false", MODEL_TECHNIQUE: "graphics" },
  ],
])("with %o, approval has %o", (settings, variables) => {
  expect(variablesOf(settings)("ApproveCandidates")).toMatchObject(variables);
});

test("a stage that signs no pictures takes unsigned ones from the cache", () => {
  expect(variablesOf({})("StartInference").OUTPUTS_ARE_SIGNED).toBe("false");
});

test.each(["IngestSource", "ApproveCandidates"])(
  "%s gives memory back early: pictures pass through it",
  (name) => {
    expect(variablesOf({})(name)).toMatchObject({
      NODE_OPTIONS: "--max-semi-space-size=1",
      MALLOC_ARENA_MAX: "1",
    });
  },
);
