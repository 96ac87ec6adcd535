import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");
const pages = Object.fromEntries(
  ["deploy", "recovery"].map((name) => [name, readFileSync(join(root, `docs/${name}.md`), "utf8")]),
);

/** What the guides write before all commands. */
export const preamble = /```sh\n(export AWS_REGION=[\s\S]*?)```/.exec(pages.deploy ?? "")?.[1] ?? "";

export type Known = { org: string; baseUrl: string };
export type Step = {
  page: "deploy" | "recovery";
  /** A line of the page, or a part of one. */
  text: string;
  /** What is typed, if more than the text: names in place of the page's capitals, or what a sentence of it means. */
  typed?: (known: Known) => string;
  /** How it ends, and what it says. */
  code?: number;
  says?: RegExp;
};

const deploy = (text: string, more: Omit<Step, "page" | "text"> = {}): Step => ({
  page: "deploy",
  text,
  ...more,
});
const ofAdmin = (text: string, more: Omit<Step, "page" | "text"> = {}): Step =>
  deploy(text, { typed: ({ org }) => `admin ${text.replace("ORG", org)}`, ...more });
const recovery = (text: string, more: Omit<Step, "page" | "text"> = {}): Step => ({
  page: "recovery",
  text,
  ...more,
});

/** MiniStack is no gateway: it hands forms to functions that AWS refuses itself. All other 13 checks hold. */
const gateway = /✗ A form of 5 MB[^✓✗]*✗ A form of 8 MB[^✓✗]*✗ A form of 11 MB[^✗]*13 of 16 checks hold/;

/** To the first partner, on the rendered model. */
export const toFirstPartner: Step[] = [
  deploy("npm ci && npx cdk bootstrap", { says: /bootstrapped/ }),
  deploy("admin doctor", { code: 1, says: /stack: Deploy it[\s\S]*1 problem was found/ }),
  deploy("admin settings set prod --model rendered --alarm-email night@example.com", {
    says: /Commit cdk.json/,
  }),
  deploy('git switch -c deployed && git commit -am "Configure stage prod"'),
  deploy("npx cdk deploy -c stage=prod && admin doctor", { says: /stack\s+ok[\s\S]*alarms\s+ok/ }),
  deploy("npm run smoke -- --stage prod", {
    typed: ({ baseUrl }) => `npm run smoke -- --stage prod --base-url ${baseUrl}`,
    code: 1,
    says: gateway,
  }),
  deploy('admin org create --name "Acme Homes" --webhook-url https://acme.example/hook', {
    says: /api_key +stg_live_/,
  }),
  deploy('admin org create --sandbox --name "Acme sandbox" --webhook-url https://acme.example/hook', {
    says: /api_key +stg_test_/,
  }),
];

export const toGoLive: Step[] = [
  deploy("curl -i https://api.example.com/api/v1/usage/summary", {
    typed: ({ baseUrl }) => `curl -ik ${baseUrl}/api/v1/usage/summary`,
    says: /^HTTP\S+ 401/m,
  }),
  ofAdmin("job list ORG"),
  ofAdmin("webhook list ORG"),
  ofAdmin("webhook test ORG"),
  ofAdmin("org show ORG", { says: /signing_secret_since/ }),
  ofAdmin("key issue ORG --name finance --scope billing", { says: /api_key/ }),
];

/** The commands of a page's block that begins with a line, its lines joined. */
function blockFrom(page: Step["page"], firstLine: string): string {
  const blocks = Array.from((pages[page] ?? "").matchAll(/```sh\n([\s\S]*?)```/g), ([, block = ""]) =>
    block.replaceAll(/^ +/gm, ""),
  );
  return blocks.find((block) => block.startsWith(firstLine)) ?? `false # no block begins with ${firstLine}`;
}
const resources = 'eval "$(admin resources)"';
const block = (text: string, more: Omit<Step, "page" | "text" | "typed"> = {}): Step =>
  recovery(text, { typed: () => `set -e\n${resources}\n${blockFrom("recovery", text)}`, ...more });

/** A table is restored and lost, and the restored one takes its name. The emulator restores what is there, whatever the time. */
export const toRestored: Step[] = [
  recovery(resources, { says: /^/ }),
  block('aws events disable-rule --name "$RULE"'),
  block("aws dynamodb restore-table-to-point-in-time"),
  recovery("admin restore check restored", { says: /None\./ }),
];
export const toSwapped: Step[] = [
  block("admin settings set prod --restored-table restored"),
  recovery("with `enable-rule` and the stage's settings (1000 and 2000 in prod)", {
    typed: () =>
      `set -e\n${resources}\n${blockFrom("recovery", "aws events disable-rule")}`
        .replace("disable-rule", "enable-rule")
        .replace("burstLimit,value=0", "burstLimit,value=2000")
        .replace("rateLimit,value=0", "rateLimit,value=1000"),
  }),
  { page: "deploy", text: "`admin doctor`", typed: () => "admin doctor", says: /dead letters/ },
  {
    page: "deploy",
    text: "`--sandbox` tries",
    typed: ({ baseUrl }) => `npm run smoke -- --stage prod --sandbox --only jobs --base-url ${baseUrl}`,
    says: /6 of 6 checks hold/,
  },
];

/** Steps of which the guides do not have the text. */
export const unknownSteps = (steps: Step[]): string[] =>
  steps.filter(({ page, text }) => !pages[page]?.includes(text)).map(({ text }) => text);
