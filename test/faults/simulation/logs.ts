/** The log lines of the functions of the history that runs. */
const lines: string[] = [];

/** Keeps what the functions log instead of printing it, if their log level is not silent. */
export function keepLogs(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    stream.write = (...given: unknown[]): boolean => {
      const [text] = given;
      if (typeof text !== "string" || !text.startsWith('{"level"')) return write(...given);
      lines.push(text);
      return true;
    };
  }
}

/** The lines since the last call. */
export const takeLogs = (): string[] => lines.splice(0);
