/**
 * Stability AI's eraser on Amazon Bedrock (user guide, "Stability AI Image Services"). It is asked by an inference profile, which
 * runs the model in any of these Regions; the account's agreement with Stability AI is by the model.
 */
export const hosted = {
  model: "stability.stable-image-erase-object-v1:0",
  profile: "us.stability.stable-image-erase-object-v1:0",
  regions: ["us-east-1", "us-east-2", "us-west-2"],
} as const;

/** The variable by which the function finds the Region in which it asks. */
export const regionVariable = "ERASER_REGION";
