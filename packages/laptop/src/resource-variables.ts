import type { Stack } from "@image-staging/local-cloud/template/stack";
import { resourceOutputs } from "service/lib/outputs.ts";

/** The variables that name the stack's resources, for the outputs that the stack has. */
export const resourceVariables = (stack: Stack): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resourceOutputs).flatMap(([output, variable]) => {
      const value = stack.output(output);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
