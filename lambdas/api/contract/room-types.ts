import * as v from "valibot";
import { RoomType } from "../../domain/vocabulary.ts";

export const RoomTypes = v.pipe(
  v.array(RoomType),
  v.minLength(1, "must name at least one room type"),
  v.maxLength(3, "must name at most 3 room types"),
  v.check((rooms) => new Set(rooms).size === rooms.length, "must not name a room type twice"),
  v.metadata({ uniqueItems: true }),
);
