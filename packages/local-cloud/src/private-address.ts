import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { StartupError } from "./lifecycle.ts";

export type Address = { host: string; port: number };

/** Ports that every browser refuses to ask (Fetch standard, "port blocking"), of those that need no privilege. */
const refusedByBrowsers = [
  10080, 6697, 6679, 6669, 6668, 6667, 6666, 6665, 6566, 5061, 5060, 4190, 4045, 3659,
];

/**
 * An address of this machine for a server without a door: no browser asks its port, and if all of 127.0.0.0/8 is this
 * machine, nobody guesses its host. Throws a StartupError if all of these ports are taken.
 */
export async function privateAddress(platform: string = process.platform): Promise<Address> {
  const host =
    platform === "darwin" ? "127.0.0.1" : `127.${[254, 256, 254].map((end) => randomInt(1, end)).join(".")}`;
  for (const port of refusedByBrowsers) if (await isFree(host, port)) return { host, port };
  throw new StartupError(
    `Every port that browsers refuse is taken on ${host}: ${refusedByBrowsers.join(", ")}.`,
  );
}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
