import { expect, test } from "vitest";
import { secretsApi } from "../src/secrets.ts";

const read = secretsApi({ "arn:one": "its text" })["secretsmanager.GetSecretValue"];

test("a secret of the host is read by its ARN", () => {
  expect(read?.({ SecretId: "arn:one" })).toMatchObject({ ARN: "arn:one", SecretString: "its text" });
});

test("another secret is not found, as in AWS", () => {
  expect(() => read?.({ SecretId: "arn:two" })).toThrow(
    expect.objectContaining({ type: "ResourceNotFoundException" }),
  );
});
