import { table } from "../../lambdas/storage/table.ts";

type Read = { IndexName?: string; ConsistentRead?: boolean; ReturnConsumedCapacity?: string };
type Input = Read & { RequestItems?: Record<string, Read> };

/** An index cannot be read consistently, and operators' search of jobs, which says what it costs, is not. */
const isExempt = (commandName: string, { IndexName, ReturnConsumedCapacity }: Read): boolean =>
  IndexName !== undefined || (commandName.startsWith("Scan") && ReturnConsumedCapacity !== undefined);

/**
 * The engine of the tests is always consistent, DynamoDB only if it is asked to be: every other read of the table has to
 * ask.
 */
table.middlewareStack.remove("consistentReads");
table.middlewareStack.add(
  (next, { commandName = "" }) =>
    async (args) => {
      const input = args.input as Input;
      const reads = commandName.startsWith("BatchGet") ? Object.values(input.RequestItems ?? {}) : [input];
      const isRead = /^(Get|Query|Scan|BatchGet)/.test(commandName) && !isExempt(commandName, input);
      if (isRead && reads.some(({ ConsistentRead }) => ConsistentRead !== true))
        throw new Error(`${commandName} does not ask for a consistent read: ${JSON.stringify(input)}`);
      return next(args);
    },
  { step: "initialize", name: "consistentReads" },
);
