import { find } from "../playground/elements.js";
import { buildDeliveries } from "./deliveries.js";
import { buildKeys } from "./keys.js";
import { showMonth } from "./month.js";
import { buildStatements } from "./statements.js";

find("period").addEventListener("change", ({ target }) => showMonth(target.value));
await Promise.all([showMonth(), buildStatements(), buildDeliveries(), buildKeys()]);
document.documentElement.dataset.ready = "true";
