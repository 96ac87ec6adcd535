import * as v from "valibot";

const SystemError = v.object({ code: v.picklist(["ENOSPC", "EDQUOT"]) });
const sqliteFull = 13;
const SqliteError = v.object({ errcode: v.pipe(v.number(), v.value(sqliteFull)) });
const fullTable = /database or disk is full/i;

/** Whether an error, or what caused it, says that a disk is full: of the system, of SQLite, or by the table's engine. */
export function isDiskFull(error: unknown): boolean {
  if (v.is(SystemError, error) || v.is(SqliteError, error)) return true;
  return error instanceof Error && (fullTable.test(error.message) || isDiskFull(error.cause));
}

/**
 * Ends the program by an uncaught exception if an error that was answered says that the disk is full: every request after it
 * would fail as well.
 */
export function endIfDiskFull(error: unknown): void {
  if (isDiskFull(error))
    setImmediate(() => {
      throw error;
    });
}
