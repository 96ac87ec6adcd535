/**
 * A mistake that somebody could make: in `file`, `text`, which is there once, becomes `becomes`. `caughtBy` is the test that
 * then fails: its file below test/, and words of its name or of what it is described under.
 */
export type Defect = {
  name: string;
  file: string;
  text: string;
  becomes: string;
  caughtBy: { file: string; title: string };
};
