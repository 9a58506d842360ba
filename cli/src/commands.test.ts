import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { examples } from "@rostrum/contract/openapi/examples.ts";
import type { Command } from "commander";
import { buildProgram } from "./program.ts";
import { commandRows } from "./rows.ts";

const PROGRAM = fileURLToPath(new URL("../bin/rostrum.js", import.meta.url));

/** Runs lines in a shell in which `rostrum` is this program. */
function typed(lines: string): Promise<string> {
  const script = `rostrum() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${lines}`;
  return new Promise((resolve, reject) => {
    execFile("bash", ["-c", script], { env: { PATH: process.env.PATH } }, (error, out, errors) =>
      error === null ? resolve(out) : reject(new Error(`${lines}\n${errors}`)),
    );
  });
}

function bodyOf(request: string): unknown {
  return (JSON.parse(request) as { readonly body: unknown }).body;
}

const withBody = commandRows.filter((row) => row.table === "public" && row.hasBody);

for (const row of withBody) {
  test(`Each example of ${row.words.join(" ")} sends a request shown in the OpenAPI document`, async () => {
    const shown = Object.entries(examples).find(([name]) => name === row.variants[0]?.operation)?.[1];
    assert.ok(shown !== undefined && "requests" in shown);
    const bodies = await Promise.all(row.examples.map(async ({ line }) => bodyOf(await typed(`${line} --dry-run --json`))));
    assert.deepEqual(
      bodies,
      Object.values(shown.requests).map(({ value }) => value),
    );
  });
}

test("Commands with a way of their own send nothing with --dry-run either", async () => {
  const logIn = JSON.parse(
    await typed("rostrum admin channels connect --brand-id 7 --type Mastodon --name Baker --login --dry-run --json"),
  );
  assert.deepEqual([logIn.method, new URL(logIn.url).pathname], ["POST", "/app/api/admin/brands/7/log-ins"]);
  const from = fileURLToPath(import.meta.url);
  const brought = JSON.parse(await typed(`rostrum admin brands import --from ${from} --owner ada@example.org --dry-run --json`));
  assert.deepEqual([brought.method, brought.body.file.name], ["POST", "commands.test.ts"]);
});

test("The help shows required flags, flags with their choices, and examples", async () => {
  const help = await typed("rostrum posts update --help");
  assert.match(help, /^Usage: rostrum posts update --brand-id <n> --post-id <n> \[options\]$/m);
  assert.match(help, /^ {2}--publish-mode <DRAFT\|SCHEDULE\|QUEUE>\n +Where the post goes/m);
  assert.match(help, /^ {2}rostrum posts update --brand-id 7 --post-id 81 --queue-position BACK$/m);
  assert.match(await typed("rostrum --help"), /^ {2}posts +Commands for posts\.$/m);
});

test("help of every command is readable at 80 columns and at 40", () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const columns of [80, 40]) {
    const program = buildProgram({}).configureOutput({ getOutHelpWidth: () => columns });
    for (const command of all(program)) {
      command.configureOutput({ getOutHelpWidth: () => columns });
      const lines = command.helpInformation().split("\n").slice(1);
      // An option is never broken.
      const wide = lines.filter((line) => line.length > columns && !/^ {2}-|^ {2}\S+( \[?<?\S+>?\]?)*$/.test(line));
      assert.deepEqual(wide, [], `${command.name()} at ${columns}`);
    }
  }
});
