import { excess, resolved, type Schema } from "./schemas.ts";

type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Header = { $ref?: string; required?: boolean; schema?: Schema };
type Response = { headers?: Record<string, Header>; content?: Content };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};
type Server = { url: string };
type Methods = Record<string, Operation>;
/** The parts of an OpenAPI document that callers depend on. */
export type ApiDocument = {
  servers: Server[];
  security: unknown;
  paths: Record<string, Methods>;
  webhooks: Record<string, Methods>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, { type: string; scheme: string }>;
  };
};

/**
 * What a newer document takes from those who rely on an older one, as sentences. Requests may only be allowed more.
 * Answers may only have more properties, which must be optional: an answer of the older version is repeated for 24 hours
 * (Idempotency-Key). In a webhook the service is the one that asks: its body is an answer.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions compare the same two documents
export function breaks(before: ApiDocument, after: ApiDocument): string[] {
  const request = (older: Schema = {}, newer: Schema = {}, at: string) =>
    excess({ schema: newer, document: after }, { schema: older, document: before }, `${at} no longer takes`);
  const answer = (older: Schema = {}, newer: Schema = {}, at: string) => [
    ...excess({ schema: older, document: before }, { schema: newer, document: after }, `${at} now answers`),
    ...newlyRequired(older, newer, at),
  ];

  /** Properties that an object of the answer, at any depth, always had and that it always has now. */
  function newlyRequired(older: Schema, newer: Schema, at: string): string[] {
    const [was, is] = [objectOf(older, before), objectOf(newer, after)];
    const added = (is.required ?? []).filter((name) => !was.required?.includes(name));
    const inside = Object.entries(was.properties ?? {}).flatMap(([name, property]) =>
      newlyRequired(property, is.properties?.[name] ?? {}, `${at}.${name}`),
    );
    const items = was.items ? newlyRequired(was.items, is.items ?? {}, `${at}[]`) : [];
    return [...added.map((name) => `${at}.${name} is required: make it optional`), ...inside, ...items];
  }

  type Compare = typeof request;
  const compareContent = (older: Content = {}, newer: Content = {}, at: string, compare: Compare) =>
    Object.entries(older).flatMap(([type, { schema }]) =>
      newer[type] ? compare(schema, newer[type].schema, `${at} ${type}`) : [`${at} ${type} is removed`],
    );

  function compareParameters(older: Parameter[] = [], newer: Parameter[] = [], at: string, compare: Compare) {
    const found = (list: Parameter[], { name, in: place }: Parameter) =>
      list.find((other) => other.name === name && other.in === place);
    const kept = older.flatMap((parameter) => {
      const same = found(newer, parameter);
      return same
        ? compare(parameter.schema, same.schema, `${at} ${parameter.name}`)
        : [`${at} ${parameter.name} is removed`];
    });
    const demanded = newer
      .filter((parameter) => parameter.required && !found(older, parameter)?.required)
      .map(({ name }) => `${at} ${name} is required`);
    const dropped = older
      .filter((parameter) => parameter.required && found(newer, parameter)?.required === false)
      .map(({ name }) => `${at} ${name} is no longer always there`);
    return [...kept, ...(compare === request ? demanded : dropped)];
  }

  function compareResponses(older: Operation, newer: Operation, at: string) {
    const removed = Object.keys(older.responses).filter((status) => !newer.responses[status]);
    const succeeding = Object.keys(newer.responses).filter(
      (status) => !older.responses[status] && !/^[45]/.test(status),
    );
    const kept = Object.entries(older.responses).flatMap(([status, response]) => {
      const now = newer.responses[status];
      if (!now) return [];
      const where = `${at} ${status}`;
      return [
        ...compareContent(response.content, now.content, where, answer),
        ...compareHeaders(response.headers, now.headers, where),
      ];
    });
    return [
      ...removed.map((status) => `${at} ${status} is removed`),
      ...succeeding.map((status) => `${at} ${status} is a new success`),
      ...kept,
    ];
  }

  const compareHeaders = (older: Response["headers"] = {}, newer: Response["headers"] = {}, at: string) =>
    Object.entries(older).flatMap(([name, header]) => {
      const [was, is] = [headerOf(header, before), newer[name] && headerOf(newer[name], after)];
      if (!is) return [`${at} header ${name} is removed`];
      const optional = was.required && !is.required ? [`${at} header ${name} is no longer always there`] : [];
      return [...optional, ...answer(was.schema, is.schema, `${at} header ${name}`)];
    });

  function compareOperation(older: Operation, newer: Operation | undefined, at: string, isWebhook: boolean) {
    if (!newer) return [`${at} is removed`];
    const sent = isWebhook ? answer : request;
    const demands = !older.requestBody?.required && newer.requestBody?.required && !isWebhook;
    return [
      ...(older.operationId === newer.operationId ? [] : [`${at} is named ${newer.operationId}`]),
      ...(demands ? [`${at} body is required`] : []),
      ...compareParameters(older.parameters, newer.parameters, at, sent),
      ...compareContent(older.requestBody?.content, newer.requestBody?.content, at, sent),
      ...compareResponses(older, newer, at),
    ];
  }

  const compareAll = (older: Record<string, Methods>, newer: Record<string, Methods>, isWebhook: boolean) =>
    Object.entries(older).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        compareOperation(operation, newer[path]?.[method], `${method.toUpperCase()} ${path}`, isWebhook),
      ),
    );

  const access = ({ security, components: { securitySchemes } }: ApiDocument) =>
    JSON.stringify([
      security,
      Object.entries(securitySchemes).map(([name, { type, scheme }]) => [name, type, scheme]),
    ]);
  const isRemovedServer = (server: Server) =>
    !after.servers.some((other) => JSON.stringify(other) === JSON.stringify(server));
  return [
    ...(access(before) === access(after) ? [] : ["authentication has changed"]),
    ...before.servers.filter(isRemovedServer).map(({ url }) => `server ${url} is removed`),
    ...compareAll(before.paths, after.paths, false),
    ...compareAll(before.webhooks, after.webhooks, true),
  ];
}

/** An object's schema, without its reference and its null. */
function objectOf(schema: Schema, document: ApiDocument): Schema {
  const present = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  return resolved({ schema: present, document }).schema;
}

const headerOf = ({ $ref, ...own }: Header, { components }: ApiDocument): Header =>
  $ref === undefined ? own : { ...components.headers[$ref.split("/").at(-1) ?? ""], ...own };
