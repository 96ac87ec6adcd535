import { bundles } from "./bundles.ts";
import { ledgerExport } from "./ledger-export.ts";
import { localService } from "./local-service.ts";
import { webhooks } from "./webhooks.ts";

/** Every bench by its name: `npm run bench` runs all, `npm run bench -- NAME …` some. */
const benches: Record<string, () => Promise<void>> = {
  bundles,
  "local-service": localService,
  webhooks,
  "ledger-export": ledgerExport,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}: choose from ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n# ${name}`);
  await bench();
}
