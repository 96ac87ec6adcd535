import type { Fault } from "./faults.ts";
import type { History, Plan } from "./world/history.ts";

type Violations = (plan: Plan) => Promise<string[]>;

const mostTries = 120;

/** What a violation says, whatever ids, times and numbers it names. */
const kindOf = (violation: string): string =>
  violation.replaceAll(/\b[a-z]+_[A-Za-z0-9]{10,}|\d[\d:.TZ-]*|\{.*\}|\[.*\]/g, "…").slice(0, 60);

/**
 * A shorter history that breaks one of the same invariants: with fewer actions and fewer faults, by leaving out halves,
 * quarters and so on for as long as it still fails.
 */
export async function shrink(
  plan: Plan,
  { actions, injected }: History,
  violations: string[],
  run: Violations,
): Promise<Plan> {
  const wanted = new Set(violations.map(kindOf));
  let tries = 0;
  const fails = async (shorter: Plan): Promise<boolean> => {
    if (++tries > mostTries) return false;
    const found = await run(shorter).catch(() => []);
    return found.some((violation) => wanted.has(kindOf(violation)));
  };
  let best: Plan = { ...plan, actions: actions.map(({ id }) => id), faults: injected };
  if (!(await fails(best))) return plan;
  for (let size = -1; size !== sizeOf(best) && tries < mostTries; ) {
    size = sizeOf(best);
    best = {
      ...best,
      faults: await leaveOut<Fault>(best.faults ?? [], (faults) => fails({ ...best, faults })),
    };
    best = {
      ...best,
      actions: await leaveOut<number>(best.actions ?? [], (actions) => fails({ ...best, actions })),
    };
  }
  return best;
}

const sizeOf = ({ actions, faults }: Plan): number => (actions?.length ?? 0) + (faults?.length ?? 0);

async function leaveOut<T>(all: T[], stillFails: (fewer: T[]) => Promise<boolean>): Promise<T[]> {
  let kept = all;
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1 && kept.length > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < kept.length; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await stillFails(fewer)) kept = fewer;
      else from += size;
    }
  }
  return kept;
}
