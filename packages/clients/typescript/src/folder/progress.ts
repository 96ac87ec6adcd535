/** Where a run prints. On a terminal the line of progress stands still; elsewhere each file is a line. */
export type Terminal = { isTerminal: boolean; say: (line: string) => void; write: (text: string) => void };

/** Minutes and seconds, such as 1:05. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/**
 * Says how many of all have ended, what became of each, and how long the others take if they take as long: those under way,
 * `atOnce` at most, count as half done.
 */
export function progress(all: number, atOnce: number, terminal: Terminal, now = () => Date.now()) {
  const began = now();
  let [done, made] = [0, 0];
  if (all > 0 && terminal.isTerminal) terminal.write(`[0/${all}] sending …`);
  return {
    ended: (file: string, what: string, isNew: boolean): void => {
      done++;
      if (isNew) made++;
      const half = Math.min(atOnce, all - done) / 2;
      const seconds = ((now() - began) / 1000 / (made + half)) * (all - done - half);
      const left = made > 0 && done < all ? ` … ${clock(seconds)} left` : "";
      const clear = terminal.isTerminal ? "\r\x1b[K" : "";
      terminal.say(`${clear}[${done}/${all}] ${file}: ${what}${terminal.isTerminal ? "" : left}`);
      if (terminal.isTerminal && done < all) terminal.write(`[${done}/${all}]${left}`);
    },
  };
}
