import * as v from "valibot";

/** A picture in memory, and where the library puts what it made of one. */
type Asset = { buffer: Buffer; mimeType: string };
type Destination = { buffer: Buffer | null };

/** The part of @contentauth/c2pa-node that signs. Its types are here, as npm ci does not install it (lib/signer.ts). */
export type Builder = {
  addIngredient: (json: string) => Promise<void>;
  addAction: (json: string) => void;
  getManifestDefinition: () => { ingredients: { label?: string; instance_id?: string }[] };
  signAsync: (signer: object, input: Asset, output: Destination) => Promise<Buffer>;
};
export type Library = {
  Builder: {
    withJson: (definition: object, settings: object) => Builder;
    fromArchive: (archive: Asset, settings: object) => Promise<Builder>;
  };
  CallbackSigner: {
    newSigner: (config: object, sign: (bytes: Buffer) => Promise<Buffer>) => object;
  };
};

const Library = v.looseObject({ Builder: v.function(), CallbackSigner: v.function() });
const isLibrary = (module: unknown): module is Library => v.is(Library, module);

/** Loads the library from beside the bundle, or from where the local host has it. */
export async function loadLibrary(): Promise<Library> {
  const module: unknown = await import(process.env.CREDENTIALS_LIBRARY ?? "@contentauth/c2pa-node");
  if (!isLibrary(module)) throw new Error("@contentauth/c2pa-node has not what this version signs with.");
  return module;
}
