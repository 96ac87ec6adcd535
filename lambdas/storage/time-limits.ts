/**
 * Waiting for a free socket counts as connecting. If an environment serves many invocations at once (Lambda says so
 * by this variable, and so does the laptop's), calls wait for each other and not for the network.
 */
const isShared = process.env.AWS_LAMBDA_MAX_CONCURRENCY !== undefined;

const timeLimits = (socketTimeout: number) => (isShared ? {} : { connectionTimeout: 2000, socketTimeout });

/**
 * How long a call to AWS waits for a connection, and then while nothing arrives. Without limits, one connection that
 * never answers holds a function until its own time is up. The SDK sends such a call again, with the same idempotency
 * token.
 */
export const smallCalls = timeLimits(5000);

/** S3 may take seconds to its first byte. */
export const transfers = timeLimits(10_000);
