import { takeLogs } from "../simulation/logs.ts";
import type { History } from "../world/history.ts";

/**
 * No log line holds a key, a secret, a signature, a task token, a signed URL or a partner's URL. No function lacks a setting: what
 * it fails would look like a fault's work.
 */
export function* checkLogs({ partners, deliveries, pipeline }: History): Generator<string> {
  const lines = takeLogs();
  const secrets = new Map([
    ...partners.flatMap(({ apiKeys, secrets: signing, hook }) => [
      ...apiKeys.map((key) => [key, "an API key"] as const),
      ...signing.map(({ secret }) => [secret ?? "", "a signing secret"] as const),
      ...(hook === null ? [] : [[hook, "a webhook URL"] as const]),
    ]),
    ...deliveries.map(
      ({ headers }) => [headers["webhook-signature"] ?? "", "a webhook's signature"] as const,
    ),
    ...[...pipeline.tokens].map((token) => [token, "a task token"] as const),
    ["X-Amz-Signature", "a signed URL"] as const,
    ["pictures.example/", "a picture's URL"] as const,
    ["?fails=", "the query of a webhook URL"] as const,
  ]);
  for (const setting of new Set(lines.join("").match(/The environment variable \w+ is not set/g)))
    yield `A history does not set what the stack sets: ${setting}.`;
  for (const line of lines)
    for (const [secret, name] of secrets)
      if (secret !== "" && line.includes(secret)) yield `A log line holds ${name}: ${line.slice(0, 300)}`;
}
