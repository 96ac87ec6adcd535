// For runtimes that run a program: tasks from a file, outcomes to another.
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { performAll } from "./calls.ts";

const [tasks = "", outcomes = ""] = process.argv.slice(2);
writeFileSync(outcomes, JSON.stringify(await performAll(JSON.parse(readFileSync(tasks, "utf8")))));
