import * as v from "valibot";
import type { Store } from "../store.ts";

/** Where an execution is: the state it entered last, that state's input as JSON, and when (Unix ms). */
export type Position = { state: string; input: string; entered: number };

const Status = v.picklist(["RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED"]);
const Execution = v.object({
  arn: v.string(),
  machine: v.string(),
  name: v.string(),
  input: v.string(),
  status: Status,
  started: v.number(),
  stopped: v.nullable(v.number()),
  state: v.nullable(v.string()),
  state_input: v.nullable(v.string()),
  entered: v.nullable(v.number()),
  output: v.nullable(v.string()),
  error: v.nullable(v.string()),
  cause: v.nullable(v.string()),
});
export type Execution = v.InferOutput<typeof Execution>;

/** How an execution ended. */
export type Ending = {
  status: Exclude<Execution["status"], "RUNNING">;
  output?: string;
  error?: string;
  cause?: string;
};

/** Step Functions remembers closed executions, and refuses their names, for 90 days. */
const retentionMs = 90 * 24 * 60 * 60 * 1000;

/** The executions of all state machines. Each step is written before it is run or confirmed. */
export type Journal = ReturnType<typeof openJournal>;

export function openJournal(store: Store) {
  store.exec(`CREATE TABLE IF NOT EXISTS executions (arn TEXT PRIMARY KEY, machine TEXT NOT NULL, name TEXT NOT NULL,
    input TEXT NOT NULL, status TEXT NOT NULL, started INTEGER NOT NULL, stopped INTEGER, state TEXT,
    state_input TEXT, entered INTEGER, output TEXT, error TEXT, cause TEXT) STRICT;
    CREATE INDEX IF NOT EXISTS running ON executions (status) WHERE status = 'RUNNING'`);
  store.prepare("DELETE FROM executions WHERE stopped < ?").run(Date.now() - retentionMs);
  const insert = store.prepare(
    "INSERT INTO executions (arn, machine, name, input, status, started) VALUES (?, ?, ?, ?, 'RUNNING', ?)",
  );
  const select = store.prepare("SELECT * FROM executions WHERE arn = ?");
  const selectRunning = store.prepare("SELECT * FROM executions WHERE status = 'RUNNING' ORDER BY started");
  const enter = store.prepare(
    "UPDATE executions SET state = ?, state_input = ?, entered = ? WHERE arn = ? AND status = 'RUNNING'",
  );
  const end = store.prepare(
    `UPDATE executions SET status = ?, output = ?, error = ?, cause = ?, stopped = ?, state_input = NULL
     WHERE arn = ? AND status = 'RUNNING'`,
  );
  return {
    find: (arn: string): Execution | undefined => {
      const row = select.get(arn);
      return row && v.parse(Execution, row);
    },
    running: (): Execution[] => selectRunning.all().map((row) => v.parse(Execution, row)),
    add: (execution: Pick<Execution, "arn" | "machine" | "name" | "input" | "started">) => {
      const { arn, machine, name, input, started } = execution;
      insert.run(arn, machine, name, input, started);
    },
    enter: (arn: string, position: Position) => {
      enter.run(position.state, position.input, position.entered, arn);
    },
    end: (arn: string, { status, output, error, cause }: Ending) => {
      end.run(status, output ?? null, error ?? null, cause ?? null, Date.now(), arn);
    },
  };
}
