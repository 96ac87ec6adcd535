import { keepAccessible } from "./accessible.js";
import { forTrying } from "./for-trying.js";

const read = async (path) => (await fetch(path)).json();
const [document_, { api_key }] = await Promise.all([
  read("/docs/openapi.json"),
  read("/playground/session.json"),
]);

const dark = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followScheme);
followScheme();

/** A try without an idempotency key gets a fresh one, so that a second try is not a replay of the first. */
function prepareTry(request) {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  if (request.method === "POST" && !names.includes("idempotency-key"))
    request.headers["Idempotency-Key"] = crypto.randomUUID();
  if (request.body instanceof FormData) request.body = withoutEmpty(request.body);
  return request;
}

/** Swagger UI sends the fields of a form that nobody filled in as empty texts. */
function withoutEmpty(form) {
  const filled = new FormData();
  for (const [name, value] of form) if (value !== "") filled.append(name, value);
  return filled;
}

keepAccessible(document.getElementById("reference"));

const reference = SwaggerUIBundle({
  spec: forTrying(document_, location.origin),
  dom_id: "#reference",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  requestInterceptor: prepareTry,
  onComplete: () => reference.preauthorizeApiKey("apiKey", api_key),
});
