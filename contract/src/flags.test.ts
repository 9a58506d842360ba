import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFlag, parseFlagTexts } from "./flag-text.ts";
import { type Flag, flagsOf } from "./flags.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { privateOperations } from "./private-operations.ts";

/** Rows without a command are only for the dashboard. */
const rows: readonly Operation[] = Object.values(privateOperations as Readonly<Record<string, Operation>>).filter(
  (row) => row.command !== undefined,
);

/** In the notation of the operator's table. */
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
    "users create --name --email [--timezone] [--verified] [--operator] [--password-stdin]",
    "users list",
    "users update --user [--name] [--email] [--timezone] [--verified] [--operator]",
    "users set-password --user --password-stdin",
    "users reset-link --user",
    "users verify-link --user",
    "keys create --user --name [--expires-at]",
    "keys list --user",
    "keys revoke --key-id",
    "brands create --owner --title [--timezone] [--description]",
    "brands update --brand-id [--title] [--timezone] [--queue-status]",
    "members add --brand-id --user [--role]",
    "members remove --brand-id --user",
    "channels connect --brand-id --type --name [--sandbox] [--credentials] [--preference]",
    "channels list --brand-id",
    "channels update --channel-id [--name] [--status]",
    "channels remove --channel-id",
    "collections update --collection-id [--status]",
    "accounts update --owner [--sensitive-actions] [--max-collections] [--max-automations] [--max-scheduled-posts]",
    "clients list --user",
    "clients revoke --client-id",
    "backup --to",
    "restore --from",
    "restored",
    "networks list",
    "networks budget --type --name [--limit] [--cycle-day] [--sandbox]",
    "networks set --type [--application] --client-id [--client-secret-stdin]",
    "channels preferences --channel-id",
    "channels preferences --channel-id --preference",
    "posts preferences --post-id",
    "posts preferences --post-id --channel-id --preference",
    "deliveries settle --delivery-id [--published] [--again] [--by]",
    "audit [--page] [--per-page] [--brand-id] [--user] [--action] [--object-type] [--object-id] [--from] [--to]",
    "webhooks create --brand-id --to [--events] [--description] [--asymmetric]",
    "webhooks list --brand-id",
    "webhooks update --webhook-id [--to] [--events] [--description] [--asymmetric] [--status]",
    "webhooks remove --webhook-id",
    "webhooks rotate --webhook-id",
    "webhooks test --webhook-id",
    "webhooks replay --webhook-id [--event-id] [--from] [--to] [--failed-only]",
    "webhooks events --webhook-id [--page] [--per-page] [--status]",
    "webhooks attempts --webhook-id [--page] [--per-page] [--event-id]",
    "brands feed --brand-id",
    "brands feed --brand-id --set",
    "imports preview --brand-id [--columns] [--dates] [--mode] [--undated] [--again] [--collection-id] [--places] [--show] [--page] [--per-page] --file [--file-name]",
    "imports start --brand-id [--columns] [--dates] [--mode] [--undated] [--again] [--collection-id] [--places] [--mark] --file [--file-name]",
    "imports list --brand-id",
    "imports show --import-id",
    "imports failed-rows --import-id",
    "imports cancel --import-id",
    "imports undo --import-id",
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

test("Every flag has a description", () => {
  const silent = rows.flatMap((row) =>
    flagsOf(row)
      .filter(({ description }) => description === "")
      .map((each) => `${row.command} ${each.flag}`),
  );
  assert.deepEqual(silent, []);
});

test("Valid text is converted to the field's type, and invalid text is rejected", () => {
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

function publicFlag(row: Operation, name: string): Flag {
  return flagsOf(row).find((candidate) => candidate.name === name) as Flag;
}

test("Fields of nested objects have flags prefixed with the object's name", () => {
  const names = flagsOf(operations.createPost).map(({ flag }) => flag);
  for (const name of ["--poll-question", "--poll-options", "--comment-delay", "--platforms-instagram-location-id"])
    assert.ok(names.includes(name), name);
  assert.deepEqual(publicFlag(operations.createPost, "platformsYoutubeTags").path, ["platforms", "youtube", "tags"]);
  // The object's own flag sets the field with the same name.
  assert.equal(names.includes("--comment-comment"), false);
});

test("List flags are repeated; commas separate entries only if no entry can contain one", () => {
  const queues = publicFlag(operations.createCollection, "queues");
  const channels = publicFlag(operations.createCollection, "channels");
  const options = publicFlag(operations.createPost, "pollOptions");
  assert.deepEqual(parseFlagTexts(queues, ["Mon 09:00, Tue 10:00", "Wed 11:00"]), { value: ["Mon 09:00", "Tue 10:00", "Wed 11:00"] });
  assert.deepEqual(parseFlagTexts(channels, ["3,4", "5"]), { value: [3, 4, 5] });
  assert.equal(parseFlagTexts(channels, ["3,x"]), null);
  assert.deepEqual(parseFlagTexts(options, ["Cherry, sour", "2030"]), { value: ["Cherry, sour", "2030"] });
  assert.deepEqual(parseFlagTexts(channels, ["none"]), { value: null });
  const events = flag("webhooks create", "events");
  assert.deepEqual(parseFlagTexts(events, ["post.failed,post.skipped", "channel.expiring"]), {
    value: ["post.failed", "post.skipped", "channel.expiring"],
  });
});

test("Media is an id, a URL or JSON", () => {
  const media = publicFlag(operations.createPost, "media");
  assert.deepEqual(parseFlagTexts(media, ["m_1", "HTTPS://shop.example/a.jpg", '{"id":"m_2"}', '[{"id":"m_3"}]']), {
    value: [{ id: "m_1" }, { url: "HTTPS://shop.example/a.jpg" }, { id: "m_2" }, { id: "m_3" }],
  });
  assert.equal(parseFlagTexts(media, ["[{"]), null);
});

test("Text sets the field with the object's own name, JSON the whole object", () => {
  const comment = publicFlag(operations.createPost, "comment");
  assert.deepEqual(parseFlag(comment, "Order by noon"), { value: { comment: "Order by noon" } });
  assert.deepEqual(parseFlag(comment, '{"comment":"x","delay":1}'), { value: { comment: "x", delay: 1 } });
});

test("Values of preferences are pairs in one object: the last of a name counts, and an empty one is null", () => {
  const preference = flag("channels connect", "preferences");
  assert.deepEqual(parseFlagTexts(preference, ["audience=friends", "comments=", "motto=a=b", "audience=me"]), {
    value: { audience: "me", comments: null, motto: "a=b" },
  });
  for (const text of ["audience", "=friends", ""]) assert.equal(parseFlagTexts(preference, ["comments=on", text]), null, text);
});

test("Choices may be in lower case, and numeric choices are numbers", () => {
  assert.deepEqual(parseFlag(publicFlag(operations.createPost, "publishMode"), "draft"), { value: "DRAFT" });
  const rate = publicFlag(operations.createAutomation, "refreshRate");
  assert.deepEqual([parseFlag(rate, "6"), parseFlag(rate, "7")], [{ value: 6 }, null]);
});

test("For a flag that is not a list the last one wins", () => {
  assert.deepEqual(parseFlagTexts(publicFlag(operations.createPost, "caption"), ["one", "two"]), { value: "two" });
});
