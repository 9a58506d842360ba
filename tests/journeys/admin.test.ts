import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Running, run, running } from "./running.ts";

const service = await running({ ROSTRUM_DEMO: "0" });
after(() => service[Symbol.asyncDispose]());

/** The JSON that an admin command prints; any failure fails the test. */
async function admin(words: string, more: readonly string[] = [], on: Running = service): Promise<unknown> {
  const { code, out, err } = await on.rostrum(["admin", ...words.split(" "), ...more, "--json"]);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

async function idOf(reply: Promise<unknown>): Promise<number> {
  const { id } = (await reply) as { id: number };
  assert.equal(Number.isSafeInteger(id), true);
  return id;
}

async function api(key: string, path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const ada = "ada@example.org";
const ben = "ben@example.org";

test("An operator creates a user, a key, a brand and a channel, and the key can read them", async () => {
  const user = (await admin(`users create --email ${ada} --timezone Europe/Berlin --verified true --name`, ["Ada Baker"])) as {
    id: string;
    email: string;
  };
  assert.deepEqual(Object.keys(user), ["id", "email"]);
  assert.equal(user.email, ada);
  const { id, key } = (await admin(`keys create --user ${ada} --name script`)) as { id: number; key: string };
  assert.match(key, /^rst_/);
  const me = await api(key, "/me");
  assert.equal(me.status, 200);
  assert.equal((me.body.data as { id: string }).id, user.id);

  const brandId = await idOf(admin(`brands create --owner ${ada} --timezone Europe/Berlin --title`, ["Corner Bakery"]));
  const channelId = await idOf(admin(`channels connect --brand-id ${brandId} --type Mastodon --sandbox --name`, ["Corner Bakery"]));
  const channels = (await api(key, `/brands/${brandId}/channels`)).body.data as { id: number; status: string }[];
  assert.deepEqual(
    channels.map((channel) => [channel.id, channel.status]),
    [[channelId, "ACTIVE"]],
  );

  const channel = (await admin(`channels update --channel-id ${channelId} --status INACTIVE`)) as { status: string };
  assert.equal(channel.status, "INACTIVE");
  const brand = (await admin(`brands update --brand-id ${brandId} --queue-status PAUSED --timezone Asia/Tokyo`)) as Record<string, unknown>;
  assert.deepEqual([brand.id, brand.queueStatus, brand.timezone], [brandId, "PAUSED", "Asia/Tokyo"]);
  assert.deepEqual(await admin(`channels remove --channel-id ${channelId}`), { id: channelId });
  assert.deepEqual((await api(key, `/brands/${brandId}/channels`)).body.data, []);

  assert.deepEqual(await admin(`keys revoke --key-id ${id}`), { id });
  assert.equal((await api(key, "/me")).status, 401);
  const keys = (await admin(`keys list --user ${ada}`)) as Record<string, unknown>[];
  assert.equal(keys.length, 1);
  assert.equal(JSON.stringify(keys).includes(key), false);
});

test("Whoever follows the next steps that commands print comes from an empty service to a post in the queue", async () => {
  const config = join(service.dataDirectory, "..", "config");
  const cleo = "cleo@example.org";
  let input = "";
  const follow = async (command: string) => {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
    const { code, out, err } = await service.rostrum(words.slice(1), { input, environment: { XDG_CONFIG_HOME: config } });
    assert.equal(code, 0, `${command}: ${err}`);
    input = /^key: (.+)$/m.exec(out)?.[1] ?? "correct horse";
    return { out, next: err.split("\n").flatMap((line) => (line.startsWith("  rostrum ") ? [line.trim()] : [])) };
  };
  const user = await follow(`rostrum admin users create --name Cleo --email ${cleo}`);
  assert.deepEqual(user.next, [
    `rostrum admin users set-password --user ${cleo} --password-stdin`,
    `rostrum admin users update --user ${cleo} --operator on`,
    `rostrum admin brands create --owner ${cleo} --title 'Corner Bakery'`,
  ]);
  const [password = "", operator = "", brand = ""] = user.next;
  assert.match((await follow(operator)).out, /operator: yes/);
  const [key = ""] = (await follow(password)).next;
  const [logIn = ""] = (await follow(key)).next;
  assert.match((await follow(logIn)).out, /^Signed in at .* as Cleo/);
  const walked: string[] = [];
  let done = await follow(brand);
  while (done.next[0] !== undefined) {
    walked.push(done.next[0].split(" --")[0] ?? "");
    done = await follow(done.next[0]);
  }
  assert.deepEqual(walked, ["rostrum admin channels connect", "rostrum collections create", "rostrum posts create", "rostrum explain"]);
  assert.match(done.out, /“Fresh croissants” from News\n.*Mon/s);
  const json = await service.rostrum(["admin", "users", "create", "--name", "Dora", "--email", "dora@example.org", "--json"]);
  assert.deepEqual([json.code, json.err], [0, ""]);
});

test("Members see a brand according to their role, and no longer once removed", async () => {
  await admin(`users create --email ${ben} --name Ben`);
  const { key } = (await admin(`keys create --user ${ben} --name script`)) as { key: string };
  const brandId = await idOf(admin(`brands create --owner ${ada} --title Bakery`));
  assert.equal((await api(key, `/brands/${brandId}/channels`)).status, 404);
  assert.deepEqual(await admin(`members add --brand-id ${brandId} --user ${ben} --role viewer`), {});
  assert.equal((await api(key, `/brands/${brandId}/channels`)).status, 200);
  assert.deepEqual(await admin(`members remove --brand-id ${brandId} --user ${ben}`), {});
  assert.equal((await api(key, `/brands/${brandId}/channels`)).status, 404);
});

test("A collection is paused and an account gets its settings", async () => {
  const { key } = (await admin(`keys create --user ${ada} --name script`)) as { key: string };
  const brandId = await idOf(admin(`brands create --owner ${ada} --title Bakery`));
  const made = await fetch(`${service.url}/v1/brands/${brandId}/collections`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ title: "Tips", queues: ["Mon 09:00"] }),
  });
  const { data } = (await made.json()) as { data: { id: number } };
  const collection = (await admin(`collections update --collection-id ${data.id} --status PAUSED`)) as Record<string, unknown>;
  assert.deepEqual([collection.id, collection.status], [data.id, "PAUSED"]);
  assert.deepEqual(await admin(`accounts update --owner ${ada} --sensitive-actions on --max-collections 1 --max-automations none`), {
    owner: ada,
    sensitiveActions: true,
    maxCollections: 1,
    maxAutomations: null,
    maxScheduledPosts: null,
  });
});

test("A password is read from standard input, without its line break, and one that is too short is refused", async () => {
  const set = (input: string) =>
    service.rostrum(["admin", "users", "set-password", "--user", ada, "--password-stdin", "--json"], { input });
  assert.deepEqual(await set("correct horse\n"), { code: 0, out: "{}\n", err: "" });
  assert.deepEqual(await set("1234567\n"), { code: 1, out: "", err: "The password field must have at least 8 characters.\n" });
});

test("Credentials are read from a file; a missing file or one that is not JSON is a usage error", async () => {
  const brandId = await idOf(admin(`brands create --owner ${ada} --title Bakery`));
  const connect = (file: string, type = "Social Media") =>
    service.rostrum(["admin", "channels", "connect", "--brand-id", String(brandId), "--type", type, "--name", "x", "--credentials", file]);
  const file = join(service.dataDirectory, "..", "credentials.json");
  await writeFile(file, '{"accessToken":"t","accountId":"1"}');
  const refused = await connect(file);
  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.match(refused.err, /^Social Media refused the credentials: The credentials need "url"/);
  await writeFile(file, "accessToken=t");
  assert.deepEqual(await connect(file), { code: 2, out: "", err: `${file} is not a JSON file.\n` });
  const missing = await connect(`${file}.gone`);
  assert.equal(missing.code, 2);
  assert.match(missing.err, /cannot be read \(ENOENT/);
});

test("Unknown ids and e-mail addresses exit with 4 and one clear message", async () => {
  const unknown: readonly (readonly [string, string])[] = [
    ["users set-password --user nobody@example.org --password-stdin", "There is no user with the e-mail address nobody@example.org."],
    ["keys create --user nobody@example.org --name x", "There is no user with the e-mail address nobody@example.org."],
    ["keys list --user nobody@example.org", "There is no user with the e-mail address nobody@example.org."],
    ["keys revoke --key-id 999999", "There is no key with the id 999999."],
    ["brands create --owner nobody@example.org --title x", "There is no user with the e-mail address nobody@example.org."],
    ["brands update --brand-id 999999 --title x", "There is no brand with the id 999999."],
    [`members add --brand-id 999999 --user ${ada}`, "There is no brand with the id 999999."],
    [`members remove --brand-id 999999 --user ${ada}`, "There is no brand with the id 999999."],
    ["channels connect --brand-id 999999 --type Mastodon --name x --sandbox", "There is no brand with the id 999999."],
    ["channels update --channel-id 999999 --status ACTIVE", "There is no channel with the id 999999."],
    ["channels remove --channel-id 999999", "There is no channel with the id 999999."],
    ["collections update --collection-id 999999 --status ACTIVE", "There is no collection with the id 999999."],
    ["accounts update --owner nobody@example.org --sensitive-actions on", "There is no user with the e-mail address nobody@example.org."],
    ["clients list --user nobody@example.org", "There is no user with the e-mail address nobody@example.org."],
    ["clients revoke --client-id unknown", "There is no tool client with the id unknown."],
  ];
  for (const [words, sentence] of unknown) {
    assert.deepEqual(
      await service.rostrum(["admin", ...words.split(" ")], { input: "correct horse" }),
      { code: 4, out: "", err: `${sentence}\n` },
      words,
    );
  }
});

test("A refusal exits with 1 and every message, an unknown flag or value with 2", async () => {
  const refused = await service.rostrum(["admin", "users", "create", "--name", " ", "--email", "nobody"]);
  assert.deepEqual(refused, { code: 1, out: "", err: "The name field must not be empty.\nThe email field must be an e-mail address.\n" });
  for (const words of [
    "users create",
    "users frobnicate",
    "keys revoke --key-id x",
    `members add --brand-id 1 --user ${ada} --role king`,
    "users list --all",
  ]) {
    const { code, out, err } = await service.rostrum(["admin", ...words.split(" ")]);
    assert.deepEqual([code, out], [2, ""], words);
    assert.match(err, /^error: /, words);
  }
});

test("A wrong or missing admin token exits with 3, an unreachable service with 6", async () => {
  const wrong = await service.rostrum(["admin", "users", "list"], { environment: { ROSTRUM_ADMIN_TOKEN: "wrong" } });
  assert.deepEqual(wrong, { code: 3, out: "", err: "The admin token is missing or wrong.\n" });
  const missing = await service.rostrum(["admin", "users", "list"], { environment: { ROSTRUM_DATA_DIR: "/nowhere" } });
  assert.equal(missing.code, 3);
  assert.match(missing.err, /^No admin token: \/nowhere\/admin-token does not exist\./);
  const away = await run(["admin", "users", "list"], {
    environment: { ROSTRUM_URL: "http://127.0.0.1:1", ROSTRUM_ADMIN_TOKEN: "x".repeat(16) },
  });
  assert.equal(away.code, 6);
  assert.match(away.err, /^http:\/\/127\.0\.0\.1:1 cannot be reached: /);
});

test("Without --json lists are tables and a single value is lines", async () => {
  const { out } = await service.rostrum(["admin", "users", "list"]);
  const [head, first] = out.split("\n");
  assert.match(head ?? "", /^ID {2,}EMAIL {2,}NAME {2,}TIMEZONE {2,}VERIFIED {2,}OPERATOR {2,}JOINED AT$/);
  assert.match(first ?? "", /^u_[0-9a-f]{16} +ada@example\.org +Ada Baker +Europe\/Berlin +yes +no +\d{4}-/);
  const none = await service.rostrum(["admin", "clients", "list", "--user", ada]);
  assert.equal(none.out, "None.\n");
});

test("A backup can be restored into an empty service; only the operator can read the file", async () => {
  const file = join(service.dataDirectory, "backup.tar");
  assert.deepEqual(await admin(`backup --to ${file}`), {});
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await using other = await running({ ROSTRUM_DEMO: "0" });
  assert.deepEqual(await admin(`restore --from ${file}`, [], other), {});
  assert.deepEqual(await admin("users list", [], other), await admin("users list"));
  const again = await other.rostrum(["admin", "restore", "--from", file]);
  assert.equal(again.code, 1);
  assert.match(again.err, /^This service already has users\./);
  assert.equal(await other.stop(), 0);
});
