import sharp from "sharp";
import { invoke, type ModelResponse } from "./invocation.ts";

sharp.cache(false);

/**
 * The simulated model as a Lambda function, for stages without a model: it takes a container's request and returns a
 * container's answer. An invocation that cannot be served throws, and the function's failure destination reports it.
 */
export const handler = ({ request }: { request: unknown }): Promise<ModelResponse> => invoke(request, fetch);
