/** An error of an AWS service as its SDK client will see it: `type` becomes the error's name. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}
