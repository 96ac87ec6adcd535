import dns, { type LookupAddress } from "node:dns";
import { isIP } from "node:net";

type Connect = (request: unknown, address: string, port: number) => number;
type Answers = (name: string) => LookupAddress[];
type Found = (error: Error | null, found?: string | LookupAddress[], family?: number) => void;

const isConnect = (value: unknown): value is Connect => typeof value === "function";
const objectOf = (owner: unknown, name: string): object => {
  const value = owner instanceof Object ? Reflect.get(owner, name) : undefined;
  if (!(value instanceof Object)) throw new Error(`This Node has no ${name}.`);
  return value;
};

/**
 * Leads every connection of this process, whatever the address it is meant for, to a local port, and notes that address:
 * below all agents and resolvers, in place of the operating system's connection.
 */
export function tapSockets(port: number): { reached: string[] } {
  const reached: string[] = [];
  const binding = Reflect.get(process, "binding");
  const sockets: unknown = binding("tcp_wrap");
  const prototype = objectOf(objectOf(sockets, "TCP"), "prototype");
  const connect: unknown = Reflect.get(prototype, "connect");
  if (!isConnect(connect)) throw new Error("This Node connects otherwise.");
  const noted: Connect = function (this: unknown, request, address) {
    reached.push(address);
    return Reflect.apply(connect, this, [request, "127.0.0.1", port]);
  };
  Reflect.set(prototype, "connect", noted);
  Reflect.set(prototype, "connect6", noted);
  return { reached };
}

/** Lets Node's resolver answer with what the case says, instead of asking the network. */
export function answerLookups(answersOf: Answers): void {
  const lookup = (name: string, options: unknown, callback: Found) => {
    const family = isIP(name);
    const found = family === 0 ? answersOf(name) : [{ address: name, family }];
    const wantsAll = options instanceof Object && Reflect.get(options, "all") === true;
    const [first] = found;
    process.nextTick(() => {
      if (!first) callback(new Error(`${name} is unknown`));
      else if (wantsAll) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
  Reflect.set(dns, "lookup", lookup);
}
