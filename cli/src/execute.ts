import type { CommandRow } from "@rostrum/contract/commands.ts";
import { callPrivate } from "./call-private.ts";
import { callPublic } from "./call-public.ts";
import { printRequest } from "./dry-run.ts";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import { type Call, callOf } from "./input.ts";
import { interruptible } from "./interrupt.ts";
import { print } from "./print.ts";
import { readSettings, type Settings } from "./settings.ts";
import { terminalOf } from "./terminal.ts";

/** Runs a command from the table: reads its input, sends the request, prints the reply. */
export async function execute(row: CommandRow, given: Given, environment: Environment): Promise<void> {
  if (given.payloadLines !== undefined) {
    const { executeLines } = await import("./lines.ts");
    return await executeLines(row, { ...given, payloadLines: given.payloadLines }, environment);
  }
  const call = await callOf(row, given);
  const settings = readSettings(environment, given.url);
  if (row.mutates && given.dryRun) return await printRequest(row, call, { settings, given });
  const terminal = terminalOf(process.stdout, environment);
  const reply = await interruptible({ mutates: row.mutates }, (signal) => send(row, call, { settings, all: given.all === true, signal }));
  // Imported lazily, only for commands that use it.
  const story = given.json !== true && row.table === "private" ? (await import("./stories/index.ts")).stories[call.operation] : undefined;
  if (story !== undefined) {
    process.stdout.write(`${story(reply.data, terminal)}\n`);
    return;
  }
  print(reply, {
    json: given.json === true ? (row.table === "public" ? "envelope" : "value") : null,
    columns: row.columns,
    terminal,
  });
  if (!row.mutates || given.json === true) return;
  const { nextSteps } = await import("./next-steps.ts");
  // A program that reads the reply reads on as before.
  process.stderr.write(nextSteps(call, reply.data, { url: settings.url, isGiven: given.url !== undefined }));
}

function send(row: CommandRow, call: Call, context: { settings: Settings; all: boolean; signal: AbortSignal }) {
  return row.table === "public" ? callPublic(row, call, context) : callPrivate(call, context);
}
