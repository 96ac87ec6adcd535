import { rendered } from "@image-staging/rendered/model";
import { serveModel } from "./serve-model.ts";

await serveModel(rendered);
