#!/usr/bin/env node
import { App } from "aws-cdk-lib";
import { settingsOf } from "../lib/stage.ts";
import { StagingStack } from "../lib/staging-stack.ts";

const app = new App();
const settings = settingsOf(app.node);
new StagingStack(app, `ImageStaging-${settings.stage}`, settings);
