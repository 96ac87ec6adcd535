import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export type Address = { host: string; port: number };

/** Every address at which this process and its descendants listen. Linux says so in /proc. */
export function listeningAddresses(): Address[] {
  const sockets = new Set(descendants(process.pid).flatMap(socketsOf));
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = ""]) => state === "0A" && sockets.has(inode))
    .map(([, local = ""]) => {
      const [host = "", port = ""] = local.split(":");
      return { host: [...Buffer.from(host, "hex")].reverse().join("."), port: Number.parseInt(port, 16) };
    });
}

function descendants(pid: number): number[] {
  const children = processes().filter((child) => parentOf(child) === pid);
  return [pid, ...children.flatMap(descendants)];
}

const processes = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** A process may have ended since it was listed. */
const unlessGone = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const parentOf = (pid: number) =>
  unlessGone(() => Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]), 0);

const socketsOf = (pid: number) =>
  unlessGone(() => readdirSync(`/proc/${pid}/fd`), []).flatMap((fd) => {
    const target = unlessGone(() => readlinkSync(`/proc/${pid}/fd/${fd}`), "");
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
