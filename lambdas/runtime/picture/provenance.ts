import { type Making, provenanceOf } from "../../domain/generation/provenance.ts";
import { type Panorama, photoSphereAttributes } from "./photo-sphere.ts";

/**
 * The XMP packet (ISO 16684) that says how a picture was altered (IPTC Photo Metadata Standard), and of
 * a panorama that it is one.
 */
export function outputXmp(making: Making, panorama: Panorama | null): string {
  const { digitalSourceType, description } = provenanceOf(making);
  const photoSphere = panorama ? `\n      ${photoSphereAttributes(panorama)}` : "";
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      xmp:CreatorTool="Image Staging Generation API"
      Iptc4xmpExt:DigitalSourceType="${digitalSourceType}"${photoSphere}>
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${description}</rdf:li></rdf:Alt></dc:description>
    </rdf:Description>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}
