#!/usr/bin/env node
import { App } from "aws-cdk-lib";
import { type StageSettings, settingsOf } from "../lib/stage.ts";
import { StagingStack } from "../lib/staging-stack.ts";

/** A wrong setting is the operator's to change: a sentence says how, without a stack trace. */
function settingsOrEnd(app: App): StageSettings {
  try {
    return settingsOf(app.node);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}

const app = new App();
const settings = settingsOrEnd(app);
new StagingStack(app, `ImageStaging-${settings.stage}`, settings);
