import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { settingsOf } from "../../../lib/settings/stage.ts";
import { StagingStack } from "../../../lib/staging-stack.ts";

const { context } = JSON.parse(readFileSync(new URL("../../../cdk.json", import.meta.url), "utf8"));

/** The settings of a model, as an operator writes them in cdk.json. */
export const ownModel = {
  backend: "model",
  image: "123456789012.dkr.ecr.eu-central-1.amazonaws.com/staging:2.1",
  modelDataPrefix: "s3://models-of-123456789012/staging/2.1/",
  instanceType: "ml.g5.2xlarge",
  maxInstances: 4,
};

/** The context of cdk.json, with `overrides` as of -c, and with settings of one stage replaced. */
export const contextWith = (
  overrides: Record<string, unknown>,
  stage?: { name: string; settings: Record<string, unknown> },
) => {
  const stages = structuredClone(context.stages);
  if (stage) Object.assign(stages[stage.name], stage.settings);
  return { ...context, stages, ...overrides };
};

const made = new Map<string, ReturnType<typeof makeApp>>();

/**
 * The app of a deployment; functions are not bundled. A context gives one app, which synthesizes once: tests look at it
 * and change nothing.
 */
export function appOf(overrides: Record<string, unknown>) {
  const key = JSON.stringify(overrides);
  const known = made.get(key) ?? makeApp(overrides);
  made.set(key, known);
  return known;
}

function makeApp(overrides: Record<string, unknown>) {
  // Where a construct was made is in no template, and takes a third of the time.
  const context = { ...overrides, "aws:cdk:bundling-stacks": [], "aws:cdk:disable-stack-trace": true };
  const app = new App({ context });
  const settings = settingsOf(app.node);
  return { app, stack: new StagingStack(app, `ImageStaging-${settings.stage}`, settings), settings };
}

export const dev = () => appOf(contextWith({}));
export const devWithEndpoint = () => appOf(contextWith({ inferenceEndpointName: "staging" }));
export const prodWithEndpoint = () => appOf(contextWith({ stage: "prod", inferenceEndpointName: "staging" }));
export const prodWithModel = () =>
  appOf(contextWith({ stage: "prod" }, { name: "prod", settings: { inference: ownModel } }));

export const prodWithRendered = () =>
  appOf(contextWith({ stage: "prod" }, { name: "prod", settings: { inference: { backend: "rendered" } } }));

/** What an operator may set of production besides the model: all of it. */
const everything = {
  alarmEmail: "night@example.com",
  documents: true,
  domain: {
    name: "api.example.com",
    certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-1111-2222-333344445555",
  },
  contentCredentials: {
    certificates: "test/support/certificates.pem",
    key: "arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-1111-2222-333344445555",
  },
};
const prodWithEverything = (inference: Record<string, unknown>) => () =>
  appOf(contextWith({ stage: "prod" }, { name: "prod", settings: { ...everything, inference } }));

/** Production with every setting, by its model. */
export const fullest = {
  "prod on the rendered model with every setting": prodWithEverything({
    backend: "rendered",
    eraser: { region: "us-east-1" },
  }),
  "prod with a model and every setting": prodWithEverything(ownModel),
};

export const templateOf = ({ stack }: { stack: StagingStack }) => Template.fromStack(stack);

/** The template of each kind of deployment. */
export const everyTemplate = () => ({
  dev: templateOf(dev()),
  "dev with an endpoint": templateOf(devWithEndpoint()),
  "prod with an endpoint": templateOf(prodWithEndpoint()),
  "prod with a model": templateOf(prodWithModel()),
  "prod on the rendered model": templateOf(prodWithRendered()),
});
