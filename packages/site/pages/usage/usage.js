import { find } from "../playground/elements.js";
import { buildDeliveries } from "./deliveries.js";
import { buildKeys } from "./keys.js";
import { showMonth } from "./month.js";
import { buildSettings } from "./settings.js";
import { buildStatements } from "./statements.js";

find("period").addEventListener("change", ({ target }) => showMonth(target.value));
await Promise.all([showMonth(), buildStatements(), buildSettings(), buildDeliveries(), buildKeys()]);
document.documentElement.dataset.ready = "true";
