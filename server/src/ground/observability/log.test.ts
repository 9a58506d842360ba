import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { readConfig } from "../config.ts";
import { createLog, type Log } from "./log.ts";
import { hideSecrets, KnownSecrets, SECRET_LENGTH_MIN, secretsOf, spellingsOf } from "./secrets.ts";

/** The contents of one log line. */
function logged(write: (log: Log) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLog("info", { destination: { write: (line: string) => void lines.push(line) } }));
  assert.equal(lines.length, 1);
  return JSON.parse(lines[0] ?? "");
}

test("an error is logged with its type, message, code, stack and causes, and none of its other properties", () => {
  const cause = Object.assign(new Error("the socket was closed"), { code: "ECONNRESET" });
  const error = Object.assign(new TypeError("no answer", { cause }), { client: { connection: { secretKey: 1 } } });
  const { err } = logged((log) => log.error({ event: "trouble", err: error })) as { err: Record<string, unknown> };
  assert.deepEqual(Object.keys(err).sort(), ["cause", "message", "stack", "type"]);
  assert.equal(err.type, "TypeError");
  assert.equal(err.message, "no answer");
  const inner = err.cause as Record<string, unknown>;
  assert.deepEqual([inner.message, inner.code], ["the socket was closed", "ECONNRESET"]);
});

test("what the service lacks has one line a minute for each event, with the number of those left out; other errors have each their own", (context) => {
  let seconds = 0;
  context.mock.method(performance, "now", () => seconds * 1000);
  const lines: { event: string; more?: number }[] = [];
  const log = createLog("info", { destination: { write: (line: string) => void lines.push(JSON.parse(line)) } });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const fail = (event: string, err: unknown) => log.error({ event, err });
  for (let request = 0; request < 1000; request += 1) fail("request failed", full);
  fail("mail failed", full);
  for (let request = 0; request < 3; request += 1) fail("request failed", new Error("unknown"));
  seconds = 61;
  fail("request failed", full);
  assert.deepEqual(
    lines.map(({ event, more }) => [event, more]),
    [
      ["request failed", undefined],
      ["mail failed", undefined],
      ["request failed", undefined],
      ["request failed", undefined],
      ["request failed", undefined],
      ["request failed", 999],
    ],
  );
});

test("circular causes are cut off", () => {
  const error = new Error("first");
  error.cause = new Error("second", { cause: error });
  assert.match(JSON.stringify(logged((log) => log.error({ err: error }))), /first.*second.*first/);
});

test("a thrown value that is not an error is logged as text", () => {
  assert.deepEqual(logged((log) => log.error({ err: "gone" })).err, { type: "string", message: "gone" });
});

test("secrets do not reach the log, neither by their names nor in free text", () => {
  const line = JSON.stringify(
    logged((log) => log.info({ account: { accessToken: "t-1234567890" }, message: "sent Bearer abcdefghijkl with rst_abcdefghijkl" })),
  );
  assert.doesNotMatch(line, /t-1234567890|abcdefghijkl/);
});

test("of API keys and OAuth tokens and codes, the log keeps only the prefix", () => {
  const secret = "abcdefghijklmnop";
  const line = logged((log) => log.info({ message: ["rst", "rtt", "rtr", "rtc"].map((kind) => `${kind}_${secret}`).join(" ") }));
  assert.equal(line.message, "rst_[secret] rtt_[secret] rtr_[secret] rtc_[secret]");
});

test("what carries the name of a secret does not reach the log, in JSON inside of a text neither, and the line stays JSON", () => {
  const reply = JSON.stringify({ id: 1, refresh_token: "r-123", scope: "all" });
  const line = logged((log) => log.info({ message: `the answer was ${reply}`, sessionToken: "s-123", query: "a=1&client_secret=c-123" }));
  assert.doesNotMatch(JSON.stringify(line), /[rsc]-123/);
  assert.match(String(line.message), /^the answer was \{"id":1,"refresh_token":"\[secret\]/);
  assert.deepEqual([line.sessionToken, line.query], ["[secret]", "a=1&client_secret=[secret]"]);
});

test("whoever has a secret link has what it leads to, so the log keeps only what kind of link it was", () => {
  const secret = "9hQ2mZ-_7xLkT4vB1nRcWq0sYdEfGuJa8PpIoKtXyZw";
  for (const path of [
    `/invitations/${secret}`,
    `/connect/begin/${secret}`,
    `/media/${secret}.${secret}/bread.png`,
    `/reset-password?token=${secret}`,
  ]) {
    const line = JSON.stringify(logged((log) => log.info({ event: "request", path: `https://rostrum.example${path}` })));
    assert.doesNotMatch(line, /9hQ2mZ|PpIoKt/, path);
    assert.match(line, /\/(invitations|connect\/begin|media|reset-password)/, path);
  }
});

test("passwords in addresses, in basic log-ins and in cookies of our own do not reach the log", () => {
  const texts = [
    "connect postgres://rostrum:oven-door-77@db.internal:5432/rostrum failed",
    "smtps://mailer:oven-door-77@mail.example:465",
    `sent Authorization: Basic ${btoa("rostrum:oven-door-77")}`,
    "cookie: a=b; __Host-rostrum_session=oven-door-77; rostrum_form=oven-door-77",
  ];
  for (const text of texts) {
    const { message } = logged((log) => log.info({ message: text }));
    assert.doesNotMatch(String(message), /oven-door-77|b3Zlbi1kb29yLTc3/, text);
  }
});

test("words and addresses that only look a little like secrets stay readable", () => {
  for (const text of [
    "https://example.org:8080/a@b and ada@example.org",
    "Basic authentication is not supported",
    "https://networks.example/v2/media/17841400000000000123 of POST /v1/brands/1/media/descriptions",
  ]) {
    assert.equal(hideSecrets(text), text);
  }
});

test("a secret of the service itself does not reach the log in any spelling, whatever stands around it", () => {
  const secret = 'oven/door+77="é';
  const known = new KnownSecrets([secret]);
  const lines: string[] = [];
  const log = createLog("info", { known, destination: { write: (line: string) => void lines.push(line) } });
  const spellings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("hex")];
  for (const before of ["", "a", "ab", "abc"]) spellings.push(Buffer.from(`${before}${secret}xyz`).toString("base64"));
  for (const spelling of spellings) log.info({ message: `the server said ${spelling} and hung up` });
  assert.equal(lines.length, spellings.length);
  for (const line of lines) {
    assert.match(JSON.parse(line).message, /^the server said .{0,4}\[secret\].{0,8} and hung up$/);
    for (const spelling of spellingsOf(secret)) assert.ok(!line.includes(spelling), line);
  }
});

test("a password of a few letters is too common a word to be taken out of the log", () => {
  const known = new KnownSecrets(["post"]);
  assert.equal(known.hide("the post went out"), "the post went out");
  assert.ok("post".length >= SECRET_LENGTH_MIN);
});

test("the secrets among the settings are known, also in an address of several databases", () => {
  const settings = {
    DATABASE_URL: "postgres://rostrum:oven%2Fdoor@one.internal:5432/rostrum",
    ROSTRUM_ADMIN_TOKEN: "token-of-the-operator",
    ROSTRUM_SMTP_URL: "smtps://mailer:rolling%20pin@mail.example",
    ROSTRUM_MAIL_FROM: "rostrum@example.org",
    ROSTRUM_X_CLIENT_ID: "public",
    ROSTRUM_X_CLIENT_SECRET: "of-the-application",
  };
  const config = readConfig(settings);
  const expected = ["oven%2Fdoor", "oven/door", "token-of-the-operator", "rolling pin", "of-the-application"];
  assert.deepEqual(secretsOf(config).toSorted(), expected.toSorted());
  const several = { ...config, databaseUrl: "postgres://rostrum:oven%2Fdoor@one:5432,two:5433/rostrum?application_name=a" };
  assert.deepEqual(secretsOf(several).toSorted(), expected.toSorted());
});

test("a log on a full disk ends no process", { skip: process.platform === "linux" ? false : "needs /dev/full" }, async () => {
  const source = `
    import { createLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
    const log = createLog("info");
    for (let line = 0; line < 5; line += 1) log.info({ event: "told" });
    setTimeout(() => console.error("goes on"), 100);`;
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: ["ignore", full, "pipe"] });
  const [said] = await Promise.all([text(child.stderr ?? assert.fail()), once(child, "exit")]);
  closeSync(full);
  assert.deepEqual([said, child.exitCode], ["goes on\n", 0]);
});
