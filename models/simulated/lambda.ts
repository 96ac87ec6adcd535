import sharp from "sharp";
import { invoke, type ModelResponse } from "./invocation.ts";

sharp.cache(false);

/**
 * The simulated model as a Lambda function, for stages without a model: `request` is what a container gets, the result
 * what it answers. An invocation that cannot be served throws, which the function's failure destination reports.
 */
export const handler = ({ request }: { request: unknown }): Promise<ModelResponse> => invoke(request, fetch);
