/** A failed task as a state machine sees it: `error` is what Retry and Catch match, `cause` the text beside it. */
export class TaskFailure extends Error {
  /** aws-local-stepfunctions asks these of every error. */
  readonly isRetryable: boolean;
  readonly isCatchable: boolean;

  constructor(error: string, cause: string, isHandled = true) {
    super(cause);
    this.name = error;
    this.isRetryable = isHandled;
    this.isCatchable = isHandled;
  }
}
