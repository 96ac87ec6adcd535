import type { Dimensions } from "../../domain/source-asset/dimensions.ts";

/** A full equirectangular panorama, and the compass direction of its centre in degrees if it is known. */
export type Panorama = Dimensions & { poseHeading: number | null };

const namespace = "http://ns.google.com/photos/1.0/panorama/";
/** Several times the packet of any camera. */
const mostXmpBytes = 256 * 1024;

/**
 * The XMP attributes by which viewers know a panorama (Google's Photo Sphere metadata, GPano): without them they show a
 * flat strip.
 */
export function photoSphereAttributes({ width, height, poseHeading }: Panorama): string {
  const properties = {
    ProjectionType: "equirectangular",
    UsePanoramaViewer: "True",
    FullPanoWidthPixels: width,
    FullPanoHeightPixels: height,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: 0,
    CroppedAreaTopPixels: 0,
    ...(poseHeading !== null && { PoseHeadingDegrees: poseHeading }),
  };
  const attributes = Object.entries(properties).map(([name, value]) => `GPano:${name}="${value}"`);
  return [`xmlns:GPano="${namespace}"`, ...attributes].join("\n      ");
}

/** `PoseHeadingDegrees` of a picture's XMP packet, from 0 to below 360, or null if there is none. */
export function poseHeadingOf(xmp: Buffer | undefined): number | null {
  if (!xmp || xmp.length > mostXmpBytes) return null;
  const text = xmp.toString("utf8");
  const prefix = new RegExp(`xmlns:([\\w-]+)=["']${namespace}["']`).exec(text)?.[1];
  if (prefix === undefined) return null;
  const property = new RegExp(`\\b${prefix}:PoseHeadingDegrees(?:=["']([^"'<]{1,40})["']|>([^<]{1,40})<)`);
  const [, attribute, element] = property.exec(text) ?? [];
  const written = (attribute ?? element ?? "").trim();
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(written)) return null;
  return ((Number(written) % 360) + 360) % 360;
}
