import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  preamble,
  toFirstPartner,
  toGoLive,
  toRestored,
  toSwapped,
  unknownSteps,
} from "../service/emulated-aws/operator/steps.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/deploy.md");

/** The documented command, its lines joined. */
const [build = ""] = /docker buildx build[^`]*?(?=\n\s*\w+ |```)/.exec(page.replaceAll(/\\\n\s*/g, "")) ?? [];

test("the documented build makes an image manifest of Docker's own type, the only one that SageMaker takes", () => {
  expect(build).toContain("--platform linux/amd64");
  // An attestation makes an index of the manifest.
  expect(build).toContain("--provenance=false");
  expect(build).toContain("--sbom=false");
  expect(build).toMatch(/--output type=image,[^ ]*oci-mediatypes=false/);
  expect(page).not.toMatch(/docker build /);
});

test("the documents check the type of what was pushed, and tags can't be pushed again", () => {
  expect(page).toMatch(/describe-images[^`]*imageManifestMediaType/);
  expect(page).toContain("application/vnd.docker.distribution.manifest.v2+json");
  expect(page).toContain("--image-tag-mutability IMMUTABLE");
});

test.each(["diffusion", "enhance", "plans", "rendered", "simulated"])(
  "the container of %s runs as root: SageMaker hosts no other user",
  (model) => {
    expect(read(`packages/models/${model}/Dockerfile`)).not.toMatch(/^(USER|.*useradd)/m);
  },
);

test("the walk of a new operator types what the guides say", () => {
  expect(preamble).toContain("admin()");
  expect(unknownSteps([...toFirstPartner, ...toGoLive, ...toRestored, ...toSwapped])).toEqual([]);
  expect(
    [...toRestored, ...toSwapped].map((step) => step.typed?.({ org: "", baseUrl: "" })).join(),
  ).not.toContain("no block begins");
});
