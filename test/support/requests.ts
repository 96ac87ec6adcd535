import type { Operation } from "../../lambdas/api/contract/operation.ts";
import { operations as listed, type OperationId } from "../../lambdas/api/contract/operations.ts";
import type { Form } from "./form.ts";

export const operations = Object.fromEntries(
  listed.map((operation) => [operation.operationId, operation]),
) as Record<OperationId, Operation>;

/** What a request of an operation holds. */
export type Call = {
  /** A header with several values is sent several times. */
  headers?: Record<string, string | string[] | undefined> | undefined;
  /** An object is sent as JSON, a form by its own content type, a string or bytes as they are. */
  body?: object | string | Buffer<ArrayBuffer> | Form | undefined;
  /** The id in the path. */
  id?: string;
  /** A parameter with several values is sent several times. */
  query?: Record<string, string | string[]>;
  sourceIp?: string;
};

/** An answer; the names of its headers are in lower case. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: ReturnType<JSON["parse"]>;
};

/** How a request comes to the API: straight to its handler, or over HTTP. */
export type Send = (operationId: OperationId, call?: Call) => Promise<Reply>;

/** The parameters of a query one by one. */
export const pairsOf = (query: NonNullable<Call["query"]>): [string, string][] =>
  Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );

export const pathOf = (operationId: OperationId, id = ""): string =>
  operations[operationId].path.replace(/\{\w+\}/, id);

/** A body that creates a generation, with changes; a field set to undefined is left out. */
export const refurnish = (source_asset_id: string, changes: object = {}) => ({
  source_asset_id,
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  ...changes,
});

/** The same for the smallest body that creates a generation. */
export const proCapture = (source_asset_id: string, changes: object = {}) => ({
  source_asset_id,
  workflow: "pro_capture",
  capture_type: "photo",
  ...changes,
});
