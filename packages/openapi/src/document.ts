import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callerFields } from "service/lambdas/api/contract/job-fields.ts";
import { errorExamples } from "service/lambdas/api/contract/published/errors.ts";
import { sandboxReferences } from "service/lambdas/domain/generation/sandbox.ts";
import * as v from "valibot";
import { failureCodesTable } from "./errors-page.ts";
import { headers } from "./headers.ts";
import { paths } from "./paths.ts";
import { componentSchemas } from "./schemas.ts";
import { webhooks } from "./webhooks.ts";

/** The package's; a test wants one version everywhere. */
const { version: serviceVersion } = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")),
);

const localService = "http://127.0.0.1:4000";

/** The OpenAPI 3.1 document of the service, made from the operations and schemas that the handlers use. */
export const openApiDocument = () => ({
  openapi: "3.1.0",
  info: {
    title: "Image Staging Generation API",
    version: serviceVersion,
    summary: "One property picture in, listing-ready pictures out.",
    description: introduction(),
    contact: { name: "The operator that issued your API key" },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  servers: [
    // Generators take the first entry for the default address, and cannot use one that is nothing but a variable.
    { url: localService, description: "A local service." },
    {
      url: "{base_url}",
      description: "The base address that came with your API key; by default that of a local service.",
      variables: { base_url: { default: localService } },
    },
  ],
  security: [{ apiKey: [] }],
  tags: [
    { name: "Source assets", description: "Original pictures." },
    { name: "Generations", description: "Jobs that make listing-ready pictures." },
    { name: "Listings", description: "Homes whose pictures belong together." },
    { name: "Usage and billing", description: "What was used, and what it costs." },
    { name: "Keys", description: "What authenticates your requests." },
    { name: "Webhooks", description: "Where messages go, how they are signed, and whether they arrived." },
    {
      name: "Webhook events",
      description: "What the service tells you.",
      externalDocs: { url: "https://www.standardwebhooks.com/", description: "How messages are signed." },
    },
  ],
  paths: paths(),
  webhooks,
  components: {
    securitySchemes: {
      apiKey: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "stg_live_<public_key_id>.<secret>",
        description:
          "Your organization's API key. It is shown once, when it is issued. The key of a sandbox begins with stg_test_.",
      },
    },
    headers,
    examples: Object.fromEntries(Object.entries(errorExamples).map(([name, { value }]) => [name, { value }])),
    schemas: componentSchemas(),
  },
});

const introduction = () =>
  readFileSync(join(import.meta.dirname, "../introduction.md"), "utf8")
    .replace("{failure_codes}", failureCodesTable())
    .replace("{sandbox_references}", listed([...sandboxReferences]))
    .replace("{caller_fields}", listed(Object.keys(callerFields)));

/** "`a`, `b` and `c`" */
const listed = (names: string[]) => new Intl.ListFormat("en-GB").format(names.map((name) => `\`${name}\``));
