import assert from "node:assert/strict";
import { createPublicKey, randomBytes, verify } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { EVENT_TYPES } from "@rostrum/contract/events.ts";
import { Webhook } from "standardwebhooks";
import { WEBHOOK_CRASH_POINTS } from "../../ground/crash-points.ts";
import { execute, one, query } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { createSecrets } from "../../ground/secrets/seal.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { killedAt } from "../../testing/killed.ts";
import { ADMIN_TOKEN, call, openStage, type Reply, type Stage } from "../../testing/stage.ts";
import { aWebhook } from "../events/testing.ts";
import { sendDueEvents, sweepEvents } from "./loop.ts";
import { endSend, takeDueSends } from "./sends-store.ts";
import { newSecret } from "./sign.ts";
import { aReceiver, type Received, type Receiver } from "./testing/receiver.ts";

const never = new AbortController().signal;
const DAY_SECONDS = 86_400;

let stage: Stage;
let receiver: Receiver;
let place: Place;

before(async () => {
  receiver = await aReceiver();
  const settings = { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", ROSTRUM_ATTEMPT_DAYS: "40" };
  stage = await openStage(settings, new Date().toISOString());
  place = await aPlace(stage, { channels: [], timezone: null });
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  receiver.clear();
  // The reference library goes by the machine's clock.
  stage.jump(new Date().toISOString());
  await execute(stage.app.db, { text: "delete from webhooks" });
  await execute(stage.app.db, { text: "delete from events" });
});

function ops(method: string, path: string, body?: unknown): Promise<Reply> {
  return call(`${stage.url}/app/api${path}`, method, ADMIN_TOKEN, body);
}

/** Stores an event of the place as a change would; returns its id. */
async function tell(subject = "post:1", type = "post.published", data: unknown = {}): Promise<string> {
  const text = "insert into events (brand_id, type, at, subject, body) values ($1, $2, $3, $4, event_body($2, $3, $5)) returning id";
  return (await one<{ id: string }>(stage.app.db, { text, values: [place.brandId, type, stage.now(), subject, JSON.stringify(data)] })).id;
}

const send = () => sendDueEvents(stage.app, never);

/** Lets time pass, in which whatever becomes due is sent. */
async function live(seconds: number, stepSeconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    stage.pass(stepSeconds);
    await send();
  }
}

const idsOf = (received: readonly Received[]) => received.map(({ id }) => id);
const read = async (id: number) =>
  (await must(ops("GET", `/brands/${place.brandId}/webhooks`))).find((webhook: { id: number }) => webhook.id === id);
const attemptsOf = async (id: number) => (await must(ops("GET", `/webhooks/${id}/attempts?per_page=100`))).attempts;

test("every type of event is sent as the reference library verifies it, with the frozen bytes", async () => {
  const { secret } = await aWebhook(stage, place, { url: receiver.url });
  const library = new Webhook(secret);
  for (const type of EVENT_TYPES) await tell(`thing:${type}`, type, { text: "Übung 🥐 \u2028" });
  await send();
  assert.deepEqual(receiver.received.map(({ event }) => event.type).sort(), [...EVENT_TYPES].sort());
  for (const { headers, body, event } of receiver.received) {
    assert.deepEqual(library.verify(body, headers), event);
    assert.throws(() => library.verify(body.replace("Übung", "Ubung"), headers));
    assert.match(headers["content-type"] ?? "", /^application\/json/);
    assert.deepEqual(Object.keys(event), ["type", "timestamp", "data"]);
  }
  assert.match(secret, /^whsec_/);
  assert.equal(Buffer.from(secret.slice(6), "base64").length, 32);
});

test("what a real post becomes reaches the receiver, once", async () => {
  await aWebhook(stage, place, { url: receiver.url, events: ["post.skipped"] });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await send();
  await send();
  const [got, ...others] = receiver.received;
  assert.deepEqual([got?.event.type, got?.event.data.post.id, others.length], ["post.skipped", id, 0]);
});

test("a webhook that wants it is signed for with a key pair as well", async () => {
  const { publicKey, secret } = await aWebhook(stage, place, { url: receiver.url, asymmetric: true });
  await tell();
  await send();
  const [{ headers, body } = assert.fail("nothing came")] = receiver.received;
  new Webhook(secret).verify(body, headers);
  assert.ok(isSigned({ headers, body }, publicKey ?? ""));
  assert.ok(!isSigned({ headers, body: `${body} ` }, publicKey ?? ""));
  assert.match(headers["webhook-signature"] ?? "", /^v1,\S{44} v1a,\S{88}$/);
});

function isSigned({ headers, body }: Pick<Received, "headers" | "body">, publicKey: string): boolean {
  assert.match(publicKey, /^whpk_/);
  const x = Buffer.from(publicKey.slice(5), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const content = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const signatures = (headers["webhook-signature"] ?? "").split(" ").flatMap((each) => (each.startsWith("v1a,") ? each.slice(4) : []));
  return signatures.some((signature) => verify(null, content, key, Buffer.from(signature, "base64")));
}

test("the function in the documentation accepts what is sent, and nothing that was changed, is old or was signed with another secret", async () => {
  await using folder = await temporaryFolder();
  const page = await readFile(new URL("../../../../docs/events.md", import.meta.url), "utf8");
  const [, code = assert.fail("no function")] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  await writeFile(join(folder.path, "verified.mjs"), code);
  const { verified } = await import(join(folder.path, "verified.mjs"));
  const { secret } = await aWebhook(stage, place, { url: receiver.url });
  await tell();
  await send();
  const [{ headers, body, event } = assert.fail("nothing came")] = receiver.received;
  assert.deepEqual(verified(secret, headers, body), event);
  const old = String(Number(headers["webhook-timestamp"]) - 301);
  for (const [key, changed, text] of [
    [secret, headers, `${body} `],
    [newSecret(), headers, body],
    [secret, { ...headers, "webhook-id": "msg_other" }, body],
    [secret, { ...headers, "webhook-timestamp": old }, body],
    [secret, { ...headers, "webhook-signature": "v1,abc" }, body],
    [secret, {}, body],
  ])
    assert.equal(verified(key, changed, text), null);
});

test("with another secret the old one signs, too, for a day and no longer", async () => {
  const { id, secret, publicKey } = await aWebhook(stage, place, { url: receiver.url, asymmetric: true });
  const rotated = await must(ops("POST", `/webhooks/${id}/secret`));
  assert.notEqual(rotated.secret, secret);
  await tell();
  await send();
  const [first = assert.fail()] = receiver.received;
  for (const each of [secret, rotated.secret]) new Webhook(each).verify(first.body, first.headers);
  for (const each of [publicKey, rotated.publicKey]) assert.ok(isSigned(first, each));
  stage.pass(DAY_SECONDS + 1);
  await tell();
  await send();
  const last = receiver.received.at(-1) ?? assert.fail();
  const [signed, ...others] = (last.headers["webhook-signature"] ?? "").split(" ");
  assert.equal(others.length, 1);
  const sign = new Webhook(rotated.secret).sign(last.id, new Date(Number(last.headers["webhook-timestamp"]) * 1000), last.body);
  assert.equal(signed, sign);
  assert.ok(isSigned(last, rotated.publicKey) && !isSigned(last, publicKey ?? ""));
});

test("secrets that are changed several times within a day all sign until their own day is over", async () => {
  const { id, secret } = await aWebhook(stage, place, { url: receiver.url });
  const secrets = [secret];
  const rotate = async () => secrets.unshift((await must(ops("POST", `/webhooks/${id}/secret`))).secret);
  await rotate();
  stage.pass(DAY_SECONDS - 1);
  await rotate();
  const signers = async () => {
    await tell();
    await send();
    const { id: eventId, headers, body } = receiver.received.at(-1) ?? assert.fail("nothing came");
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const expected = secrets.map((each) => new Webhook(each).sign(eventId, sentAt, body));
    return (headers["webhook-signature"] ?? "").split(" ").map((signature) => expected.indexOf(signature));
  };
  assert.deepEqual(await signers(), [0, 1, 2]);
  stage.pass(2);
  assert.deepEqual(await signers(), [0, 1]);
  for (let times = 0; times < 6; times += 1) await rotate();
  assert.deepEqual(await signers(), [0, 1, 2, 3, 4], "the four that were replaced last");
});

test("a receiver that is away for a day gets everything, under the same ids and bytes, and what concerns one thing in its order", async () => {
  await aWebhook(stage, place, { url: receiver.url });
  receiver.answer = () => ({ status: 500 });
  const expected = new Map<string, string[]>();
  for (let hour = 0; hour < 24; hour += 1) {
    const subject = `post:${hour % 5}`;
    expected.set(subject, [...(expected.get(subject) ?? []), await tell(subject, "post.published", { subject })]);
    await live(3600, 600);
  }
  const before = new Map(receiver.received.map(({ id, body }) => [id, body]));
  receiver.clear();
  await live(2 * DAY_SECONDS, 3600);
  const came = new Map<string, string[]>();
  for (const { id, event, body } of receiver.received) {
    came.set(event.data.subject, [...(came.get(event.data.subject) ?? []), id]);
    assert.equal(before.get(id) ?? body, body);
  }
  assert.deepEqual(new Map([...came].sort()), new Map([...expected].sort()));
});

test("an event that is refused holds up what concerns the same thing alone", async () => {
  await aWebhook(stage, place, { url: receiver.url });
  receiver.answer = ({ event }) => ({ status: event.data.bad ? 422 : 204 });
  const [bad, behind] = [await tell("post:1", "post.scheduled", { bad: true }), await tell("post:1")];
  const other = await tell("post:2");
  await send();
  assert.deepEqual(idsOf(receiver.received), [bad, other]);
  await live(5 * DAY_SECONDS, 6 * 3600);
  assert.equal(receiver.received.filter(({ id }) => id === bad).length, 10, "given up after ten tries");
  assert.equal(receiver.received.at(-1)?.id, behind);
});

test("a receiver that is gone is switched off at once, and says so; nothing more is sent until somebody switches it on", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  receiver.answer = () => ({ status: 410 });
  const first = await tell();
  await send();
  assert.deepEqual(await pick(id), ["OFF", "The receiver answered that it is gone for good (status 410)."]);
  receiver.clear();
  const missed = await tell("post:2");
  await live(DAY_SECONDS, 3600);
  assert.deepEqual(receiver.received, []);
  assert.equal((await ops("POST", `/webhooks/${id}/test`)).status, 409);
  await must(ops("PATCH", `/webhooks/${id}`, { status: "ACTIVE" }));
  await send();
  assert.deepEqual(idsOf(receiver.received), [first], "what was waiting is sent");
  await must(ops("POST", `/webhooks/${id}/replay`, { from: "2020-01-01T00:00:00Z", failedOnly: true }));
  await send();
  assert.deepEqual(idsOf(receiver.received), [first, missed], "what came in the meantime is sent by a replay");
  assert.deepEqual(await pick(id), ["ACTIVE", null]);
});

async function pick(id: number): Promise<unknown[]> {
  const { status, offReason } = await read(id);
  return [status, offReason];
}

test("a receiver that fails for five days is switched off, which the trail records as the service's own work", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url, description: "Shop" });
  receiver.answer = () => null;
  for (let hour = 0; hour < 6 * 24 && (await read(id)).status === "ACTIVE"; hour += 6) {
    await tell(`post:${hour}`);
    await live(6 * 3600, 3600);
  }
  assert.deepEqual(await pick(id), ["OFF", "Nothing has arrived for 5 days: every attempt failed."]);
  const { entries } = await must(ops("GET", `/brands/${place.brandId}/audit?action=webhook.switched-off&per_page=1`));
  assert.deepEqual([entries[0].actor, entries[0].objectId, entries[0].objectName], ["service", String(id), "Shop"]);
});

test("redirects are not followed, and are failures", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  receiver.answer = () => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
  await tell();
  await send();
  assert.equal(receiver.received.length, 1);
  const [attempt] = await attemptsOf(id);
  assert.equal(attempt.httpStatus, 302);
  assert.match(attempt.problem, /Redirects are not followed/);
});

test("a receiver that asks to wait is not asked before, by any event", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  receiver.answer = () => ({ status: 429, headers: { "retry-after": "900" } });
  await tell();
  await send();
  receiver.clear();
  await tell("post:2");
  await live(840, 60);
  assert.deepEqual(receiver.received, []);
  assert.ok((await read(id)).heldUntil > stage.now());
  await live(120, 60);
  assert.equal(receiver.received.length, 2);
});

test("a pause that a receiver asks for goes on, whatever it says to what was sent before", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  const asked = Promise.withResolvers<void>();
  receiver.answer = ({ event }) => (event.data.first ? { status: 429, headers: { "retry-after": "900" } } : { status: 204 });
  receiver.before = async ({ event }) => (event.data.first ? undefined : asked.promise);
  await tell("post:1", "post.published", { first: true });
  await tell("post:2");
  const sending = send();
  await eventually("the receiver has asked for a pause", async () => (await read(id)).heldUntil > stage.now());
  stage.pass(1);
  asked.resolve();
  await sending;
  receiver.clear();
  await tell("post:3");
  await live(840, 60);
  assert.deepEqual(receiver.received, []);
});

test("another address begins without the failures of the old one", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  receiver.answer = () => ({ status: 429, headers: { "retry-after": "86400" } });
  const event = await tell();
  await send();
  receiver.clear();
  await must(ops("PATCH", `/webhooks/${id}`, { url: `${receiver.url}/new` }));
  const { failures, failingSince, heldUntil } = await read(id);
  assert.deepEqual([failures, failingSince, heldUntil], [0, null, null]);
  await send();
  assert.deepEqual(idsOf(receiver.received), [event]);
});

test("a secret that opens with no key is a failure that says so, and another secret mends it", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  const sealed = createSecrets(randomBytes(32)).seal("{}", `webhooks.secrets:${id}`);
  await query(stage.app.db, { text: "update webhooks set secrets = $2 where id = $1", values: [id, sealed] });
  const event = await tell();
  await send();
  const [attempt] = await attemptsOf(id);
  assert.match(attempt.problem, /^Nothing was sent: the webhook's secret opens with none of this service's keys/);
  const { secret } = await must(ops("POST", `/webhooks/${id}/secret`));
  await live(600, 60);
  const [{ headers, body } = assert.fail("nothing came"), ...others] = receiver.received;
  assert.deepEqual([idsOf(receiver.received), others.length], [[event], 0]);
  stage.jump(new Date().toISOString());
  assert.equal(typeof headers["webhook-signature"], "string");
  assert.ok(body.length > 0 && secret.startsWith("whsec_"));
});

test("slow receivers with a lot to get keep nobody else waiting", async () => {
  const slow = [await aWebhook(stage, place, { url: receiver.url }), await aWebhook(stage, place, { url: receiver.url })];
  for (let index = 0; index < 8; index += 1) await tell(`post:${index}`);
  stage.pass(60);
  const other = await aWebhook(stage, place, { url: receiver.url, events: ["channel.connected"] });
  await tell("channel:1", "channel.connected");
  const taking = { now: stage.now(), leaseSeconds: 60, perWebhook: 4, probingFrom: 5 };
  const underWay = new Map(slow.map(({ id }) => [id, 3]));
  const [first] = await takeDueSends(stage.app.db, { ...taking, limit: 1, underWay });
  assert.equal(first?.webhookId, other.id);
  const rest = await takeDueSends(stage.app.db, { ...taking, limit: 32, underWay });
  assert.deepEqual(rest.map(({ webhookId }) => webhookId).sort(), slow.map(({ id }) => id).sort(), "of each as many as there is room for");
});

test("an event that is on its way again is not taken a second time when the webhook gets another address, and one whose process is gone is", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  const event = await tell();
  await send();
  await must(ops("POST", `/webhooks/${id}/replay`, { eventId: event }));
  const taking = { leaseSeconds: 60, perWebhook: 4, probingFrom: 5, limit: 1, underWay: new Map() };
  const take = async () => (await takeDueSends(stage.app.db, { ...taking, now: stage.now() })).length;
  assert.equal(await take(), 1);
  await must(ops("PATCH", `/webhooks/${id}`, { url: `${receiver.url}/new` }));
  assert.equal(await take(), 0);
  // The process that took it is gone, and the next try fails.
  stage.pass(61);
  receiver.answer = () => ({ status: 500 });
  await send();
  receiver.clear();
  assert.equal(await take(), 0);
  await must(ops("PATCH", `/webhooks/${id}`, { url: `${receiver.url}/newer` }));
  await send();
  assert.deepEqual(idsOf(receiver.received), [event]);
});

test("what concerns the same thing and came meanwhile leaves as soon as the first is delivered", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  const first = await tell();
  const taking = { now: stage.now(), leaseSeconds: 60, perWebhook: 4, probingFrom: 5, limit: 1, underWay: new Map() };
  const [row = assert.fail("nothing is due")] = await takeDueSends(stage.app.db, taking);
  const second = await tell();
  await endSend(stage.app.db, row, { status: "delivered", now: stage.now() });
  await send();
  assert.deepEqual([row.eventId, idsOf(receiver.received), (await read(id)).waiting], [first, [second], 0]);
});

test("what was sent is listed with the answers, which are cut and without secrets", async () => {
  const { id, secret } = await aWebhook(stage, place, { url: receiver.url });
  const { secret: newer } = await must(ops("POST", `/webhooks/${id}/secret`));
  const told = [secret, newer, secret.slice(6), newer.slice(6)].join(" ");
  receiver.answer = () => ({ status: 500, body: `no \u0007 ${told} /?token=abcdefgh ${"x".repeat(5000)}` });
  const eventId = await tell();
  await send();
  const [attempt, ...others] = await attemptsOf(id);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [attempt.eventId, attempt.type, attempt.at, attempt.httpStatus, attempt.problem],
    [eventId, "post.published", stage.now(), 500, "The receiver answered with status 500."],
  );
  assert.ok(attempt.answer.startsWith("no "));
  assert.ok(attempt.answer.length <= 1001);
  for (const hidden of [secret.slice(6), newer.slice(6), "abcdefgh", "\u0007"]) assert.ok(!attempt.answer.includes(hidden));
  const { events, total } = await must(ops("GET", `/webhooks/${id}/events?status=waiting`));
  assert.deepEqual([total, events[0].id, events[0].tries, events[0].status], [1, eventId, 1, "waiting"]);
  const { attempts } = await must(ops("GET", `/webhooks/${id}/attempts?event_id=msg_of_another`));
  assert.deepEqual(attempts, []);
});

test("events are sent again on request, in their order, with the same ids and bytes: one of them, those of a time, those that did not arrive", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  const first = await tell();
  stage.pass(60);
  const from = stage.now();
  const [second, third] = [await tell(), await tell("post:2")];
  await send();
  await send();
  const bodies = new Map(receiver.received.map(({ id: each, body }) => [each, body]));
  const replayed = async (body: unknown) => {
    receiver.clear();
    const { events } = await must(ops("POST", `/webhooks/${id}/replay`, body));
    await send();
    await send();
    for (const got of receiver.received) assert.equal(got.body, bodies.get(got.id));
    assert.equal(receiver.received.length, events);
    return idsOf(receiver.received);
  };
  assert.deepEqual(await replayed({ eventId: first }), [first]);
  assert.deepEqual((await replayed({ from })).sort(), [second, third].sort());
  assert.deepEqual(await replayed({ from: "2020-01-01T00:00:00Z", to: from }), [first]);
  assert.deepEqual(await replayed({ from: "2020-01-01T00:00:00Z", failedOnly: true }), []);
  for (const [body, status] of [
    [{ eventId: "msg_unknown" }, 404],
    [{}, 422],
    [{ eventId: first, from }, 422],
  ] as const)
    assert.equal((await ops("POST", `/webhooks/${id}/replay`, body)).status, status);
});

test("a test event reaches the webhook alone that it is for, whatever types it has chosen", async () => {
  await aWebhook(stage, place, { url: receiver.url });
  const { id, secret } = await aWebhook(stage, place, { url: receiver.url, events: ["post.failed"] });
  const { eventId } = await must(ops("POST", `/webhooks/${id}/test`));
  await send();
  const [got, ...others] = receiver.received;
  assert.equal(others.length, 0);
  assert.equal(got?.id, eventId);
  assert.deepEqual(new Webhook(secret).verify(got?.body ?? "", got?.headers ?? {}), {
    type: "webhook.test",
    timestamp: stage.now(),
    data: {
      brand: { id: place.brandId, title: "Bakery" },
      webhook: { id },
      message: "This is a test. If you can read it, the webhook works.",
    },
  });
});

test("a brand that is not there has no list of webhooks, not even an empty one", async () => {
  assert.deepEqual(await must(ops("GET", `/brands/${place.brandId}/webhooks`)), []);
  const reply = await ops("GET", "/brands/999999/webhooks");
  assert.deepEqual([reply.status, reply.body.message], [404, "There is no brand with the id 999999."]);
});

test("private addresses are refused when a webhook is made, and when its name turns out to lead to one", async () => {
  for (const url of ["http://10.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/latest", "https://192.168.1.5/"]) {
    const reply = await ops("POST", `/brands/${place.brandId}/webhooks`, { url });
    assert.deepEqual([reply.status, Object.keys(reply.body.errors)], [422, ["url"]], url);
  }
  for (const url of [
    "http://203.1.1.1/",
    "https://203.1.1.1:8443/",
    "https://user:password@hooks.example.org/",
    "ftp://hooks.example.org/",
  ])
    assert.equal((await ops("POST", `/brands/${place.brandId}/webhooks`, { url })).status, 422, url);
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  // The service's own sandbox is reached without the guard by connectors, but not by what people enter here.
  await execute(stage.app.db, { text: "update webhooks set url = 'http://127.0.0.2:4000/' where id = $1", values: [id] });
  await tell();
  await send();
  const [attempt] = await attemptsOf(id);
  assert.equal(attempt.httpStatus, null);
  assert.match(attempt.problem, /could not be reached/);
});

test("a service that is killed at any moment of sending sends each event in the end, under its one id", async () => {
  for (const point of WEBHOOK_CRASH_POINTS) {
    receiver.clear();
    await execute(stage.app.db, { text: "delete from events" });
    if (point === WEBHOOK_CRASH_POINTS[0]) await aWebhook(stage, place, { url: receiver.url });
    const told = await tell();
    await killedAt(point, new URL("testing/killed-sender.ts", import.meta.url), {
      stage,
      settings: { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" },
    });
    stage.pass(61);
    await send();
    assert.deepEqual(new Set(idsOf(receiver.received)), new Set([told]), point);
    assert.equal(receiver.received.length, { "webhook.after-take": 1, "webhook.after-commit": 1 }[point as string] ?? 2, point);
    const { rows } = await stage.app.db.query("select status from webhook_sends");
    assert.deepEqual(rows, [{ status: "delivered" }], point);
  }
});

test("what happens while a webhook is being deleted neither waits for that nor fails", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  const other = await aWebhook(stage, place, { url: receiver.url, description: "Other" });
  const deleting = await stage.app.db.connect();
  try {
    await deleting.query("begin");
    await deleting.query("delete from webhooks where id = $1", [id]);
    await tell();
    await deleting.query("commit");
  } finally {
    deleting.release();
  }
  const { rows } = await stage.app.db.query("select webhook_id from webhook_sends");
  assert.deepEqual(rows, [{ webhook_id: other.id }]);
});

test("what a stop interrupts is given back and sent by the next process", async () => {
  await aWebhook(stage, place, { url: receiver.url });
  const told = await tell();
  const stopping = new AbortController();
  receiver.answer = () => {
    stopping.abort();
    return null;
  };
  await sendDueEvents(stage.app, stopping.signal);
  receiver.clear();
  await send();
  assert.deepEqual(idsOf(receiver.received), [told]);
});

test("what else there is to do is done while events are on their way", async () => {
  await aWebhook(stage, place, { url: receiver.url });
  const told = await tell();
  const stopping = new AbortController();
  receiver.answer = () => null;
  await sendDueEvents(stage.app, stopping.signal, async () => stopping.abort());
  assert.ok(stopping.signal.aborted);
  receiver.clear();
  await send();
  assert.deepEqual(idsOf(receiver.received), [told]);
});

test("events are forgotten with their attempts when the days of the setting are over", async () => {
  const { id } = await aWebhook(stage, place, { url: receiver.url });
  await tell();
  await send();
  stage.pass(39 * DAY_SECONDS);
  await sweepEvents(stage.app, stage.now());
  assert.equal((await attemptsOf(id)).length, 1);
  stage.pass(2 * DAY_SECONDS);
  await sweepEvents(stage.app, stage.now());
  assert.deepEqual([await attemptsOf(id), await query(stage.app.db, { text: "select from events" })], [[], []]);
});

test("the trail tells who made, changed and deleted a webhook, with the host alone of its address", async () => {
  const { id } = await aWebhook(stage, place, { url: `${receiver.url}/T0/secret-part` });
  await must(
    ops("PATCH", `/webhooks/${id}`, { url: `${receiver.url}/T1/secret-part`, events: ["post.failed", "post.failed"], description: "Shop" }),
  );
  assert.deepEqual((await read(id)).events, ["post.failed"]);
  await must(ops("POST", `/webhooks/${id}/secret`));
  await must(ops("DELETE", `/webhooks/${id}`));
  assert.equal((await ops("DELETE", `/webhooks/${id}`)).status, 404);
  const { entries } = await must(ops("GET", `/brands/${place.brandId}/audit?object_type=webhook&object_id=${id}`));
  const host = new URL(receiver.url).host;
  assert.deepEqual(
    entries.map(({ action, actor, through, surface, objectName }: Record<string, unknown>) => [
      action,
      actor,
      through,
      surface,
      objectName,
    ]),
    [
      ["webhook.deleted", "operator", null, "command-line", "Shop"],
      ["webhook.secret-changed", "operator", null, "command-line", "Shop"],
      ["webhook.changed", "operator", null, "command-line", "Shop"],
      ["webhook.created", "person", "key", "api", host],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes("secret-part"));
});

test("a brand has at most twenty webhooks", async () => {
  for (let index = 0; index < 20; index += 1) await aWebhook(stage, place);
  const { status, body } = await ops("POST", `/brands/${place.brandId}/webhooks`, { url: receiver.url });
  assert.deepEqual([status, body.errors], [422, { brand: "A brand may have 20 webhooks. Delete one first." }]);
});
