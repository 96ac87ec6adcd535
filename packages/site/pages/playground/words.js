import contract from "./styles.json" with { type: "json" };

/** The contract's names in words, each with a sentence about what it means. */
export const captures = {
  photo: { name: "Photo" },
  panorama360: { name: "Panorama" },
  floorplan: { name: "Floor plan" },
};

const enhance = {
  name: "Enhance",
  says: "Corrects light and colour. Nothing is added or moved.",
  fields: { workflow: "pro_capture" },
};
const staging = { workflow: "staging" };

/** What can be made of each kind of picture; `takes` names the choices that belong to it. */
export const tasks = {
  photo: {
    refurnish: {
      name: "Refurnish",
      says: "New furniture. Walls, floor and windows stay.",
      fields: { ...staging, mode: "refurnish" },
      takes: ["rooms", "style"],
    },
    renovate: {
      name: "Renovate",
      says: "New surfaces and furniture. The room keeps its shape.",
      fields: { ...staging, mode: "renovate" },
      takes: ["rooms", "style"],
    },
    clean: {
      name: "Clean",
      says: "Clears the room of clutter and belongings.",
      fields: { ...staging, mode: "clean" },
      takes: [],
    },
    enhance: { ...enhance, takes: [] },
  },
  panorama360: {
    stage: { name: "Stage", says: "Furnishes the whole room.", fields: staging, takes: ["style"] },
    enhance: { ...enhance, takes: [] },
  },
  floorplan: {
    stage: { name: "Stage", says: "Draws furniture into the plan.", fields: staging, takes: ["style"] },
    enhance: { ...enhance, takes: [] },
  },
};

/** The style presets, by their names. */
export const styles = Object.fromEntries(
  Object.entries(contract.presets).map(([name, { title }]) => [name, title]),
);

/** What a picture says about itself. */
export const labels = {
  none: "No label",
  label: "A label that says it was altered",
  label_and_page: "A label, and a public page with the original",
};

export const statuses = {
  opening: "Reading the job",
  sending: "Sending the picture",
  ingesting: "Reading the picture",
  queued: "Waiting for its turn",
  running: "Being made",
  succeeded: "Done",
  failed: "Failed",
  declined: "Declined",
  cancelled: "Cancelled",
  refused: "Not accepted",
  unsent: "Not sent",
  unreadable: "Cannot be shown",
};

/** The task of a job or request, in words. */
function taskNameOf({ workflow, capture_type, mode }) {
  const options = Object.values(tasks[capture_type]);
  const wanted = capture_type === "photo" && mode ? mode : undefined;
  const task = options.find(({ fields }) => fields.workflow === workflow && fields.mode === wanted);
  return task?.name ?? workflow;
}

/** What a job makes, in words: for the list of earlier jobs. */
export function describeJob(job) {
  const parts = [taskNameOf(job), captures[job.capture_type].name, ...job.room_types];
  return [...parts, styles[job.style_preset]].filter(Boolean).join(" · ");
}

/** The same in fewer words: what is usual is left out. */
export function labelOf(job) {
  const task = taskNameOf(job);
  const what =
    job.capture_type === "photo" ? (job.room_types ?? []).join(" and ") : captures[job.capture_type].name;
  const parts = [["Refurnish", "Stage"].includes(task) ? "" : task, what, styles[job.style_preset]];
  return parts.filter(Boolean).join(", ");
}

/**
 * How an ended job ended: the model `declined` it if nobody could make it from this picture, and `cancelled` is what somebody
 * asked for. Neither is a failure of the service.
 */
export function endingOf({ status, failure }) {
  if (failure?.code === "cancelled") return "cancelled";
  return failure?.code === "no_approved_output" && !failure.retryable ? "declined" : status;
}
