import { admin } from "../admin.ts";

/** The first command of a section of the runbooks, by its heading as an anchor; empty if it has none. */
export function firstCommand(runbooks: string, anchor: string): string {
  const heading = anchor.replaceAll("-", " ");
  const section =
    runbooks.split(/^### /m).find((part) => part.toLowerCase().startsWith(`${heading}\n`)) ?? "";
  return /`((?:admin|aws) [^`]+)`|^((?:admin|aws) .+)$/m.exec(section)?.slice(1).find(Boolean) ?? "";
}

const wordsOf = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? "");

/** The services of `aws` that first commands ask, by their JSON protocol. */
const targets: Record<string, [service: "sqs", prefix: string, version: string]> = {
  sqs: ["sqs", "AmazonSQS", "1.0"],
};
const pascal = (text: string) =>
  text.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());

type CallJson = (service: "sqs", target: string, input: object, version: string) => Promise<string>;

/** What a command of the runbooks prints; `aws` is spoken as the AWS CLI does, in JSON. */
export async function outputOf(command: string, callJson: CallJson): Promise<string> {
  const [program, ...words] = wordsOf(command);
  if (program === "admin") {
    const { out, said } = await admin("--stage", "prod", ...words);
    return `${out}\n${said}`;
  }
  const [service = "", operation = "", ...options] = words;
  const target = targets[service];
  if (!target) throw new Error(`The service ${service} is not known here.`);
  const [name, prefix, version] = target;
  const input: Record<string, string | number> = {};
  for (let nth = 0; nth < options.length; nth += 2) {
    const value = options[nth + 1]?.replace("$DEAD_LETTER_QUEUE_URL", "queue") ?? "";
    const asked = pascal(options[nth]?.slice(2) ?? "");
    input[asked] = /^\d+$/.test(value) ? Number(value) : value;
  }
  return callJson(name, `${prefix}.${pascal(operation)}`, input, version);
}
