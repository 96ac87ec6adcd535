import * as v from "valibot";
import { readSamplePanorama, readSamplePlan, readSampleRoom } from "./sample-room.ts";

const drawings = {
  photo: readSampleRoom,
  panorama360: readSamplePanorama,
  floorplan: readSamplePlan,
};

/** Writes the sample of a capture type as the Base64 of a JPEG. */
const [name] = process.argv.slice(2);
const picture = await drawings[v.parse(v.picklist(["photo", "panorama360", "floorplan"]), name)]();
process.stdout.write(picture.toString("base64"));
