import { dev, templateOf } from "./synthesize.ts";

type State = {
  Type: string;
  Resource?: string;
  Parameters?: { FunctionName?: string };
  TimeoutSeconds?: number;
  Retry?: { ErrorEquals: string[]; MaxAttempts?: number }[];
};
export type Machine = { name: string; TimeoutSeconds?: number; States: Record<string, State> };

/** The time limit of each function of a stack in seconds, by its logical id, from the template. */
export function functionLimits(template = templateOf(dev())): Record<string, number> {
  const found = Object.entries(template.findResources("AWS::Lambda::Function"));
  return Object.fromEntries(found.map(([id, { Properties }]) => [id, Properties.Timeout]));
}

/** The time limit in seconds of the function that is constructed by a name. Throws if the stack of dev has none. */
export function secondsOf(name: string): number {
  const [limit] = Object.entries(functionLimits()).filter(([id]) =>
    new RegExp(`${name}[0-9A-F]{8}$`).test(id),
  );
  if (!limit) throw new Error(`There is no function ${name} in the template.`);
  return limit[1];
}

/** The state machines of a stack, with the function that each `${Name}` of theirs stands for, from the template. */
export const machines = (
  template = templateOf(dev()),
): { machine: Machine; functionOf: (state: State) => string | undefined }[] =>
  Object.entries(template.findResources("AWS::StepFunctions::StateMachine")).map(([id, { Properties }]) => ({
    machine: { name: id, ...JSON.parse(Properties.DefinitionString) },
    functionOf: ({ Parameters }) => {
      const [, name = ""] = /^\$\{(\w+)\}$/.exec(Parameters?.FunctionName ?? "") ?? [];
      return Properties.DefinitionSubstitutions[name]?.["Fn::GetAtt"][0];
    },
  }));
