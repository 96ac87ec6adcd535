import { defineConfig } from "@hey-api/openapi-ts";

/** Node runs the generated files as they are, so their imports name them with their ending. */
export default defineConfig({
  input: "openapi.json",
  output: { path: "generated/hey-api", importFileExtension: ".ts" },
  plugins: ["@hey-api/client-fetch"],
});
