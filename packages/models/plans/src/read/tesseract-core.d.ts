/** The part of tesseract.js-core that `reader.ts` uses; the package brings no types. */
declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  export interface TessBaseAPI {
    /** `mode` 1 is the LSTM. Answers 0, or -1 if the language data cannot be read. */
    Init(folder: string | null, language: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Takes "/input" of the files. `exif` is an orientation, `angle` is in radians. Answers 1 if it is no picture. */
    SetImageFile(exif: number, angle: number): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
    Clear(): void;
  }
  interface Core {
    FS: { writeFile(path: string, data: Uint8Array): void };
    TessBaseAPI: new () => TessBaseAPI;
  }
  export default function start(options: {
    wasmBinary: Uint8Array;
    TesseractProgress: () => void;
    printErr: () => void;
  }): Promise<Core>;
}
