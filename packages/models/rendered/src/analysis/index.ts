import type { Camera, Declined } from "../scene.ts";
import type { Analysis, Picture } from "./analysis.ts";
import type { Box } from "./box.ts";
import type { Planes } from "./faces.ts";
import { findBox } from "./find-box.ts";
import { findView } from "./find-view.ts";
import { floorMaskOf, freeFloorOf, roomOf } from "./floor.ts";
import { lightOf } from "./light.ts";
import type { View } from "./manhattan.ts";
import { elevationOf } from "./scale.ts";
import { findSegments } from "./segments.ts";
import { type WorkingCopy, workingCopyOf } from "./working-copy.ts";

/**
 * Camera, room and light of a photo of an empty room, from its pixels alone. Declines a furnished room
 * (`no_free_floor`) and one that it cannot make out (`room_not_understood`). Same picture, same result.
 */
export function analyse(picture: Picture): Analysis | Declined {
  const copy = workingCopyOf(picture);
  const { width, height } = copy;
  const segments = findSegments(copy.lab[0], width, height, 0.022 * Math.hypot(width, height));
  const { view, confidence } = findView(segments, width, height);
  const flat = cameraOf(copy, view, 1);
  const found = findBox(copy, flat);
  const { elevation, confidence: scale } = elevationOf(found.box, 1, []);
  const small = { ...flat, elevation };
  const planes = planesOf(found.box, elevation);
  const camera = enlarged(small, picture);
  const floorMask = floorMaskOf(camera, planes);
  const room = roomOf(planes, [], floorMask, freeFloorOf(camera, planes, floorMask));
  const { light, exposure } = lightOf(copy, small, planes);
  return {
    camera,
    room,
    light,
    exposure,
    confidence: { camera: confidence, room: found.edges * found.floor, scale },
    segments: segments.map((s) => {
      const at = (value: number): number => value / copy.scale;
      return { ...s, x1: at(s.x1), y1: at(s.y1), x2: at(s.x2), y2: at(s.y2), length: at(s.length) };
    }),
  };
}

function cameraOf({ width, height }: WorkingCopy, view: View, elevation: number): Camera {
  const { focal, yaw, pitch, roll, shift } = view;
  return {
    width,
    height,
    focal,
    centreX: width / 2,
    centreY: height / 2 + shift,
    yaw,
    pitch,
    roll,
    elevation,
  };
}

function enlarged(camera: Camera, picture: Picture): Camera {
  const [x, y] = [picture.width / camera.width, picture.height / camera.height];
  return {
    ...camera,
    width: picture.width,
    height: picture.height,
    focal: camera.focal * x,
    centreX: camera.centreX * x,
    centreY: camera.centreY * y,
  };
}

/** The wall behind the camera is not seen: half a metre behind it. */
function planesOf(box: Box, elevation: number): Planes {
  return {
    left: -box.left * elevation,
    right: box.right * elevation,
    back: -box.back * elevation,
    front: 0.5,
    height: box.height * elevation,
  };
}
