import type { Command } from "commander";
import * as v from "valibot";
import { action } from "../command.ts";
import { tabular } from "../terminal.ts";
import type { Finding } from "./finding.ts";

export function doctorCommands(program: Command): void {
  const doctor = program
    .command("doctor")
    .description(
      "check credentials, region, stack, quotas, model, organizations and dead letters, and say what to do; of the " +
        "local service if no stage is named. Changes nothing; exit code 1 if it finds a problem",
    );
  doctor.action(
    action(
      v.object({}),
      async (_input, terminal) => {
        const { examine } = await import("./examine.ts");
        const findings: Finding[] = await examine(doctor.optsWithGlobals());
        const rows = findings.map(({ check, state, finding }) => ({ check, state, finding }));
        const advice = findings.flatMap((one) => (one.advice ? [`${one.check}: ${one.advice}`] : []));
        const toDo = advice.length > 0 ? `\n\nWhat to do:\n${advice.join("\n")}` : "";
        terminal.show(findings, `${tabular(rows)}${toDo}`);
        const problems = findings.filter(({ state }) => state === "problem").length;
        if (problems > 0)
          throw new Error(`${problems} ${problems === 1 ? "problem was" : "problems were"} found.`);
      },
      { recorded: false },
    ),
  );
}
