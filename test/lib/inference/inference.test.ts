import { expect, test } from "vitest";
import { appOf, contextWith, dev, everyTemplate, templateOf } from "../../support/stack/synthesize.ts";

const stages = Object.entries(everyTemplate());

/** The logical id without the hash that the CDK appends. */
const nameOf = ({ Ref }: { Ref: string }) => Ref.replace(/[0-9A-F]{8}$/, "");

test.each(stages)(
  "the topics of results are outputs by which an endpoint is configured, in %s",
  (_stage, template) => {
    const { InferenceSuccessTopicArn, InferenceErrorTopicArn } = template.toJSON().Outputs;
    expect(nameOf(InferenceSuccessTopicArn.Value)).toBe("InferenceSuccess");
    expect(nameOf(InferenceErrorTopicArn.Value)).toBe("InferenceError");
  },
);

test.each(stages)("every name in a state machine's definition has its value, in %s", (_stage, template) => {
  const machines = Object.values(template.findResources("AWS::StepFunctions::StateMachine"));
  expect(machines.length).toBeGreaterThan(2);
  for (const { Properties } of machines) {
    const { DefinitionString, DefinitionSubstitutions } = Properties;
    const names = Array.from(DefinitionString.matchAll(/\$\{(\w+)\}/g), ([, name]) => name);
    expect(Object.keys(DefinitionSubstitutions).sort()).toEqual([...new Set(names)].sort());
  }
});

test("a function's model announces its results on the topics of its stage", () => {
  const machines = Object.entries(templateOf(dev()).findResources("AWS::StepFunctions::StateMachine"));
  const models = machines.filter(([id]) => /^Inference(Simulated|Rendered)Inference/.test(id));
  expect(models).toHaveLength(2);
  for (const [, { Properties }] of models) {
    const { SuccessTopicArn, ErrorTopicArn } = Properties.DefinitionSubstitutions;
    expect([SuccessTopicArn, ErrorTopicArn].map(nameOf)).toEqual(["InferenceSuccess", "InferenceError"]);
  }
});

test("on a stage without a model the simulated one answers every job", () => {
  const settings = { inference: { backend: "simulator" } };
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const [, starter] =
    Object.entries(template.findResources("AWS::Lambda::Function")).find(([id]) =>
      id.includes("StartInference"),
    ) ?? [];
  const { INFERENCE_STATE_MACHINE_ARN, SIMULATOR_STATE_MACHINE_ARN, MODEL_VERSION, SIMULATED_MODEL_VERSION } =
    starter?.Properties.Environment.Variables ?? {};
  expect(nameOf(INFERENCE_STATE_MACHINE_ARN)).toBe("InferenceSimulatedInference");
  expect(INFERENCE_STATE_MACHINE_ARN).toEqual(SIMULATOR_STATE_MACHINE_ARN);
  expect(MODEL_VERSION).toBe(SIMULATED_MODEL_VERSION);
});
