import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readConfig } from "../../ground/config.ts";
import { one, query, transaction } from "../../ground/database/query.ts";
import { must } from "../../testing/builders.ts";
import { killedAt } from "../../testing/killed.ts";
import { aMailbox, type Mailbox } from "../../testing/mailbox.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { sendDueMails, sweepMail } from "./loop.ts";
import { storeMail } from "./mail.ts";
import { htmlOf } from "./transport.ts";

let mailbox: Mailbox;
let stage: Stage;
before(async () => {
  mailbox = await aMailbox({ logIn: true });
  stage = await openStage({ ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "The Service <service@example.org>" });
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

const never = new AbortController().signal;
let count = 0;

async function aPerson(): Promise<string> {
  count += 1;
  const email = `person${count}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Ada\r\nBcc: <b>x</b>", email }));
  return email;
}

async function store(to: string): Promise<void> {
  await transaction(stage.app.db, (tx) => storeMail(stage.app, tx, { kind: "reset", to }));
}

async function lastRow() {
  return one<{ id: number; content: string | null; next: string | null; tries: number }>(stage.app.db, {
    text: "select id, content, next_at next, tries from mails order by id desc limit 1",
  });
}

test("a stored mail is sent over TLS with its link, as text and as HTML, and nothing of it stays", async () => {
  const to = await aPerson();
  await store(to);
  const { content } = await lastRow();
  assert.match(content ?? "", /^v1:/);
  await sendDueMails(stage.app, never);
  const [mail, ...others] = mailbox.to(to);
  assert.ok(mail !== undefined && others.length === 0);
  assert.deepEqual([mail.from, mail.subject, mail.isSecure, mail.user], ["service@example.org", "Choose a new password", true, "rostrum"]);
  assert.match(mail.raw, /^From: The Service <service@example.org>\r$/m);
  assert.match(mail.raw, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(mail.messageId, /^<[\w-]{43}@127\.0\.0\.1>$/);
  assert.match(mail.text, /\/reset-password\?token=[\w-]{43}\r\n/);
  assert.match(mail.text, /The link works once, until 2026-11-21 10:00 \(UTC\)\./);
  assert.ok(mail.html.includes(`<a href="${stage.url}${mail.path?.replace("&", "&amp;")}">Choose a new password</a>`), mail.html);
  assert.ok(!mail.raw.includes("Bcc"), "no name is in a mail");
  assert.deepEqual({ ...(await lastRow()), id: 0 }, { id: 0, content: null, next: null, tries: 1 });
});

test("what the database keeps does not show for whom a mail is, nor its link", async () => {
  const to = await aPerson();
  await store(to);
  mailbox.faults.push(451);
  await sendDueMails(stage.app, never);
  const rows = JSON.stringify(await query(stage.app.db, { text: "select * from mails" }));
  assert.ok(!rows.includes(to) && !rows.includes("token="));
  const links = await query<{ hash: Buffer }>(stage.app.db, { text: "select hash from account_links" });
  assert.ok(links.every(({ hash }) => hash.length === 32));
  stage.pass(31);
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 1);
});

test("after 4xx and cut connections it is tried again with growing waits, with the same link and Message-ID", async () => {
  const to = await aPerson();
  await store(to);
  mailbox.faults.push(421, "cut", 450);
  const waits: number[] = [];
  for (let tries = 1; tries <= 3; tries += 1) {
    await sendDueMails(stage.app, never);
    assert.equal(mailbox.to(to).length, 0);
    const { next } = await lastRow();
    waits.push(Math.round((Date.parse(next ?? "") - Date.parse(stage.now())) / 1000));
    stage.pass(waits.at(-1) ?? 0);
  }
  assert.deepEqual(waits, [30, 60, 120]);
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 1);
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 1);
});

test("a 5xx answer is final: the mail is not tried again, and nothing of it stays", async () => {
  const to = await aPerson();
  await store(to);
  mailbox.faults.push(550);
  await sendDueMails(stage.app, never);
  assert.deepEqual({ ...(await lastRow()), id: 0 }, { id: 0, content: null, next: null, tries: 1 });
  stage.pass(86_400);
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 0);
});

test("a refusal of the sender is the operator's to mend: the mail waits", async () => {
  const to = await aPerson();
  await store(to);
  mailbox.refusesSender = true;
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 0);
  assert.notEqual((await lastRow()).next, null);
  mailbox.refusesSender = false;
  stage.pass(60);
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 1);
});

for (const [words, isFinal] of [
  ["553 5.7.1 <rostrum@example.org>: Sender address rejected: not owned by user", false],
  ["554 5.7.1 Relay access denied", false],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", false],
  ["550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown", true],
  ["552 5.2.2 Mailbox full", true],
  ["550 No such user here (client 10.5.7.1)", true],
] as const) {
  test(`"${words}", said of the recipient, ${isFinal ? "is final" : "is about the sender: the mail waits"}`, async () => {
    const to = await aPerson();
    await store(to);
    mailbox.refusesRecipient = words;
    await sendDueMails(stage.app, never);
    mailbox.refusesRecipient = null;
    assert.equal((await lastRow()).next === null, isFinal);
    stage.pass(60);
    await sendDueMails(stage.app, never);
    assert.equal(mailbox.to(to).length, isFinal ? 0 : 1);
  });
}

test("a mail that cannot be sent in time is given up, and old rows are swept", async () => {
  const to = await aPerson();
  await transaction(stage.app.db, (tx) => storeMail(stage.app, tx, { kind: "changed", to, email: "new@example.org" }));
  stage.pass(86_400);
  await sendDueMails(stage.app, never);
  assert.equal(mailbox.to(to).length, 0);
  await sweepMail(stage.app, stage.now());
  assert.equal((await lastRow()).content, null);
  stage.pass(7 * 86_400);
  await sweepMail(stage.app, stage.now());
  assert.deepEqual(await query(stage.app.db, { text: "select id from mails" }), []);
  assert.deepEqual(await query(stage.app.db, { text: "select user_id from account_links" }), []);
});

test("of two processes that send at once, one takes each mail", async () => {
  const people = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson(), aPerson(), aPerson()]);
  for (const to of people) await store(to);
  await Promise.all([sendDueMails(stage.app, never), sendDueMails(stage.app, never)]);
  assert.deepEqual(
    people.map((to) => mailbox.to(to).length),
    people.map(() => 1),
  );
});

test("a mail for an address that nobody has is dropped without a word", async () => {
  const before = mailbox.connections();
  await store("nobody@example.org");
  await sendDueMails(stage.app, never);
  assert.deepEqual([(await lastRow()).content, mailbox.connections()], [null, before]);
});

test("to another machine the password is never sent without TLS, and a wrong password is not the mail's fault", async () => {
  await using plain = await aMailbox({ isPlain: true, logIn: true });
  const { port } = new URL(plain.url);
  const settings = readConfig({ ROSTRUM_SMTP_URL: plain.url, ROSTRUM_MAIL_FROM: "a@example.org" }).mail;
  assert.ok(settings !== null);
  const { sendLetter } = await import("./transport.ts");
  const letter = { to: "ada@example.org", messageId: "<1@example.org>", written: { subject: "x", paragraphs: ["x"] }, stopUrl: null };
  assert.deepEqual(await sendLetter(settings, letter, never), { kind: "accepted" });
  // A name of this machine that is no loopback name counts as another machine.
  const elsewhere = await sendLetter({ ...settings, host: "127.1", port: Number(port) }, letter, never);
  assert.equal(elsewhere.kind, "failed");
  assert.equal(plain.arrived.length, 1);
  const wrong = await sendLetter({ ...settings, logIn: { user: "rostrum", password: "wrong" } }, letter, never);
  assert.deepEqual([wrong.kind, "status" in wrong && wrong.status], ["failed", 535]);
});

test("markup in words is text", () => {
  assert.ok(htmlOf({ subject: "<b>", paragraphs: ["<script>", { label: "<i>", url: 'https://x/"' }] }).includes("&#60;script&#62;"));
});

test("a service that is killed between storing and sending, or between sending and noting it, sends the mail when it is back", async () => {
  for (const [point, expected] of [
    ["mail.before-send", 1],
    ["mail.after-send", 2],
  ] as const) {
    const to = await aPerson();
    await store(to);
    await killedAt(point, new URL("testing/killed-sender.ts", import.meta.url), {
      stage,
      settings: { ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "service@example.org", ROSTRUM_PUBLIC_URL: stage.url },
    });
    await sendDueMails(stage.app, never);
    assert.equal(mailbox.to(to).length, expected - 1, "it is taken until the lease is over");
    stage.pass(121);
    await sendDueMails(stage.app, never);
    const sent = mailbox.to(to);
    assert.equal(sent.length, expected);
    assert.equal(new Set(sent.map(({ messageId, path }) => `${messageId} ${path}`)).size, 1);
  }
});
