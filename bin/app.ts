#!/usr/bin/env node
import { App } from "aws-cdk-lib";
import { requireSupportedRegion, type StageSettings, settingsOf } from "../lib/settings/stage.ts";
import { StagingStack } from "../lib/staging-stack.ts";

/** A wrong setting or region is for the operator to correct, so the answer is one sentence without a stack trace. */
function settingsOrExit(app: App): StageSettings {
  try {
    requireSupportedRegion(process.env.CDK_DEFAULT_REGION);
    return settingsOf(app.node);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}

const app = new App();
const settings = settingsOrExit(app);
new StagingStack(app, `ImageStaging-${settings.stage}`, settings);
