import { measureDeliveries } from "../webhooks.ts";
import { printTable } from "./table.ts";

/** A signed delivery, from the caller's URL checked to the answer read, and a bare undici loop with the same bytes. */
const { signing, bare } = await measureDeliveries();
printTable(
  ["", "ours", "bare undici loop", "ratio"],
  [
    [
      "CPU of a delivery",
      `${signing.micros.toFixed(0)} µs`,
      `${bare.micros.toFixed(0)} µs`,
      (signing.micros / bare.micros).toFixed(2),
    ],
    [
      "deliveries per second",
      signing.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      (signing.perSecond / bare.perSecond).toFixed(2),
    ],
  ],
);
