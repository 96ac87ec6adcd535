/** A signal that ends an attempt after its time, or when the caller's does. */
export function limited(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  signal?.addEventListener("abort", abort, { once: true });
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, clear };
}

/** Throws the reason of the signal if it is aborted meanwhile. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
}
