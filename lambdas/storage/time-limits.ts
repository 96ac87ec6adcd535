/**
 * How long a call to AWS waits for a connection, and then while nothing arrives. Without limits one connection into the
 * void holds a function until its own time is up. The SDK sends such a call again, with the same idempotency token.
 */
export const smallCalls = { connectionTimeout: 2000, socketTimeout: 5000 };

/** S3 may take seconds to its first byte. */
export const transfers = { connectionTimeout: 2000, socketTimeout: 10_000 };
