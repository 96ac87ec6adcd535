// `npm run test:long -- stops 500`: so many stops at random moments under load, none longer than announced.
import { serviceProcess } from "service/test/support/service-process.ts";
import { type Stop, stopUnderLoad } from "./support/stops.ts";

const announcedSeconds = 10;
const longestPauseMs = 1500;
const count = Number(process.argv[2] ?? 500);
const stops: Stop[] = [];
const host = serviceProcess();

for (let index = 0; index < count; index++) {
  stops.push(await stopUnderLoad(host, Math.random() * longestPauseMs));
  if ((index + 1) % 20 === 0) report();
}
await host.discard();
process.exitCode = stops.every(({ seconds, code }) => seconds <= announcedSeconds && code === 0) ? 0 : 1;

function report(): void {
  const sorted = stops.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
  const failed = stops.filter(({ code }) => code !== 0).length;
  console.log(
    `${sorted.length} stops: median ${at(0.5)} s, 99 % within ${at(0.99)} s, longest ${at(1)} s; ${failed} with another exit code than 0`,
  );
}
