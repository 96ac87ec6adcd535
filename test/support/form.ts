import { randomUUID } from "node:crypto";

/** The parts of a form: text, or the bytes of a file. */
export type Parts = [name: string, value: string | Buffer][];

/** A multipart/form-data body with its content type. */
export class Form {
  readonly parts: Parts;
  readonly boundary: string;
  constructor(parts: Parts, boundary = `form${randomUUID()}`) {
    this.parts = parts;
    this.boundary = boundary;
  }
  get contentType() {
    return `multipart/form-data; boundary=${this.boundary}`;
  }
  bytes(): Buffer<ArrayBuffer> {
    const parts = this.parts.flatMap(([name, value]) => [
      Buffer.from(
        `--${this.boundary}\r\nContent-Disposition: form-data; name="${name}"${
          typeof value === "string" ? "" : `; filename="picture.png"\r\nContent-Type: image/png`
        }\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from("\r\n"),
    ]);
    return Buffer.concat([...parts, Buffer.from(`--${this.boundary}--\r\n`)]);
  }
}
