import type { Command, CommandOptions } from "commander";
import * as v from "valibot";
import { journalFor, noJournal } from "./audit/journal.ts";
import { InputError } from "./inputs.ts";
import { type Terminal, terminalFor } from "./terminal.ts";

type Schema<Input> = v.GenericSchema<unknown, Input>;

/**
 * A command's action: `run` gets the arguments and options by name, parsed by the schema. What does not fit is an
 * InputError that names the argument or option as it is typed. What the command changes of the service is recorded under
 * its name.
 */
export const action = <Input>(
  schema: Schema<Input>,
  run: (input: Input, terminal: Terminal) => Promise<void>,
  { recorded = true }: { recorded?: boolean } = {},
) =>
  async function (this: Command): Promise<void> {
    const named = this.registeredArguments.map(
      (argument, index) => [argument.name(), this.args[index]] as const,
    );
    const parsed = v.safeParse(
      schema,
      { ...this.opts(), ...Object.fromEntries(named) },
      { abortPipeEarly: true },
    );
    if (!parsed.success)
      throw new InputError(`${parsed.issues.map((issue) => describe(this, issue)).join("; ")}.`);
    const options = this.optsWithGlobals();
    const command = `${this.parent?.name()} ${this.name()}`;
    const journal = recorded ? journalFor(command, options) : noJournal;
    await journal.close(run(parsed.output, terminalFor(options, journal)));
  };

/** Adds a command to a group. Its first argument is an organization. */
export const organizationCommand = (
  group: Command,
  name: string,
  description: string,
  options: CommandOptions = {},
): Command =>
  group
    .command(name, options)
    .description(description)
    .argument("<organization>", "its id, such as org_01J9ZK3V7Q");

function describe(command: Command, issue: v.BaseIssue<unknown>): string {
  const name = String(issue.path?.[0]?.key ?? "");
  const option = command.options.find((candidate) => candidate.attributeName() === name);
  return `${option?.long ?? name} ${issue.message}`.trim();
}

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];
