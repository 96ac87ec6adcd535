/** What the person who starts the service reads while it starts. */
export type Terminal = {
  say: (line: string) => void;
  /** Says what takes its time, and while it takes it, for how long; `detail` is called with what has been reached. */
  during: <T>(title: string, work: (detail: (text: string) => void) => Promise<T>) => Promise<T>;
};

/** Says nothing: for tests and other programs that start a service. */
export const silent: Terminal = { say: () => {}, during: (_title, work) => work(() => {}) };

const everyMs = { screen: 250, file: 10_000 };

/** On a screen, one line that is written over; in a file or a pipe, a line every ten seconds. */
export function openTerminal(stream: NodeJS.WriteStream): Terminal {
  const say = (line: string) => void stream.write(`${line}\n`);
  const eraseLine = "\r\u001b[2K";
  return {
    say,
    during: async (title, work) => {
      const started = Date.now();
      let reached = "";
      const state = () => `${title} … ${Math.round((Date.now() - started) / 1000)} s${reached}`;
      const show = stream.isTTY
        ? () => void stream.write(`${eraseLine}${state().slice(0, stream.columns - 1)}`)
        : () => say(state());
      if (!stream.isTTY) say(`${title} …`);
      const timer = setInterval(show, stream.isTTY ? everyMs.screen : everyMs.file);
      try {
        return await work((text) => {
          reached = `, ${text}`;
        });
      } finally {
        clearInterval(timer);
        if (stream.isTTY) say(`${eraseLine}${state()}`);
      }
    },
  };
}
