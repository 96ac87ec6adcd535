import type { Interface } from "node:readline/promises";
import { roomTypeOfFile } from "@image-staging/inference-contract/room-names";
import { type RoomType, roomTypes } from "../index.ts";

/** Asks on the terminal which room a photo shows. Without a terminal nobody is asked. */
export const asker =
  (open: () => Pick<Interface, "question" | "close">) =>
  async (file: string): Promise<RoomType | null> => {
    if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
    const terminal = open();
    try {
      for (;;) {
        const said = (await terminal.question(`Which room is ${file}? (nothing leaves it out) `)).trim();
        const room =
          roomTypes.find((known) => known.toLowerCase() === said.toLowerCase()) ?? roomTypeOfFile(said);
        if (room || said === "") return room ?? null;
        console.log(`One of ${roomTypes.join(", ")}.`);
      }
    } finally {
      terminal.close();
    }
  };
