import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type StylePreset, stylePresets } from "../index.ts";
import { listingOf, listingRule } from "./listing-name.ts";

export const usage = `Usage: image-staging FOLDER --style STYLE

Stages the pictures of a home: photos, 360° panoramas and floor plans in JPEG, PNG or WebP.

  --style STYLE     ${stylePresets.join(", ")}
  --out FOLDER      where outputs and report.html are saved; else FOLDER/staged
  --listing NAME    the home's name for the service; else the folder's
  --renovate        new floors and paint in photos, too
  --dry-run         says what would be sent, and the price, and sends nothing

The room of a photo is in its file's name (bedroom-2.jpg), or in rooms.csv: file,room. A furnished room needs a mask beside it, white
where furniture may be removed: bedroom-2.mask.png. BASE_URL and API_KEY are in the environment.
Run it again after an interruption: nothing is paid for twice, nothing is overwritten.
Exit code: 0 every picture is staged, 1 some are not, 2 wrong use, or no service.`;

/** A wrong use of the program, in words. */
export class WrongUse extends Error {}

/** What the command line says. Throws a WrongUse. */
export function optionsOf(args: string[]) {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new WrongUse(`Name one folder.\n\n${usage}`);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new WrongUse(`There is no folder ${folder}.`);
  const listing = values.listing ?? listingOf(folder);
  if (!listingRule.test(listing))
    throw new WrongUse(`--listing has 1 to 100 characters of A-Z a-z 0-9 . _ -, not ${listing}.`);
  return {
    folder,
    out: values.out ?? join(folder, "staged"),
    dryRun: values["dry-run"] ?? false,
    settings: {
      style: styleOf(values.style),
      mode: values.renovate ? ("renovate" as const) : ("refurnish" as const),
      listing,
    },
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        style: { type: "string" },
        out: { type: "string" },
        listing: { type: "string" },
        renovate: { type: "boolean" },
        "dry-run": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function styleOf(given: string | undefined): StylePreset {
  const style = stylePresets.find((known) => known === given);
  if (!style) throw new WrongUse(`--style is one of ${stylePresets.join(", ")}.`);
  return style;
}
