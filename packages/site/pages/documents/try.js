// Sends a request of the reference to the service that serves the page, by the key of this machine, and shows the answer.

const keyOf = async () => (await (await fetch("/playground/session.json")).json()).api_key;

/** What the form asks for, as `fetch` takes it. Throws, in words, if the body is no JSON. */
async function requestOf(form) {
  const { method, path } = form.dataset;
  const given = [...form.querySelectorAll("[data-in]")].filter(({ value }) => value !== "");
  const query = new URLSearchParams();
  const headers = { authorization: `Bearer ${await keyOf()}` };
  let url = path;
  for (const { name, value, dataset } of given)
    if (dataset.in === "path") url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.in === "query") query.append(name, value);
    else headers[name] = value;
  if (method === "POST") headers["Idempotency-Key"] ??= crypto.randomUUID();
  const body = bodyOf(form);
  if (typeof body === "string") headers["content-type"] = "application/json";
  return [query.size > 0 ? `${url}?${query}` : url, { method, headers, body }];
}

/** The body as JSON, or as a form if a file is chosen: then without the picture's URL or id. */
function bodyOf({ elements: { body, file } }) {
  if (!body?.value.trim()) return undefined;
  let fields;
  try {
    fields = JSON.parse(body.value);
  } catch (error) {
    throw new Error(`The body is not valid JSON: ${error.message}`);
  }
  if (!file?.files[0]) return body.value;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (!["source_url", "source_asset_id", "upload_id"].includes(name))
      form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  form.append("file", file.files[0]);
  return form;
}

/** The answer's status and time, and its text, or a link to what is no text. */
async function answered(response, started) {
  const line = document.createElement("p");
  const ms = Math.round(performance.now() - started);
  line.textContent = `${response.status} ${response.statusText} in ${ms} ms`;
  line.className = response.ok ? "good" : "bad";
  const type = response.headers.get("content-type") ?? "";
  if (!/json|text/.test(type) && response.status !== 204) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = "answer";
    link.textContent = `Save the answer (${type})`;
    return [line, link];
  }
  const text = await response.text();
  if (text === "") return [line];
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.ariaLabel = "Answer";
  pre.textContent = type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return [line, pre];
}

for (const form of document.querySelectorAll(".try form"))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = form.querySelector(".answer");
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    answer.textContent = "Sending…";
    try {
      const started = performance.now();
      const response = await fetch(...(await requestOf(form)));
      answer.replaceChildren(...(await answered(response, started)));
    } catch (error) {
      answer.textContent = error.message;
    }
    button.disabled = false;
  });
