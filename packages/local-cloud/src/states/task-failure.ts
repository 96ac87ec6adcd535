/** A failed task. Retry and Catch match its `error`; `cause` is the text for people. */
export class TaskFailure extends Error {
  /** aws-local-stepfunctions reads these from every error. */
  readonly isRetryable: boolean;
  readonly isCatchable: boolean;

  constructor(error: string, cause: string, isHandled = true) {
    super(cause);
    this.name = error;
    this.isRetryable = isHandled;
    this.isCatchable = isHandled;
  }
}
