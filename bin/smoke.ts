#!/usr/bin/env node
import { runSmoke } from "./smoke/run.ts";

process.exitCode = await runSmoke(process.argv.slice(2));
