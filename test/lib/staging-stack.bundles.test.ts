import { basename } from "node:path";
import { Code } from "aws-cdk-lib/aws-lambda";
import { expect, test, vi } from "vitest";
import { entries, loadedBy } from "../support/stack/bundles.ts";
import { appOf, contextWith } from "../support/stack/synthesize.ts";

const fromAsset = vi.spyOn(Code, "fromAsset");
appOf(contextWith({ alarmEmail: "bundles@example.com" }));
const commands = fromAsset.mock.calls.map(([, options]) => options?.bundling?.command ?? []);
fromAsset.mockRestore();

test.each(Object.entries(entries))(
  "beside the bundle of %s lies what its code loads, and nothing else",
  async (_name, entry) => {
    const { sharp, files } = await loadedBy(entry);
    const [, carried, , ...beside] = commands.find(([bundled]) => bundled === entry) ?? [];
    expect(carried).toBe(sharp ? "sharp for arm64" : "sharp for no CPU");
    expect(beside.map((file) => basename(file).replace(/\.ts$/, ".mjs")).sort()).toEqual(files);
  },
);
