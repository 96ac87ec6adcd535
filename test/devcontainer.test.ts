import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"));

test("the devcontainer has an image of one version, the Node that the project is built for, and Python", () => {
  const { image, features } = read(".devcontainer/devcontainer.json");
  expect(image).toMatch(/^mcr\.microsoft\.com\/devcontainers\/base:\d+\.\d+\.\d+-\w+$/);
  const [major] = read("package.json").optionalDependencies.node.split(".");
  expect(features["ghcr.io/devcontainers/features/node:1"].version).toBe(major);
  expect(Object.keys(features)).toContain("ghcr.io/devcontainers/features/python:1");
});

test("the devcontainer installs the packages and forwards the service and its object store", () => {
  const { postCreateCommand, forwardPorts } = read(".devcontainer/devcontainer.json");
  expect(postCreateCommand).toMatch(/npm ci$/);
  expect(forwardPorts).toEqual([4000, 4100]);
});
