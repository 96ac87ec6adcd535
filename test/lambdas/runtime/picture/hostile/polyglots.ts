import { pngChunk, pngSignature, riff, vp8x, webpImage, withChunks, withSegment } from "../containers.ts";
import { all, gif, type HostilePicture, jpeg, latin1, png, progressive, webp } from "./bases.ts";

export function polyglots(): HostilePicture[] {
  const script = latin1('<script>alert("polyglot-payload")</script><?php system("polyglot-payload") ?>');
  const zip = Buffer.concat([latin1("PK\x03\x04"), script, latin1("PK\x05\x06"), Buffer.alloc(18)]);
  return [
    ...all("accepted", {
      "JPEG with a script in a comment": withSegment(jpeg, "com", script),
      "JPEG with a script behind it": Buffer.concat([jpeg, script]),
      "JPEG with a ZIP behind it": Buffer.concat([jpeg, zip]),
      "JPEG with another JPEG behind it": Buffer.concat([jpeg, progressive]),
      "JPEG with zero bytes behind it": Buffer.concat([jpeg, Buffer.alloc(4096)]),
      "JPEG with a PDF in a comment": withSegment(jpeg, "com", latin1("%PDF-1.7\npolyglot-payload")),
      "PNG with a script in a text chunk": withChunks(
        png,
        pngChunk("tEXt", Buffer.concat([latin1("a\0"), script])),
      ),
      "PNG with a ZIP behind it": Buffer.concat([png, zip]),
      "PNG with an unknown chunk": withChunks(png, pngChunk("exPl", script)),
      "WebP with a script behind it": Buffer.concat([webp, script]),
      "WebP with a script in a chunk": riff("WEBP", vp8x(400, 300, 0), webpImage(webp), ["oddC", script]),
    }),
    ...all("unsupported_image_format", {
      "GIF header before a JPEG": Buffer.concat([latin1("GIF89a"), jpeg]),
      "PDF header before a JPEG": Buffer.concat([latin1("%PDF-1.7\n"), jpeg]),
      "line break before a JPEG": Buffer.concat([latin1("\n"), jpeg]),
      "GIF with a JPEG behind it": Buffer.concat([gif, jpeg]),
    }),
    ...all("invalid_image", {
      "JPEG magic before an SVG": Buffer.concat([latin1("\xff\xd8\xff"), latin1("<svg/>")]),
      "PNG signature before an SVG": Buffer.concat([pngSignature, latin1("<svg/>IEND\xae\x42\x60\x82")]),
      "PNG signature before a GIF": Buffer.concat([pngSignature, gif, latin1("IEND\xae\x42\x60\x82")]),
      "WebP form around an SVG": riff("WEBP", ["VP8 ", latin1("<svg/>")]),
      "WebP form around a PNG": riff("WEBP", ["VP8L", png]),
      "PNG under a JPEG's magic": Buffer.concat([latin1("\xff\xd8\xff\xe0"), png]),
    }),
  ];
}
