import * as v from "valibot";
import { mostRoomTypes } from "../../domain/generation/configuration.ts";
import { RoomType } from "../../domain/vocabulary.ts";

export const RoomTypes = v.pipe(
  v.array(RoomType),
  v.minLength(1, "must name at least one room type"),
  v.maxLength(mostRoomTypes, `must name at most ${mostRoomTypes} room types`),
  v.check((rooms) => new Set(rooms).size === rooms.length, "must not name a room type twice"),
  v.metadata({ uniqueItems: true }),
);
