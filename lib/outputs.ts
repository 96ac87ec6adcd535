/**
 * The stack's outputs that name its resources, the key that signs its pictures and who makes out its invoices (or `none`), each with the variable by which a process knows that resource. The
 * operator's CLI and the local service read them from a stack.
 */
export const resourceOutputs = {
  TableName: "TABLE_NAME",
  BucketName: "BUCKET_NAME",
  EventBusName: "EVENT_BUS_NAME",
  DeadLetterQueueUrl: "DEAD_LETTER_QUEUE_URL",
  WebhookStateMachineArn: "WEBHOOK_STATE_MACHINE_ARN",
  GenerationStateMachineArn: "GENERATION_STATE_MACHINE_ARN",
  SourceIngestStateMachineArn: "SOURCE_INGEST_STATE_MACHINE_ARN",
  ContentCredentials: "CONTENT_CREDENTIALS",
  Issuer: "ISSUER",
} as const;

/** Marks an environment that names a service on purpose: TABLE_NAME alone may be of another project. */
export const handedOver = { SERVICE_HANDED_OVER: "true" };

/** The functions whose variables the operator's CLI reads from a stack, by the names of their constructs. */
export const readFunctions = { inference: "StartInference", approval: "ApproveCandidates" } as const;

export type ResourceOutput = keyof typeof resourceOutputs;
