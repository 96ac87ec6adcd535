import type { Workflow } from "../../domain/vocabulary.ts";
import { type Panorama, photoSphereAttributes } from "./photo-sphere.ts";

const newsCodes = "http://cv.iptc.org/newscodes/digitalsourcetype";

/**
 * How a picture was made, in IPTC's Digital Source Type NewsCodes. Staging adds what a trained model made to a captured
 * picture. Enhancing a capture is what the list calls algorithmically altered media. It is not `minorHumanEdits`, which
 * IPTC retired in 2024, nor its successor `humanEdits`: no human edits the picture.
 */
const statements: Record<Workflow, { digitalSourceType: string; description: string }> = {
  staging: {
    digitalSourceType: `${newsCodes}/compositeWithTrainedAlgorithmicMedia`,
    description: "Virtually staged: parts of this picture were made by an AI model and are not real.",
  },
  pro_capture: {
    digitalSourceType: `${newsCodes}/algorithmicallyEnhanced`,
    description:
      "Digitally enhanced: light, colour and sharpness of this picture were corrected by an algorithm.",
  },
};

/**
 * The XMP packet (ISO 16684) that says how a picture of this workflow was altered (IPTC Photo Metadata Standard), and of
 * a panorama that it is one.
 */
export function outputXmp(workflow: Workflow, panorama: Panorama | null): string {
  const { digitalSourceType, description } = statements[workflow];
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
