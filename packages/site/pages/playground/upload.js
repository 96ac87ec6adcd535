/**
 * `fetch` that reports how much of a request's body is sent, from 0 to 1: only XMLHttpRequest says so. Without a body it is
 * `fetch` itself. It throws what `fetch` throws.
 */
export const sendingFetch = (onSent) => (url, init) =>
  init.body instanceof FormData || init.body instanceof Blob ? send(url, init, onSent) : fetch(url, init);

const send = (url, { method, headers, body, signal }, onSent) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.responseType = "blob";
    request.upload.addEventListener("progress", ({ loaded, total }) => onSent(loaded / total));
    request.addEventListener("load", () => resolve(responseOf(request)));
    request.addEventListener("error", () => reject(new TypeError("The service cannot be reached")));
    request.addEventListener("abort", () => reject(signal.reason));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });

function responseOf(request) {
  const lines = request.getAllResponseHeaders().trim().split("\r\n");
  const headers = new Headers(lines.filter(Boolean).map((line) => line.split(/: (.*)/s, 2)));
  return new Response(request.response, { status: request.status, headers });
}
