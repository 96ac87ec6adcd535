import { codeBlock, codeTabs } from "../code.ts";
import { escapeHtml } from "../html.ts";
import type { Content, Heading } from "../markdown.ts";
import { type Endpoint, endpointsOf, nameOf, type OpenApi } from "./document.ts";
import { bodyFieldsOf, type Field, fieldList, fieldsOf, type Inline } from "./fields.ts";

/** Renders Markdown within a page of the reference. */
export type Write = { inline: Inline; block: (markdown: string) => string };

const slug = (name: string) => name.toLowerCase().replaceAll(" ", "-");
export const tagPage = (tag: string) => `reference-${slug(tag)}`;

const heading = (id: string, html: string): Heading => ({ level: 2, id, html });
const h2 = ({ id, html }: Heading) =>
  `<h2 id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h2>`;
const method = (name: string) => `<span class="method ${name.toLowerCase()}">${name}</span>`;
const path = (text: string) => escapeHtml(text).replaceAll("/", "/<wbr>");
const json = (value: unknown) => codeBlock(JSON.stringify(value, null, 2), "json", "Example");

/** A table of all operations, for the first page of the reference. */
export function operationList(document: OpenApi): string {
  const rows = endpointsOf(document.paths).map(
    (endpoint) =>
      `<li>${method(endpoint.method)} <a href="${tagPage(endpoint.tags[0] ?? "")}.html#${endpoint.operationId}"><code>${path(endpoint.path)}</code></a><span>${escapeHtml(endpoint.summary)}</span></li>`,
  );
  return `<ul class="operations">${rows.join("")}</ul>`;
}

/** The operations of a tag, one below the other, each with what `tryOf` makes of it. */
export function tagContent(
  document: OpenApi,
  tag: string,
  write: Write,
  tryOf: (endpoint: Endpoint) => string,
): Content {
  const endpoints = endpointsOf(document.paths).filter(({ tags }) => tags.includes(tag));
  const headings = endpoints.map(({ operationId, summary }) => heading(operationId, escapeHtml(summary)));
  const sections = endpoints.map((endpoint, at) => {
    const own = headings[at];
    return own ? h2(own) + operation(endpoint, document, write, tryOf) : "";
  });
  return { title: tag, html: sections.join(""), headings };
}

function operation(
  endpoint: Endpoint,
  document: OpenApi,
  write: Write,
  tryOf: (endpoint: Endpoint) => string,
): string {
  const { schemas } = document.components;
  const parameters = endpoint.parameters.map(
    (parameter): Field => ({
      ...parameter,
      schema: { ...parameter.schema, description: parameter.description },
    }),
  );
  const list = (title: string, fields: Field[], isRequest: boolean) =>
    fields.length === 0 ? "" : `<h3>${title}</h3>${fieldList(fields, schemas, write.inline, isRequest)}`;
  const inPlace = (place: string) => parameters.filter((_, at) => endpoint.parameters[at]?.in === place);
  return [
    `<p class="endpoint">${method(endpoint.method)} <code>${path(endpoint.path)}</code></p>`,
    write.block(endpoint.description),
    codeTabs(
      endpoint["x-codeSamples"].map(({ lang, source }) => ({ language: languageOf(lang), code: source })),
    ),
    tryOf(endpoint),
    list("Path", inPlace("path"), true),
    list("Query", inPlace("query"), true),
    list("Headers", inPlace("header"), true),
    list(endpoint.requestBody?.required ? "Body" : "Body, if any", requestFields(endpoint, document), true),
    answer(endpoint, write),
    errors(endpoint, document),
  ].join("");
}

const languageOf = (lang: string) => ({ Shell: "sh", TypeScript: "ts" })[lang] ?? lang.toLowerCase();

function requestFields({ requestBody }: Endpoint, { components }: OpenApi): Field[] {
  const variants = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
    schema,
    ...(type.startsWith("multipart/") && { remark: "in a form" }),
  }));
  return bodyFieldsOf(variants.toReversed(), components.schemas);
}

function answer({ responses }: Endpoint, write: Write): string {
  const ok = responses["200"];
  const content = ok?.content["application/json"];
  if (!ok || !content) return "";
  const name = nameOf(content.schema.$ref ?? "");
  const [example] = Object.values(content.examples);
  return `<h3>Answer</h3><p>${write.inline(ok.description)} <a href="reference-objects.html#${name.toLowerCase()}">${name}</a></p><details class="example"><summary>Example</summary>${json(example?.value)}</details>`;
}

function errors({ responses }: Endpoint, { components }: OpenApi): string {
  const codes = Object.entries(responses).flatMap(([status, { content }]) => {
    const names = Object.values(content["application/json"]?.examples ?? {}).map(({ $ref }) =>
      nameOf($ref ?? ""),
    );
    const own = new Set(names.flatMap((name) => components.examples[name]?.value.error.code ?? []));
    return Number(status) < 400 ? [] : [...own].map((code) => ({ status, code }));
  });
  const links = codes.map(
    ({ status, code }) => `<li>${status} <a href="errors.html#${code}"><code>${code}</code></a></li>`,
  );
  return `<h3>Errors</h3><ul class="codes">${links.join("")}</ul>`;
}

/** What the service sends: one section an event. */
export function webhooksContent(document: OpenApi, write: Write): Content {
  const events = Object.entries(document.webhooks).flatMap(([type, methods]) =>
    Object.values(methods).map((event) => ({ type, event })),
  );
  const { schemas } = document.components;
  const headings = events.map(({ type }) => heading(type.replaceAll(".", "-"), `<code>${type}</code>`));
  const sections = events.map(({ event }, at) => {
    const content = event.requestBody?.content["application/json"];
    const fields = content ? fieldsOf(content.schema, schemas) : [];
    const [example] = Object.values(content?.examples ?? {});
    const own = headings[at];
    return `${own ? h2(own) : ""}<p>${write.inline(event.summary)}.</p>${fieldList(fields, schemas, write.inline, false)}<details class="example"><summary>Example</summary>${json(example?.value)}</details>`;
  });
  const intro = `<p>What the service posts to your receiver. <a href="webhooks.html">Webhooks</a> says where it goes, what to answer, and how to verify it.</p>`;
  return { title: "Webhook events", html: intro + sections.join(""), headings };
}

/** The objects of answers and messages: every field with its type. */
export function objectsContent({ components: { schemas } }: OpenApi, write: Write): Content {
  const named = Object.entries(schemas).filter(
    ([name, schema]) => schema.properties && !/(Request|Form|From\w+)$/.test(name),
  );
  const headings = named.map(([name]) => heading(name.toLowerCase(), name));
  const sections = named.map(([, schema], at) => {
    const own = headings[at];
    return `${own ? h2(own) : ""}${fieldList(fieldsOf(schema, schemas), schemas, write.inline, false)}`;
  });
  return {
    title: "Objects",
    html: `<p>What answers and webhooks are made of. More fields may come: ignore those that you do not know.</p>${sections.join("")}`,
    headings,
  };
}
