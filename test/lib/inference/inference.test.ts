import type { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import {
  appOf,
  contextWith,
  dev,
  everyTemplate,
  prodWithRendered,
  templateOf,
} from "../../support/stack/synthesize.ts";

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
  const models = machines.filter(([id]) => /^Inference(Simulated|Rendered|Plans|Enhance)Inference/.test(id));
  expect(models).toHaveLength(4);
  for (const [, { Properties }] of models) {
    const { SuccessTopicArn, ErrorTopicArn } = Properties.DefinitionSubstitutions;
    expect([SuccessTopicArn, ErrorTopicArn].map(nameOf)).toEqual(["InferenceSuccess", "InferenceError"]);
  }
});

/** The functions of a template whose logical ids have a name. */
const functionsOf = (template: Template, name: RegExp) =>
  Object.entries(template.findResources("AWS::Lambda::Function")).filter(([id]) => name.test(id));

test("models in production run on executions of their own, so that a burst leaves the API the others", () => {
  const reserved = (name: RegExp) =>
    functionsOf(templateOf(prodWithRendered()), name).map(
      ([, { Properties }]) => Properties.ReservedConcurrentExecutions,
    );
  expect(reserved(/^InferenceRenderer/)).toEqual([100]);
  expect(reserved(/^Inference(Plans|Enhance|Simulator)/)).toEqual([25, 25, 25]);
  expect(reserved(/^(Api|Pipeline|Webhooks)/).filter(Boolean)).toEqual([]);
});

test("the rendered model's memory is a setting", () => {
  const settings = { inference: { backend: "rendered", memoryMb: 5308 } };
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const memory = functionsOf(template, /^Inference/).map(([, { Properties }]) => Properties.MemorySize);
  expect(memory.toSorted((a, b) => a - b)).toEqual([2048, 2048, 2048, 5308]);
});

test("a stage with an eraser may ask it, in the Region of the setting, and no other model", () => {
  const settings = { inference: { backend: "rendered", eraser: { region: "us-east-2" } } };
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const [[, renderer] = []] = functionsOf(template, /^InferenceRenderer/);
  expect(renderer?.Properties.Environment.Variables.ERASER_REGION).toBe("us-east-2");
  const allowed = JSON.stringify(Object.values(template.findResources("AWS::IAM::Policy")));
  const models = allowed.match(/:(inference-profile|foundation-model)\/[^"]+/g);
  expect(allowed.split("bedrock:InvokeModel")).toHaveLength(2);
  expect(models?.sort()).toEqual([
    ...Array(3).fill(":foundation-model/stability.stable-image-erase-object-v1:0"),
    ":inference-profile/us.stability.stable-image-erase-object-v1:0",
  ]);
  const [[, starter] = []] = functionsOf(template, /StartInference/);
  expect(starter?.Properties.Environment.Variables.MODEL_VERSION).toMatch(/^rendered-\d+-eraser-\d+$/);
});

test("on a stage without a model the simulated one answers every job", () => {
  const settings = { inference: { backend: "simulator" } };
  const template = templateOf(appOf(contextWith({}, { name: "dev", settings })));
  const [[, starter] = []] = functionsOf(template, /StartInference/);
  const { INFERENCE_STATE_MACHINE_ARN, ...variables } = starter?.Properties.Environment.Variables ?? {};
  expect(nameOf(INFERENCE_STATE_MACHINE_ARN)).toBe("InferenceSimulatedInference");
  expect(INFERENCE_STATE_MACHINE_ARN).toEqual(variables.SIMULATOR_STATE_MACHINE_ARN);
  expect([variables.PLANS_STATE_MACHINE_ARN, variables.ENHANCE_STATE_MACHINE_ARN]).toEqual([
    undefined,
    undefined,
  ]);
  const versions = [
    "MODEL_VERSION",
    "PLANS_MODEL_VERSION",
    "ENHANCE_MODEL_VERSION",
    "SIMULATED_MODEL_VERSION",
  ];
  expect(new Set(versions.map((name) => variables[name])).size).toBe(1);
  expect(functionsOf(template, /^Inference(Plans|Enhance)/)).toEqual([]);
});

test.each(stages)("floor plans and pro_capture have models of their own, in %s", (_stage, template) => {
  const [[, starter] = []] = functionsOf(template, /StartInference/);
  const variables = starter?.Properties.Environment.Variables ?? {};
  expect(nameOf(variables.PLANS_STATE_MACHINE_ARN)).toBe("InferencePlansInference");
  expect(nameOf(variables.ENHANCE_STATE_MACHINE_ARN)).toBe("InferenceEnhanceInference");
  for (const [, { Properties }] of functionsOf(
    template,
    /^Pipeline(StartInference|ApproveCandidates|FinishGeneration)/,
  ))
    expect(Properties.Environment.Variables).toMatchObject({
      PLANS_MODEL_VERSION: expect.stringMatching(/^plans-\d+$/),
      ENHANCE_MODEL_VERSION: expect.stringMatching(/^enhance-\d+$/),
    });
});
