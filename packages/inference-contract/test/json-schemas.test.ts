import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { schemaFiles } from "../src/json-schemas.ts";
import { ContractRequest } from "../src/messages.ts";
import { readRequest } from "../src/serving/request.ts";
import { nameOf, tasks } from "../src/tasks.ts";
import { candidate, requestFor } from "./request.ts";

const docs = join(import.meta.dirname, "../../../docs");
const folder = join(import.meta.dirname, "../schemas");

test("the published schemas are those that containers are checked by (npm run schemas -w packages/inference-contract)", async () => {
  expect((await readdir(folder)).sort()).toEqual(Object.keys(schemaFiles).sort());
  for (const [name, content] of Object.entries(schemaFiles)) {
    expect(JSON.parse(await readFile(join(folder, name), "utf8")), name).toEqual(JSON.parse(content));
  }
});

test.each(tasks.map((task) => [nameOf(task), task]))(
  "%s fits the schema and the simulated model",
  (_, task) => {
    const request = requestFor(
      { width: 517, height: 389 },
      { ...task, candidates: ["a", "b"].map(candidate) },
    );
    expect(v.parse(ContractRequest, request)).toEqual(request);
    expect(readRequest(request).candidates.map(({ id }) => id)).toEqual(["a", "b"]);
  },
);

test("the examples in the document fit the schemas", async () => {
  const text = await readFile(join(docs, "inference-contract.md"), "utf8");
  const [request, response] = Array.from(text.matchAll(/```json\n(.*?)```/gs), ([, json]) =>
    JSON.parse(json ?? ""),
  );
  const { ContractResponse } = await import("../src/messages.ts");
  expect(v.parse(ContractRequest, request)).toEqual(request);
  expect(v.parse(ContractResponse, response)).toEqual(response);
});
