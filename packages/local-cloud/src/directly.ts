import { Agent } from "undici";
import { isLoopback } from "./hosts.ts";

const agent = new Agent();

/** The option of an undici request by which a port of this machine is asked without the proxy that the shell may set. */
export const directly = (url: string): { dispatcher?: Agent } => {
  const hostname = URL.parse(url)?.hostname;
  return hostname !== undefined && isLoopback(hostname) ? { dispatcher: agent } : {};
};
