import * as v from "valibot";
import type { Stack } from "../template/stack.ts";

/** One method of the template's REST API, and the ARN of the function that serves it. */
export type Route = { method: string; resourcePath: string; segments: string[]; functionArn: string };

export type RouteMatch = { route: Route; pathParameters: Record<string, string> | null };

const Method = v.object({
  HttpMethod: v.string(),
  ResourceId: v.string(),
  Integration: v.object({ Type: v.string(), Uri: v.optional(v.string(), "") }),
});
const Resource = v.object({ ParentId: v.string(), PathPart: v.string() });

/** Reads the API's routes from its resources and methods. Only Lambda proxy integrations are served. */
export function readRoutes(stack: Stack): Route[] {
  const resources = new Map(
    stack.resources("AWS::ApiGateway::Resource", Resource).map(({ id, properties }) => [id, properties]),
  );
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource ? `${pathOf(resource.ParentId)}/${resource.PathPart}` : "";
  };
  return stack.resources("AWS::ApiGateway::Method", Method).map(({ id, properties }) => {
    const { Type, Uri } = properties.Integration;
    const functionArn = /functions\/(.+)\/invocations$/.exec(Uri)?.[1];
    if (Type !== "AWS_PROXY" || functionArn === undefined)
      throw new Error(`${id}: the local host serves AWS_PROXY integrations of functions, not ${Type}`);
    const resourcePath = pathOf(properties.ResourceId) || "/";
    return { method: properties.HttpMethod, resourcePath, segments: resourcePath.split("/"), functionArn };
  });
}

/** The route that serves a request. Fixed segments take precedence over `{parameters}`, and these over `{proxy+}`. */
export function matchRoute(routes: Route[], method: string, path: string): RouteMatch | undefined {
  const segments = path.split("/");
  const [best] = routes
    .filter((route) => route.method === method || route.method === "ANY")
    .flatMap((route) => {
      const pathParameters = matchSegments(route.segments, segments);
      return pathParameters ? [{ route, pathParameters }] : [];
    })
    .sort((a, b) => specificity(b.route) - specificity(a.route));
  if (best === undefined) return undefined;
  const isEmpty = Object.keys(best.pathParameters).length === 0;
  return { route: best.route, pathParameters: isEmpty ? null : best.pathParameters };
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const name = /^\{([^+}]+)(\+?)\}$/.exec(part);
    const segment = segments[index];
    if (segment === undefined || (name && segment === "")) return undefined;
    if (name?.[2] === "+") return { ...parameters, [name[1] ?? ""]: segments.slice(index).join("/") };
    if (name) parameters[name[1] ?? ""] = segment;
    else if (part !== segment) return undefined;
  }
  return pattern.length === segments.length ? parameters : undefined;
}

const weights = { fixed: 3, parameter: 2, proxy: 1 };

/** Compares routes from left to right, as a number in base 4, then prefers a named method to ANY. */
function specificity(route: Route) {
  const digits = route.segments.map((part) => {
    if (part.endsWith("+}")) return weights.proxy;
    return part.startsWith("{") ? weights.parameter : weights.fixed;
  });
  const path = digits.reduce((sum: number, digit, index) => sum + digit / 4 ** index, 0);
  return path + (route.method === "ANY" ? 0 : 4 ** -20);
}
