import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from "node:net";
import type { Handler } from "./public-internet.ts";

const servers: (Server | TcpServer)[] = [];

/** Every connection that a server of this file has accepted since the last `closeServers`. */
export const sockets: Socket[] = [];

export const openSockets = () => sockets.filter((socket) => !socket.destroyed).length;

export function closeServers(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
}

/** Starts a server on a free port of 127.0.0.1 and gives its address as an http URL. */
export async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

export const http = (handler: Handler) => listen(createHttpServer(handler));

/** A server that sends these bytes and nothing more; `then` decides what happens to the connection. */
export const saying = (text: string, then: (socket: Socket) => void = () => {}) =>
  listen(createTcpServer((socket) => socket.once("data", () => socket.write(text, () => then(socket)))));

/** A server that sends these bytes and then one byte after another, for ever. */
export const dripping = (text: string) =>
  saying(text, (socket) => {
    const drip = setInterval(() => socket.write("x"), 5);
    socket.on("close", () => clearInterval(drip));
  });

/** An endless body, as fast as it is read. */
export const endlessly: Handler = (_, response) => {
  const pump = () => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
  };
  response.on("drain", pump);
  pump();
};

/** The address of a server that has just closed. */
export async function closedAddress(): Promise<string> {
  const url = await http(() => {});
  await new Promise((closed) => servers.pop()?.close(closed));
  return url;
}
