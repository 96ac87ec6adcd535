import { invoke, type ModelResponse } from "./invocation.ts";

/**
 * The simulated model as a Lambda function for stages without an endpoint: the request is in the event, the answer
 * goes to the function's destination. A refused request is an error of the function.
 */
export const handler = ({ request }: { request: unknown }): Promise<ModelResponse> => invoke(request, fetch);
