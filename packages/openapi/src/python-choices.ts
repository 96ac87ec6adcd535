import { type Row, validity } from "service/lambdas/domain/generation/validity.ts";
import { CaptureType } from "service/lambdas/domain/vocabulary.ts";
import { capitalized, describedTypes, type Schema } from "./described-types.ts";

/**
 * What a create of packages/clients/python takes: a TypedDict for each combination of the validity matrix, so that mypy and pyright
 * find a call that the service refuses.
 */
export function pythonChoices(): string {
  const choices = combined(validity).map((row) => [nameOf(row), classOf(row)] as const);
  const union = choices.map(([name]) => name).join(" | ");
  return `${[
    header,
    optionsOf(describedTypes().schemas),
    ...choices.map(([, written]) => written),
    `BatchRequest: TypeAlias = ${union}\n"""What \`create\` takes: what goes together in a request."""`,
  ].join("\n\n\n")}\n`;
}

type Combination = { captures: string[]; row: Row };

/** The rows of the matrix, one for capture types that have the same rules. */
const combined = (rows: readonly Row[]): Combination[] =>
  Array.from(
    Map.groupBy(rows, ({ workflow, room_types, style_preset, mask, mode }) =>
      JSON.stringify([workflow, room_types, style_preset, mask, mode]),
    ).values(),
    (same) => ({ captures: same.map(({ capture_type }) => capture_type), row: same[0] as Row }),
  );

const nameOf = ({ captures, row: { workflow, mode } }: Combination): string =>
  [
    ...workflow.split("_"),
    ...(captures.length === CaptureType.options.length ? [] : captures),
    ...(mode === "refused" ? [] : mode.slice(0, 1)),
  ]
    .map(capitalized)
    .join("");

function classOf(combination: Combination): string {
  const { captures, row } = combination;
  const fields = [
    `workflow: Literal["${row.workflow}"]`,
    `capture_type: Literal[${quoted(captures)}]`,
    ...(row.mode === "refused" ? [] : [`mode: Literal[${quoted(row.mode)}]`]),
    ...fieldOf("room_types", "RoomTypes", row.room_types),
    ...fieldOf("style_preset", "StylePreset", row.style_preset),
    ...fieldOf("mask", "PictureFile", row.mask),
    ...fieldOf("mask_url", "str", row.mask),
  ];
  return `class ${nameOf(combination)}(CreateOptions):\n${fields.map((field) => `    ${field}`).join("\n")}`;
}

const fieldOf = (name: string, type: string, rule: Row["room_types"]): string[] => {
  if (rule === "refused") return [];
  return [`${name}: ${rule === "required" ? type : `NotRequired[${type}]`}`];
};

const quoted = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(", ");

/** What every create may have, besides what goes together. */
function optionsOf(schemas: [string, Schema][]): string {
  const [, schema] = schemas.find(([name]) => name === "CreateGenerationFromAsset") ?? [];
  const others = Object.keys(schema?.properties ?? {}).filter((name) => !(name in decided));
  const types = others.map((name) => `    ${name}: NotRequired[${typeOf[name] ?? unknown(name)}]`);
  return `class CreateOptions(Picture):\n${types.join("\n")}\n    idempotency_key: NotRequired[str | None]`;
}

const decided = {
  source_asset_id: true,
  workflow: true,
  capture_type: true,
  mode: true,
  room_types: true,
  style_preset: true,
  mask_url: true,
};
const typeOf: Record<string, string> = {
  include_alternates: "bool",
  disclosure: "Disclosure",
  listing: "str",
  reference: "str",
  metadata: "Metadata",
  webhook: "WebhookConfig",
};

function unknown(name: string): never {
  throw new Error(`The type of ${name} in a create of the Python client is not known here.`);
}

const header = `"""What goes together in a create. Made from the service's rules: npm run openapi. A test compares."""

from typing import Literal, TypeAlias

from ._picture import Picture, PictureFile
from ._typing import NotRequired
from .types import Disclosure, Metadata, RoomTypes, StylePreset, WebhookConfig`;
