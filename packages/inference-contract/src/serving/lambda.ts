import { channel } from "node:diagnostics_channel";
import sharp from "sharp";
import type { ContractResponse } from "../messages.ts";
import { invoke, type Listener } from "./invocation.ts";
import type { Model } from "./model.ts";
import { progressOf } from "./progress.ts";
import { fields, InvocationError } from "./request.ts";

/** A laptop's cloud listens; on AWS nobody does. */
const toHost = channel("local-cloud.function");
const tellHost: Listener = (...heard) => toHost.hasSubscribers && toHost.publish(progressOf(...heard));

/**
 * A model as a Lambda function: it takes a container's request, as `request`, and returns a container's answer. An
 * invocation that cannot be served throws, and the state machine reports it, in the words in which SageMaker reports a
 * container's error.
 */
export function lambdaHandler(model: Model): (event: unknown) => Promise<ContractResponse> {
  sharp.cache(false);
  return (event) =>
    inSageMakersWords(() => invoke(model, fields(event, "the event").request, fetch, tellHost));
}

/**
 * What `serve` answers; an InvocationError in the words in which SageMaker reports a container's error. By the name of 503's the
 * state machine knows that it may ask again.
 */
export async function inSageMakersWords<T>(serve: () => Promise<T>): Promise<T> {
  try {
    return await serve();
  } catch (error) {
    if (!(error instanceof InvocationError)) throw error;
    const reported = new Error(
      `Received error (${error.status}) from primary with message "${error.message}"`,
    );
    throw error.status === 503 ? Object.assign(reported, { name: "busy" }) : reported;
  }
}
