import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFlag } from "./flag-text.ts";
import { type Flag, flagsOf } from "./flags.ts";
import type { Operation } from "./operation.ts";
import { privateOperations } from "./private-operations.ts";

/** Rows without a command are for the dashboard alone. */
const rows: readonly Operation[] = Object.values(privateOperations as Readonly<Record<string, Operation>>).filter(
  (row) => row.command !== undefined,
);

/** As the operator's table writes it. */
function line(row: Operation): string {
  const words = flagsOf(row).map((flag) => (flag.required ? flag.flag : `[${flag.flag}]`));
  return [row.command, ...words].join(" ");
}

function flag(command: string, name: string): Flag {
  const row = rows.find((candidate) => candidate.command === command) as Operation;
  return flagsOf(row).find((candidate) => candidate.name === name) as Flag;
}

test("The commands and flags are those of the operator's table, in its order", () => {
  const admin = rows.filter(({ tag }) => tag === "Admin");
  assert.deepEqual(admin.map(line), [
    "users create --name --email [--timezone] [--verified] [--password-stdin]",
    "users list",
    "users set-password --user --password-stdin",
    "keys create --user --name [--expires-at]",
    "keys list --user",
    "keys revoke --key-id",
    "brands create --owner --title [--timezone] [--description]",
    "brands update --brand-id [--title] [--timezone] [--queue-status]",
    "members add --brand-id --user [--role]",
    "members remove --brand-id --user",
    "channels connect --brand-id --type --name [--sandbox] [--credentials]",
    "channels update --channel-id [--status]",
    "channels remove --channel-id",
    "collections update --collection-id [--status]",
    "accounts update --owner [--sensitive-actions] [--max-collections] [--max-automations] [--max-scheduled-posts]",
    "clients list --user",
    "clients revoke --client-id",
    "backup --to",
    "restore --from",
  ]);
});

test("The sandbox has commands of its own, beside those of the operator", () => {
  const sandbox = rows.filter(({ tag }) => tag === "Sandbox");
  assert.deepEqual(sandbox.map(line), [
    "sandbox fault set --network --kind [--requests] [--seconds] [--count] [--percent] [--seed]",
    "sandbox fault clear [--network] [--kind]",
    "sandbox fault list [--network]",
    "sandbox duplicates [--network]",
  ]);
});

test("Every flag says what it is for", () => {
  const silent = rows.flatMap((row) =>
    flagsOf(row)
      .filter(({ description }) => description === "")
      .map((each) => `${row.command} ${each.flag}`),
  );
  assert.deepEqual(silent, []);
});

test("Text becomes the value that the field asks for, and other text nothing", () => {
  const cases: readonly (readonly [Flag, string, unknown])[] = [
    [flag("keys revoke", "keyId"), "7", { value: 7 }],
    [flag("keys revoke", "keyId"), "7.5", null],
    [flag("keys revoke", "keyId"), "none", null],
    [flag("accounts update", "maxCollections"), "none", { value: null }],
    [flag("accounts update", "maxCollections"), "3", { value: 3 }],
    [flag("accounts update", "sensitiveActions"), "on", { value: true }],
    [flag("accounts update", "sensitiveActions"), "off", { value: false }],
    [flag("accounts update", "sensitiveActions"), "true", null],
    [flag("users create", "verified"), "false", { value: false }],
    [flag("users create", "verified"), "no", null],
    [flag("members add", "role"), "viewer", { value: "viewer" }],
    [flag("members add", "role"), "king", null],
    [flag("channels connect", "credentials"), '{"accessToken":"t"}', { value: { accessToken: "t" } }],
    [flag("channels connect", "credentials"), "accessToken", null],
    [flag("users create", "name"), "none", { value: "none" }],
  ];
  for (const [of, text, expected] of cases) assert.deepEqual(parseFlag(of, text), expected, `${of.flag} ${text}`);
});
