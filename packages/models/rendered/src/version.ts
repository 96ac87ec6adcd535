/** Names the model in its answers and in the key of the approved cache: another one if the same request gets other pictures. */
export const version = "rendered-30";
