import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { EVENT_TYPES } from "@rostrum/contract/events.ts";
import { toInstant } from "@rostrum/contract/formats.ts";
import { NOTIFICATION_GROUPS, type NotificationsChange, notificationTypes } from "@rostrum/contract/private/notifications.ts";
import { NOTIFICATION_CRASH_POINTS } from "../../ground/crash-points.ts";
import { execute, one, query } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { createSecrets } from "../../ground/secrets/seal.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { killedAt } from "../../testing/killed.ts";
import { type Arrived, aMailbox, type Mailbox } from "../../testing/mailbox.ts";
import { PASSWORD } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { sendDueMails } from "../mail/loop.ts";
import { deleteOldEvents } from "../webhooks/sends-store.ts";
import { aReceiver, type Receiver } from "../webhooks/testing/receiver.ts";
import { runNotifications, tellDue } from "./loop.ts";
import { MAILS_PER_HOUR } from "./rules.ts";

const never = new AbortController().signal;
const START = "2026-11-21T09:00:00Z";
const settings = { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" };

let mailbox: Mailbox;
let chat: Receiver;
let stage: Stage;
before(async () => {
  mailbox = await aMailbox();
  chat = await aReceiver();
  stage = await openStage({ ...settings, ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "service@example.org" });
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(() => {
  stage.jump(START);
  chat.clear();
  mailbox.arrived.length = 0;
});

interface Member {
  readonly email: string;
  readonly dashboard: Dashboard;
  choose(change: NotificationsChange): Promise<unknown>;
}

async function aMember(place: Place, role: string, facts: Record<string, unknown> = {}): Promise<Member> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: PASSWORD, ...facts }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role }));
  const dashboard = await aDashboard(stage, email);
  return { email, dashboard, choose: (change) => must(dashboard.call("PATCH", `/brands/${place.brandId}/notifications`, change)) };
}

const aBakery = () => aPlace(stage, { channels: [], timezone: null });

/** Stores an event as a change would. */
async function tell(place: Place, type: string, facts: Record<string, unknown> = {}): Promise<void> {
  const brand = { id: place.brandId, title: "Bakery" };
  const collection = { id: place.collectionId, title: "Bread" };
  const channel = { id: 7, name: "Hearth", type: "Mastodon" };
  const message = "The text is too long.";
  const round = {
    post: { id: 12, title: null, body: "Fresh bread", postType: "TEXT", postingType: "NOW", postAt: null },
    results: [{ id: 3, channel, postType: "TEXT", status: "FAILED", reason: "rejected", message, url: null, publishedAt: stage.now() }],
    resultsLeftOut: 0,
  };
  const automation = { id: 5, name: "Blog", status: "FAILING" };
  const data: Record<string, unknown> = {
    "channel.disconnected": { channel, cause: "LOG_IN_ENDED", message: "The token was taken back." },
    "channel.expiring": { channels: [channel], account: "@bakery", endsAt: "2026-11-28T09:00:00.000000Z" },
    "queue.running_empty": { posts: 1, lastPostAt: "2026-11-22T09:00:00.000000Z" },
    "automation.imported": { automation, posts: 2, asDrafts: true },
    "automation.failing": { automation, failures: 3, failingSince: stage.now(), problem: "The feed answers with status 500." },
  };
  const own = data[type] ?? round;
  await execute(stage.app.db, {
    text: "insert into events (brand_id, type, at, subject, body) values ($1, $2, $3, 'post:12', event_body($2, $3, $4))",
    values: [place.brandId, type, stage.now(), JSON.stringify({ brand, collection, ...(own as object), ...facts })],
  });
}

/** Everything that is due is told and sent. */
async function run(): Promise<void> {
  await tellDue(stage.app, never);
  await sendDueMails(stage.app, never);
}

async function waiting(place: Place): Promise<number> {
  const text = "select count(*) n from notification_sends where brand_id = $1";
  return (await one<{ n: number }>(stage.app.db, { text, values: [place.brandId] })).n;
}

const urlOf = ({ text }: Pick<Arrived, "text">) => /\S+\/stop-notifications\?\S+/.exec(text)?.[0] ?? assert.fail(text);

test("the database groups types of events as the contract says", async () => {
  const rows = await query<{ type: string; group: string | null }>(stage.app.db, {
    text: `select t as type, notification_group(t) "group" from unnest($1::text[]) t`,
    values: [EVENT_TYPES],
  });
  for (const { type, group } of rows)
    assert.equal(group, NOTIFICATION_GROUPS.find((each) => notificationTypes[each].some((one) => one === type)) ?? null, type);
});

test("the owner of a brand is told by mail, at once, of a post that went nowhere; other members are told nothing until they choose", async () => {
  const place = await aBakery();
  const editor = await aMember(place, "editor");
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await run();
  await run();
  const [mail, ...others] = mailbox.to(place.person.email);
  assert.deepEqual(others, []);
  assert.deepEqual(mailbox.to(editor.email), []);
  assert.ok(mail);
  assert.equal(mail.subject, "Bakery: A post was skipped");
  assert.match(mail.text, /^The post “Fresh bread” was skipped: it reached no channel\.\r?\n/);
  assert.match(mail.text, /It happened at 2026-11-21 09:00 \(UTC\)\./);
  assert.ok(mail.text.includes(`See what became of it:\r\n${stage.url}/brands/${place.brandId}/published?post=${id}\r\n`), mail.text);
  assert.ok(mail.html.includes(`${stage.url}/brands/${place.brandId}/notifications`));
  assert.equal(await waiting(place), 0);
});

test("by default owners are told of what went wrong and of log-ins that end, and of nothing else", async () => {
  const place = await aBakery();
  for (const type of EVENT_TYPES) await tell(place, type);
  await tell(place, "channel.disconnected", { cause: "REMOVED" });
  await run();
  const [mail, ...others] = mailbox.to(place.person.email);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, "Bakery: 5 things happened");
  const lines = mail?.text.split(/\r?\n\r?\n/) ?? [];
  assert.deepEqual(lines.slice(0, 9), [
    "What went wrong:",
    "2026-11-21 09:00 (UTC): The post “Fresh bread” was published, but not on all of its channels. “Hearth” (Mastodon): The text is too long.",
    "2026-11-21 09:00 (UTC): The post “Fresh bread” was not published. “Hearth” (Mastodon): The text is too long.",
    "2026-11-21 09:00 (UTC): The post “Fresh bread” was skipped: it reached no channel. “Hearth” (Mastodon): The text is too long.",
    "2026-11-21 09:00 (UTC): The channel “Hearth” (Mastodon) is disconnected: nothing is published there until somebody logs in again. The token was taken back.",
    `What was published:\r\n${stage.url}/brands/${place.brandId}/published`,
    `The channels:\r\n${stage.url}/brands/${place.brandId}/channels`,
    "Log-ins that end soon:",
    "2026-11-21 09:00 (UTC): The log-in of “@bakery” ends at 2026-11-28 09:00 (UTC). Log in again before then, so that posts keep going out. “Hearth” (Mastodon)",
  ]);
});

test("what people and networks have written is text in a mail: cut, on one line, without markup, and never a header", async () => {
  const place = await aBakery();
  const evil = "Bread\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>\u202egnp";
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { title: "Bakery <b>" }));
  await tell(place, "post.failed", {
    post: { id: 12, title: evil, body: "", postType: "TEXT", postingType: "NOW", postAt: null },
    results: [
      {
        ...{ id: 3, postType: "TEXT", status: "FAILED", reason: "rejected", url: null, publishedAt: stage.now() },
        ...{ channel: { id: 7, name: `${evil}${"x".repeat(300)}`, type: "Mastodon" }, message: "<img src=x>" },
      },
    ],
  });
  await run();
  const [mail] = mailbox.to(place.person.email);
  assert.ok(mail);
  assert.deepEqual(mail.to, [place.person.email]);
  assert.doesNotMatch(mail.raw, /^Bcc/m);
  assert.match(mail.text, /^The post “Bread Bcc: victim@example\.org <script>alert\(1\)<\/script>gnp” was not published\./);
  assert.doesNotMatch(mail.text, /x{100}|\u202e/);
  assert.doesNotMatch(mail.html, /<script|<img|<b>/);
});

test("a person chooses for each brand what they are told and how, in mails by the clock of their own zone", async () => {
  const [first, second] = [await aBakery(), await aBakery()];
  const viewer = await aMember(first, "viewer", { timezone: "Asia/Tokyo" });
  await must(stage.admin("POST", `/brands/${second.brandId}/members`, { user: viewer.email, role: "viewer" }));
  await viewer.choose({ mail: ["PUBLISHED"] });
  for (const place of [first, second]) for (const type of ["post.published", "post.failed"]) await tell(place, type);
  await run();
  const mails = mailbox.to(viewer.email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ["Bakery: A post was published"],
  );
  assert.match(mails[0]?.text ?? "", /It happened at 2026-11-21 18:00 \(Asia\/Tokyo\)\./);
});

test(`at most ${MAILS_PER_HOUR} mails an hour for a person and brand; what else happens is folded into one as soon as there may be another`, async () => {
  const place = await aBakery();
  const other = await aBakery();
  for (let count = 0; count < MAILS_PER_HOUR + 5; count += 1) {
    await tell(place, "post.failed");
    await run();
    stage.pass(60);
  }
  await tell(other, "post.failed");
  await run();
  assert.equal(mailbox.to(place.person.email).length, MAILS_PER_HOUR);
  assert.equal(mailbox.to(other.person.email).length, 1);
  assert.equal(await waiting(place), 5);
  stage.jump("2026-11-21T10:00:00Z");
  await run();
  assert.deepEqual(mailbox.to(place.person.email).at(-1)?.subject, "Bakery: 5 things happened");
  assert.equal(mailbox.to(place.person.email).length, MAILS_PER_HOUR + 1);
  assert.equal(await waiting(place), 0);
});

test("what a newer version has stored is counted, and keeps nothing else from being told", async () => {
  const place = await aBakery();
  await tell(place, "post.failed", { results: "another form" });
  await tell(place, "post.failed");
  await run();
  const [mail, ...others] = mailbox.to(place.person.email);
  assert.deepEqual([mail?.subject, others.length], ["Bakery: 2 things happened", 0]);
  assert.match(mail?.text ?? "", /The text is too long\.[\s\S]*And 1 more\./);
});

test("what waits for a weekly digest is kept, however soon the operator lets events be forgotten", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ digest: ["PUBLISHED"], digestTime: { every: "WEEK", day: "FRI", hour: 8 } });
  await tell(place, "post.published");
  await run();
  stage.jump("2026-11-27T07:00:00Z");
  await deleteOldEvents(stage.app.db, { before: stage.now(), waitingBefore: toInstant("2026-10-28T07:00:00Z"), limit: 1000 });
  stage.jump("2026-11-27T08:00:00Z");
  await run();
  assert.equal(mailbox.to(viewer.email).length, 1);
  await deleteOldEvents(stage.app.db, { before: stage.now(), waitingBefore: toInstant("2026-10-28T07:00:00Z"), limit: 1000 });
  const left = await query(stage.app.db, { text: "select id from events where brand_id = $1", values: [place.brandId] });
  assert.deepEqual(left, []);
});

test("a mail lists forty things and says how many more there are", async () => {
  const place = await aBakery();
  for (let count = 0; count < 45; count += 1) await tell(place, "post.failed");
  await run();
  const [mail, ...others] = mailbox.to(place.person.email);
  assert.deepEqual([mail?.subject, others.length], ["Bakery: 45 things happened", 0]);
  assert.equal(mail?.text.match(/was not published/g)?.length, 40);
  assert.match(mail?.text ?? "", /And 5 more\./);
});

test("what nobody wants any more takes no place in a mail", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer", { timezone: "Europe/Berlin" });
  const choose = (digest: ("PUBLISHED" | "FAILURES")[]) => viewer.choose({ digest, digestTime: { every: "DAY", day: "MON", hour: 8 } });
  await choose(["PUBLISHED", "FAILURES"]);
  for (let count = 0; count < 45; count += 1) await tell(place, "post.published");
  await run();
  await choose(["FAILURES"]);
  for (let count = 0; count < 3; count += 1) await tell(place, "post.failed");
  await run();
  stage.pass(86_400);
  await run();
  const [mail] = mailbox.to(viewer.email);
  assert.equal(mail?.subject, "Bakery: 3 things in your digest");
  assert.equal(mail?.text.match(/was not published/g)?.length, 3);
});

test("a digest comes at its hour in the person's zone, with what has happened since the last, and not when nothing has", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer", { timezone: "Europe/Berlin" });
  await viewer.choose({ digest: ["PUBLISHED", "QUEUES", "AUTOMATIONS"], digestTime: { every: "DAY", day: "MON", hour: 8 } });
  const digests = () => mailbox.to(viewer.email).map(({ subject }) => subject);
  for (const type of ["automation.imported", "post.published", "queue.running_empty"]) await tell(place, type);
  await run();
  stage.jump("2026-11-22T06:59:00Z");
  await run();
  assert.deepEqual(digests(), []);
  stage.jump("2026-11-22T07:00:00Z");
  await run();
  assert.deepEqual(digests(), ["Bakery: 3 things in your digest"]);
  const { text = "" } = mailbox.to(viewer.email)[0] ?? {};
  const order = ["Queues that run empty:", "What was published:", "Automations:"].map((title) => text.indexOf(title));
  assert.ok(
    order.every((at, index) => at >= 0 && at > (order[index - 1] ?? -1)),
    text,
  );
  assert.match(text, /has made 2 posts, as drafts\./);
  stage.jump("2026-11-23T07:00:00Z");
  await run();
  assert.equal(digests().length, 1);
  await tell(place, "post.published");
  await run();
  // The clocks of the new zone show another hour.
  await must(viewer.dashboard.call("PATCH", "/profile", { timezone: "America/New_York" }));
  stage.jump("2026-11-24T07:00:00Z");
  await run();
  assert.equal(digests().length, 1);
  await tell(place, "post.published");
  stage.jump("2026-11-24T13:00:00Z");
  await run();
  assert.deepEqual(digests().slice(1), ["Bakery: 1 thing in your digest"]);
});

test("a weekly digest that is changed to a daily one comes the next day", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ digest: ["PUBLISHED"], digestTime: { every: "WEEK", day: "FRI", hour: 8 } });
  await tell(place, "post.published");
  await run();
  await viewer.choose({ digestTime: { every: "DAY", day: "FRI", hour: 8 } });
  await run();
  stage.jump("2026-11-22T08:00:00Z");
  await run();
  assert.equal(mailbox.to(viewer.email).length, 1);
});

test("nobody is told anything whose address is not confirmed, and what happened meanwhile is not told later", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer", { verified: false });
  const shown = await viewer.choose({ mail: ["FAILURES"] });
  assert.equal((shown as { mails: string }).mails, "UNVERIFIED");
  await tell(place, "post.failed");
  await run();
  await execute(stage.app.db, { text: "update users set verified = true where email = $1", values: [viewer.email] });
  await run();
  assert.deepEqual(mailbox.to(viewer.email), []);
  await tell(place, "post.failed");
  await run();
  assert.equal(mailbox.to(viewer.email).length, 1);
});

test("whoever leaves is told nothing more: not what waits, and not the mail that is stored already", async () => {
  const place = await aBakery();
  const [first, second] = [await aMember(place, "viewer"), await aMember(place, "viewer")];
  for (const { choose } of [first, second]) await choose({ mail: ["FAILURES"] });
  await tell(place, "post.failed");
  const leave = ({ dashboard }: Member) => must(dashboard.call("DELETE", `/brands/${place.brandId}/membership`));
  await leave(first);
  await tellDue(stage.app, never);
  await leave(second);
  await sendDueMails(stage.app, never);
  assert.deepEqual([...mailbox.to(first.email), ...mailbox.to(second.email)], []);
  assert.equal(mailbox.to(place.person.email).length, 1);
  const text = "select count(*) n from notification_choices where brand_id = $1";
  assert.deepEqual(await one(stage.app.db, { text, values: [place.brandId] }), { n: 0 });
});

test("whoever owned a brand and has chosen nothing is told nothing any more after handing it over; the new owner is", async () => {
  const place = await aBakery();
  const heir = await aMember(place, "admin");
  await tell(place, "post.failed");
  await tellDue(stage.app, never);
  const { email } = place.person;
  await execute(stage.app.db, {
    text: "update brand_members set role = case role when 'owner' then 'admin' else 'owner' end where brand_id = $1",
    values: [place.brandId],
  });
  await sendDueMails(stage.app, never);
  assert.deepEqual(mailbox.to(email), []);
  await tell(place, "post.failed");
  await run();
  assert.deepEqual([mailbox.to(email).length, mailbox.to(heir.email).length], [0, 1]);
});

test("each mail has a link that stops mails of its kind with one click, without signing in, and nothing else", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ mail: ["FAILURES"], digest: ["FAILURES"] });
  await tell(place, "post.failed");
  await run();
  const [mail] = mailbox.to(viewer.email);
  assert.ok(mail);
  const url = urlOf(mail);
  const head = mail.raw.split("\r\n\r\n")[0]?.replace(/\r\n[ \t]+/g, " ") ?? "";
  assert.ok(head.includes(`List-Unsubscribe: <${url}>`), head);
  assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const shown = async () => must(viewer.dashboard.call("GET", `/brands/${place.brandId}/notifications`));
  const page = await fetch(url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Stop these mails\?/);
  assert.deepEqual((await shown()).mail, ["FAILURES"], "looking at it changes nothing");
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  const bodies = [form, new URLSearchParams({ "List-Unsubscribe": "One-Click" })];
  for (const body of bodies) assert.equal((await fetch(url, { method: "POST", body })).status, 200);
  assert.deepEqual([(await shown()).mail, (await shown()).digest], [[], ["FAILURES"]]);
  await tell(place, "post.failed");
  await run();
  assert.equal(mailbox.to(viewer.email).length, 1);
  stage.jump("2026-11-22T08:00:00Z");
  await run();
  assert.equal(mailbox.to(viewer.email).at(-1)?.subject, "Bakery: 2 things in your digest");
});

test("an owner who stops the mails that they never chose gets none", async () => {
  const place = await aBakery();
  await tell(place, "post.failed");
  await run();
  const [mail] = mailbox.to(place.person.email);
  assert.ok(mail);
  assert.equal((await fetch(urlOf(mail), { method: "POST" })).status, 200);
  await tell(place, "post.failed");
  await run();
  assert.equal(mailbox.to(place.person.email).length, 1);
});

test("a link that was changed stops nothing", async () => {
  const place = await aBakery();
  await tell(place, "post.failed");
  await run();
  const url = urlOf(mailbox.to(place.person.email)[0] ?? assert.fail("no mail"));
  const others = [url.replace(".mail.", ".digest."), url.replace(/token=\d+/, "token=1"), `${url.slice(0, -2)}AA`, url.replace(/\?.*/, "")];
  for (const other of others) {
    for (const method of ["GET", "POST"]) assert.equal((await fetch(other, { method })).status, 404, other);
  }
});

test("a chat is sent what was chosen for it, and its address is sealed and never shown again", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  const url = `${chat.url}/T0/B0/verysecretpart`;
  const chosen = await viewer.choose({ chat: ["FAILURES"], chatTarget: { kind: "SLACK", url } });
  const host = new URL(url).host;
  assert.deepEqual((chosen as { chatTarget: unknown }).chatTarget, { kind: "SLACK", host, problem: null });
  const rows = JSON.stringify(await query(stage.app.db, { text: "select * from notification_choices" }));
  assert.ok(!rows.includes("verysecretpart") && !JSON.stringify(chosen).includes("verysecretpart"));
  const { timezone } = (await must(viewer.dashboard.call("GET", `/brands/${place.brandId}/notifications`))) as { timezone: string };
  assert.equal(timezone, "UTC");
  await tell(place, "post.failed");
  await run();
  await run();
  assert.deepEqual(
    chat.received.map(({ event }) => event),
    [
      {
        text: `*Bakery: A post was not published*\nThe post “Fresh bread” was not published. “Hearth” (Mastodon): The text is too long.\n<${stage.url}/brands/${place.brandId}/published?post=12|See what became of it>`,
      },
    ],
  );
  assert.deepEqual(mailbox.to(viewer.email), []);
});

test("a chat that does not answer, or not well, is tried again, with everything that has happened until then", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ chat: ["FAILURES"], chatTarget: { kind: "DISCORD", url: chat.url } });
  chat.answer = () => null;
  await tell(place, "post.failed");
  await run();
  chat.answer = () => ({ status: 429, headers: { "retry-after": "300" } });
  stage.pass(31);
  await run();
  await tell(place, "post.failed");
  await run();
  const sent = chat.received.length;
  chat.answer = () => ({ status: 204 });
  stage.pass(299);
  await run();
  assert.equal(chat.received.length, sent, "not before it may be");
  stage.pass(1);
  await run();
  assert.equal(chat.received.length, sent + 1);
  assert.match(chat.received.at(-1)?.event.content, /2 things happened/);
  assert.equal(await waiting(place), 0);
});

test("a chat whose address opens with no key is tried again like one that does not answer, and a test says why", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ chat: ["FAILURES"], chatTarget: { kind: "DISCORD", url: chat.url } });
  await query(stage.app.db, {
    text: "update notification_choices set chat_url = $2 where brand_id = $1",
    values: [place.brandId, createSecrets(randomBytes(32)).seal(chat.url, "notification_choices.chat_url:0")],
  });
  await tell(place, "post.failed");
  await run();
  assert.equal(await waiting(place), 1);
  const reply = await must(viewer.dashboard.call("POST", `/brands/${place.brandId}/notifications/test`));
  assert.match(reply.problem, /^The chat's address opens with none of this service's keys/);
  stage.pass(86_400);
  await run();
  assert.deepEqual([await waiting(place), chat.received.length], [0, 0]);
});

test("what a chat has not taken within a day is not told any more", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ chat: ["PUBLISHED"], chatTarget: { kind: "GOOGLE_CHAT", url: chat.url } });
  chat.answer = () => ({ status: 500 });
  await tell(place, "post.published");
  await run();
  stage.pass(86_400);
  await run();
  assert.equal(await waiting(place), 0);
});

test("nothing more is sent to an address that is gone, until a test arrives there", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ chat: ["FAILURES"], chatTarget: { kind: "MATTERMOST", url: chat.url } });
  chat.answer = () => ({ status: 404 });
  await tell(place, "post.failed");
  await run();
  const path = `/brands/${place.brandId}/notifications`;
  const problem = "The chat says that this address is gone (404).";
  assert.equal((await must(viewer.dashboard.call("GET", path))).chatTarget.problem, problem);
  await tell(place, "post.failed");
  await run();
  assert.equal(chat.received.length, 1);
  assert.deepEqual(await must(viewer.dashboard.call("POST", `${path}/test`)), { arrived: false, problem });
  chat.answer = () => ({ status: 200 });
  assert.deepEqual(await must(viewer.dashboard.call("POST", `${path}/test`)), { arrived: true, problem: null });
  assert.match(chat.received.at(-1)?.event.text, /This is a test\./);
  await tell(place, "post.failed");
  await run();
  assert.match(chat.received.at(-1)?.event.text, /was not published/);
});

test("a chat's address on a private network is refused unless the operator allows it, and ntfy needs a topic", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  const path = `/brands/${place.brandId}/notifications`;
  for (const url of ["http://10.0.0.1/hook", "http://[::1]/hook", "https://user:secret@chat.example/"]) {
    const { status, body } = await viewer.dashboard.call("PATCH", path, { chatTarget: { kind: "SLACK", url } });
    assert.equal(status, 422, url);
    assert.deepEqual(Object.keys(body.errors), ["url"]);
  }
  const { status } = await viewer.dashboard.call("PATCH", path, { chatTarget: { kind: "NTFY", url: "https://ntfy.example/" } });
  assert.equal(status, 422);
  assert.equal((await viewer.dashboard.call("POST", `${path}/test`)).status, 422);
});

test("the admin token is no member and is told nothing", async () => {
  const place = await aBakery();
  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", ""],
    ["POST", "/test"],
  ] as const) {
    const reply = await fetch(`${stage.url}/app/api/brands/${place.brandId}/notifications${path}`, {
      method,
      headers: { authorization: "Bearer admin-token-of-a-test", ...(method === "PATCH" && { "content-type": "application/json" }) },
      ...(method === "PATCH" && { body: "{}" }),
    });
    assert.equal(reply.status, 422);
  }
});

test("a chat that does not answer holds up no mail", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ chat: ["FAILURES"], chatTarget: { kind: "SLACK", url: chat.url } });
  const asked = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  chat.before = () => {
    asked.resolve();
    return answering.promise;
  };
  const stop = new AbortController();
  const running = runNotifications(stage.app, stop.signal);
  await tell(place, "post.failed");
  await asked.promise;
  await tell(place, "post.failed");
  // In one mail or in two.
  await eventually("everything is told by mail", async () => {
    await sendDueMails(stage.app, never);
    const text = "select id from notification_sends where brand_id = $1 and way <> 'chat'";
    const left = await query(stage.app.db, { text, values: [place.brandId] });
    return left.length === 0 && mailbox.to(place.person.email).length > 0;
  });
  assert.equal(chat.received.length, 1);
  answering.resolve();
  await eventually("the second message", async () => {
    // On a busy machine the first may have been given up meanwhile, and is sent again later.
    stage.pass(10);
    return (await waiting(place)) === 0;
  });
  stop.abort();
  await running;
  assert.ok(chat.received.length >= 2);
});

test("of two processes that tell at once, each thing is told by one", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  await viewer.choose({ mail: ["FAILURES"], chat: ["FAILURES"], chatTarget: { kind: "SLACK", url: chat.url } });
  await tell(place, "post.failed");
  await Promise.all([tellDue(stage.app, never), tellDue(stage.app, never), tellDue(stage.app, never)]);
  await sendDueMails(stage.app, never);
  assert.deepEqual([mailbox.to(viewer.email).length, mailbox.to(place.person.email).length, chat.received.length], [1, 1, 1]);
});

test("a service that is killed at any step tells everything when it is back: by mail once, in a chat again only if it had been sent", async () => {
  for (const point of NOTIFICATION_CRASH_POINTS) {
    const place = await aBakery();
    const viewer = await aMember(place, "viewer");
    const isChat = point === "notification.after-take" || point === "notification.after-call";
    await viewer.choose(isChat ? { chat: ["PUBLISHED"], chatTarget: { kind: "SLACK", url: chat.url } } : { mail: ["PUBLISHED"] });
    chat.clear();
    await tell(place, "post.published");
    await killedAt(point, new URL("testing/killed-teller.ts", import.meta.url), {
      stage,
      settings: { ...settings, ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "service@example.org", ROSTRUM_PUBLIC_URL: stage.url },
    });
    await run();
    if (isChat) {
      assert.equal(chat.received.length, point === "notification.after-call" ? 1 : 0, "it is taken until the lease is over");
      stage.pass(61);
      await run();
      assert.equal(chat.received.length, point === "notification.after-call" ? 2 : 1);
    } else assert.equal(mailbox.to(viewer.email).length, 1, point);
    assert.equal(await waiting(place), 0);
  }
});

test("a service that sends no mail says so, offers chats, and keeps nothing that it would mail", async () => {
  await using silent = await openStage(settings);
  const place = await aPlace(silent, { channels: [], timezone: null });
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(silent.admin("POST", "/users", { name: "Grace", email, password: PASSWORD }));
  await must(silent.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "viewer" }));
  const dashboard = await aDashboard(silent, email);
  const chatTarget = { kind: "SLACK", url: chat.url };
  const shown = await must(dashboard.call("PATCH", `/brands/${place.brandId}/notifications`, { chat: ["FAILURES"], chatTarget }));
  assert.equal(shown.mails, "NO_MAIL");
  await aPost(place, { publishMode: "IMMEDIATE" });
  await silent.settle();
  await tellDue(silent.app, never);
  assert.equal(chat.received.length, 1);
  assert.deepEqual(await query(silent.app.db, { text: "select id from notification_sends" }), []);
  assert.deepEqual(await query(silent.app.db, { text: "select id from mails" }), []);
});

test("a backup has what people have chosen, with the chat's address sealed, and not what they were still to be told", async () => {
  const place = await aBakery();
  const viewer = await aMember(place, "viewer");
  const chatTarget = { kind: "SLACK", url: `${chat.url}/keptsecret` } as const;
  const chosen = await viewer.choose({ digest: ["PUBLISHED"], chat: ["FAILURES"], chatTarget });
  await tell(place, "post.failed");
  await tell(place, "post.published");
  await using folder = await temporaryFolder();
  const file = join(folder.path, "backup.tar");
  await must(stage.admin("POST", "/backup", { to: file }));
  assert.ok(!(await readFile(file, "latin1")).includes("/keptsecret"));
  await using restored = await openStage(settings);
  await must(restored.admin("POST", "/restore", { from: file }));
  assert.deepEqual(await query(restored.app.db, { text: "select id from notification_sends" }), []);
  const dashboard = await aDashboard(restored, viewer.email);
  assert.deepEqual({ ...(await must(dashboard.call("GET", `/brands/${place.brandId}/notifications`))), mails: "SENT" }, chosen);
});
