const methods = ["get", "post", "put", "delete"];

/** Fields that a try does not need: their examples would be stored or called. */
const optionalFields = ["reference", "metadata", "webhook"];

/**
 * The document as the page tries it: a try sends what its reader typed, and no examples. A picture's URL is one that this
 * service serves.
 */
export function forTrying(document, origin) {
  const copy = structuredClone(document);
  for (const path of Object.values(copy.paths))
    for (const method of methods) if (path[method]) prepare(path[method], origin);
  for (const [name, schema] of Object.entries(copy.components.schemas))
    if (name.endsWith("Form")) sendWhatIsShown(schema, copy.components.schemas);
  return copy;
}

function prepare(operation, origin) {
  for (const parameter of operation.parameters ?? []) {
    delete parameter.example;
    if (parameter.name !== "Idempotency-Key") continue;
    parameter.required = false;
    parameter.description = `${parameter.description ?? ""} Left empty, this page makes a fresh one for each try.`;
  }
  const content = operation.requestBody?.content ?? {};
  delete content["multipart/form-data"]?.examples;
  const examples = content["application/json"]?.examples;
  if (examples) content["application/json"].examples = inOrder(examples, origin);
}

/** The examples that work here first: those with a picture's URL, then those that need no id. */
function inOrder(examples, origin) {
  const prepared = Object.entries(examples).map(([name, example]) => [name, withoutDummies(example, origin)]);
  const rank = ([, { value }]) => ("source_url" in value ? 0 : Object.keys(value).some(isId) ? 2 : 1);
  return Object.fromEntries(prepared.sort((a, b) => rank(a) - rank(b)));
}

const isId = (name) => name.endsWith("_id");

function withoutDummies(example, origin) {
  const value = { ...example.value };
  for (const name of optionalFields) delete value[name];
  if (value.source_url)
    value.source_url = `${origin.replace("localhost", "127.0.0.1")}/playground/samples/photo.jpg`;
  return { ...example, value };
}

/**
 * In a form, an optional field starts empty and is not sent until it is filled in. A required choice starts with its first
 * value, which is then sent, not only shown.
 */
function sendWhatIsShown(form, schemas) {
  for (const [name, property] of Object.entries(form.properties)) {
    const { description } = property;
    const choices = schemas[property.$ref?.split("/").at(-1)]?.enum;
    if (!form.required?.includes(name)) form.properties[name] = { type: "string", default: "", description };
    else if (choices) form.properties[name] = { type: "string", enum: choices, default: choices[0] };
  }
}
