import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { commandRows as fromTable } from "@rostrum/contract/commands.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { COMMANDS_FILE, commandsJson } from "../../scripts/commands.ts";
import { commandRows } from "./rows.ts";
import { VERSION } from "./version.ts";

test("The committed commands match the table; npm run openapi updates them", async () => {
  assert.equal(await readFile(COMMANDS_FILE, "utf8"), commandsJson());
  assert.deepEqual(commandRows, JSON.parse(JSON.stringify(fromTable())));
});

test("The version matches the package", async () => {
  const pack: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal((pack as { version: string }).version, VERSION);
});

test("The commands have names that stay, in the order of the table", () => {
  const words = commandRows.filter((row) => row.table === "public").map((row) => row.words.join(" "));
  assert.deepEqual(words, [
    "me",
    "auth check",
    "brands list",
    "schedule show",
    "channels list",
    "collections list",
    "collections create",
    "automations list",
    "automations create",
    "media list",
    "media upload",
    "posts list",
    "posts create",
    "posts update",
    "posts delete",
    "published list",
  ]);
});

test("Every operation has a command, and every field a flag", () => {
  const called = commandRows.flatMap((row) => (row.table === "public" ? row.variants.map(({ operation }) => operation) : []));
  assert.deepEqual(called.toSorted(), Object.keys(operations).toSorted());
});

test("No field has the name of one of the command line's own options", () => {
  const own = ["--json", "--url", "--all", "--dry-run", "--payload", "--help", "--version"];
  const taken = commandRows.flatMap((row) =>
    row.flags.filter(({ flag }) => own.includes(flag)).map(({ flag }) => `${row.words.join(" ")} ${flag}`),
  );
  assert.deepEqual(taken, []);
});

test("Every flag of the public commands has a description", () => {
  const silent = commandRows.flatMap((row) =>
    row.table === "public"
      ? row.flags.filter(({ description }) => description === "").map(({ flag }) => `${row.words.join(" ")} ${flag}`)
      : [],
  );
  assert.deepEqual(silent, []);
});
