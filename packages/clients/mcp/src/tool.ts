import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { meantBy, strangersIn } from "./readings.ts";
import { type Account, answered } from "./results.ts";

/** What hosts read of a tool: its words, its schemas, and what it may change. */
type Described<Input, Output> = {
  title: string;
  description: string;
  input: Input;
  output: Output;
  annotations: ToolAnnotations;
};

type Schema = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** A tool for a server: `run` gets the parsed input. Its errors become refusals. */
export const tool =
  <Input extends Schema, Output extends Schema>(
    name: string,
    { input, output, ...words }: Described<Input, Output>,
    run: (input: v.InferOutput<Input>, account: Account, context: ServerContext) => Promise<CallToolResult>,
  ) =>
  (server: McpServer, account: Account): void => {
    const schemas = {
      inputSchema: readable(input),
      outputSchema: toStandardJsonSchema(output),
    };
    server.registerTool(name, { ...words, ...schemas }, (asked, context) =>
      answered(account, context, () => run(asked, account, context)),
    );
  };

/** A schema that hosts see as it is, and that takes what they mean by it. */
function readable<Input extends Schema>(input: Input) {
  const { "~standard": standard } = toStandardJsonSchema(input);
  const validate: typeof standard.validate = (given) => {
    const stranger = strangersIn(input.entries, given);
    if (stranger !== null) return { issues: [{ message: stranger }] };
    return standard.validate(meantBy(input.entries, given));
  };
  return { "~standard": { ...standard, validate } };
}
