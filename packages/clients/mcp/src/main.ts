#!/usr/bin/env node
import { imageStaging } from "@image-staging/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "./server.ts";
import { settingsOf } from "./settings.ts";

const settings = settingsOf(process.env);
if ("problems" in settings) {
  // Standard output belongs to the protocol.
  console.error(["The image staging server cannot start:", ...settings.problems].join("\n"));
  process.exit(2);
}
const staging = imageStaging(settings);
serveStdio(() => createServer({ staging, ...settings }), {
  onerror: ({ message }) => console.error(message.replaceAll(settings.apiKey, "[key]")),
});
