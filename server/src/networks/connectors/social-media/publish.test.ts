import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { createNet } from "../../../ground/net/index.ts";
import { socialMedia } from "./index.ts";
import { aPost, openReceiver, outcomeOf, type Receiver, SECRET } from "./testing/receiver.ts";

let receiver: Receiver;
before(async () => {
  receiver = await openReceiver();
});
after(() => receiver[Symbol.asyncDispose]());
beforeEach(() => {
  receiver.received.splice(0);
  receiver.answer = { status: 200 };
});

const json = (status: number, value: unknown) => ({ status, body: JSON.stringify(value) });

/** A file that is sent as a link, never as bytes. */
function aFile(name: string, mime: string) {
  return {
    id: name,
    name,
    mime,
    sizeBytes: 5000,
    width: 640,
    height: 480,
    durationSeconds: null,
    alt: null,
    file: () => assert.fail("the receiver fetches the bytes itself"),
    url: () => `https://rostrum.example/media/t/${name}`,
    image: () => assert.fail("the receiver gets the file as it is"),
  };
}

// Shows Social Media: link card, picture, thread, poll, alternative text
test("a post is sent as JSON, with links instead of files", async () => {
  const poll = { question: "Which next?", options: ["Cherry", "Plum"], period: "3d" } as const;
  const post = aPost({
    type: "POLL",
    text: "One\n\n\nTwo",
    segments: ["One", "Two"],
    title: "Tart",
    alt: "A tart",
    link: "https://shop.example",
    poll: { ...poll, options: [...poll.options] },
    media: [aFile("tart.png", "image/png")],
    options: { channel: "radio" },
  });
  await socialMedia.publish(post, receiver.account, receiver.call());
  const [request] = receiver.received;
  assert.equal(request?.path, "/hooks/bakery?to=radio");
  assert.equal(request?.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(request?.body ?? ""), {
    event: "post",
    delivery: "delivery-1",
    dueAt: post.dueAt,
    type: "POLL",
    text: "One\n\n\nTwo",
    segments: ["One", "Two"],
    title: "Tart",
    alt: "A tart",
    link: "https://shop.example",
    poll,
    asStory: false,
    media: [
      {
        url: "https://rostrum.example/media/t/tart.png",
        name: "tart.png",
        type: "image/png",
        size: 5000,
        width: 640,
        height: 480,
        duration: null,
        alt: "A tart",
      },
    ],
    options: { channel: "radio" },
  });
});

// Shows Social Media: text alone
test("a text alone has neither files nor anything else", async () => {
  await socialMedia.publish(aPost({ text: "Fresh tarts" }), receiver.account, receiver.call());
  const { text, segments, media, poll, link } = JSON.parse(receiver.received[0]?.body ?? "");
  assert.deepEqual(
    { text, segments, media, poll, link },
    { text: "Fresh tarts", segments: ["Fresh tarts"], media: [], poll: null, link: null },
  );
});

// Shows Social Media: several pictures, video, document
test("files of every kind and number are sent, in their order", async () => {
  const files = [
    ["a.png", "image/png"],
    ["b.jpg", "image/jpeg"],
    ["oven.mp4", "video/mp4"],
    ["menu.pdf", "application/pdf"],
  ] as const;
  const media = files.map(([name, mime]) => aFile(name, mime));
  await socialMedia.publish(aPost({ type: "MULTIMEDIA", media }), receiver.account, receiver.call());
  const sent: readonly { name: string; type: string; url: string }[] = JSON.parse(receiver.received[0]?.body ?? "").media;
  assert.deepEqual(
    sent.map(({ name, type, url }) => [name, type, url]),
    files.map(([name, mime]) => [name, mime, `https://rostrum.example/media/t/${name}`]),
  );
});

test("every request is signed over its time and its body", async () => {
  await socialMedia.publish(aPost(), receiver.account, receiver.call());
  const [request] = receiver.received;
  const { "rostrum-timestamp": timestamp, "rostrum-signature": signature, "rostrum-event": event } = request?.headers ?? {};
  assert.equal(Number(timestamp), Date.parse("2026-11-21T09:00:00Z") / 1000);
  assert.equal(signature, `v1=${createHmac("sha256", SECRET).update(`${timestamp}.${request?.body}`).digest("hex")}`);
  assert.equal(event, "post");
});

test("a repeat has the delivery id of the first attempt", async () => {
  await outcomeOf(receiver, { status: 500 });
  await outcomeOf(receiver, { status: 200 });
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["rostrum-delivery"]),
    ["delivery-1", "delivery-1"],
  );
});

test("what got no answer is sent again for two days, and never once receivers may have forgotten its id", async () => {
  for (const [hours, kind, times] of [
    [46, "handedOver", 2],
    [48, "undecidable", 1],
  ] as const) {
    const before = receiver.received.length;
    const call = receiver.call();
    receiver.answer = { status: 500 };
    assert.equal((await socialMedia.publish(aPost(), receiver.account, call)).kind, "unknown");
    receiver.answer = { status: 200 };
    const later = { ...call, now: () => addSeconds(call.now(), hours * 3600) };
    assert.equal((await socialMedia.find?.(aPost(), receiver.account, later))?.kind, kind);
    assert.equal(receiver.received.length - before, times);
  }
});

// Shows Social Media: address of the post
test("success with a web address is published", async () => {
  const url = "https://radio.example/posts/7";
  assert.deepEqual(await outcomeOf(receiver, json(201, { url })), { kind: "published", remoteId: url, url });
  assert.deepEqual(await outcomeOf(receiver, json(200, { url, id: 7 })), { kind: "published", remoteId: "7", url });
});

test("any other success is handed over", async () => {
  const sent = { kind: "handedOver", note: "The receiver accepted the post but returned no web address for it." };
  const answers = [
    { status: 204 },
    { status: 202, body: "queued" },
    json(200, {}),
    json(200, { url: "javascript:alert(1)" }),
    json(200, { url: "/posts/7" }),
    json(200, { url: 7 }),
    json(200, [{ url: "https://radio.example" }]),
  ];
  for (const answer of answers) assert.deepEqual(await outcomeOf(receiver, answer), sent, JSON.stringify(answer));
});

test("a 4xx response fails with the receiver's own message", async () => {
  assert.deepEqual(await outcomeOf(receiver, json(422, { error: "Too\nlong" })), {
    kind: "rejected",
    reason: "The receiver answered: Too long (status 422)",
  });
  for (const status of [400, 401, 403, 404, 405, 409, 413]) {
    assert.deepEqual(await outcomeOf(receiver, { status }), { kind: "rejected", reason: `The receiver answered with status ${status}.` });
  }
});

test("410 deactivates the channel", async () => {
  assert.deepEqual(await outcomeOf(receiver, { status: 410 }), {
    kind: "unauthorized",
    reason: "The receiver answered with status 410.",
  });
});

test("the Retry-After of a 5xx is respected, in seconds or as a date, up to a day", async () => {
  const unknown = (retryAfterSeconds: number) => ({
    kind: "unknown",
    reason: "The receiver answered with status 503.",
    retryAfterSeconds,
  });
  const after = (text: string) => outcomeOf(receiver, { status: 503, headers: { "retry-after": text } });
  assert.deepEqual(await after("600"), unknown(600));
  assert.deepEqual(await after(new Date(Date.parse(receiver.now) + 600_000).toUTCString()), unknown(600));
  assert.deepEqual(await after("31556952000000"), unknown(86_400));
  assert.deepEqual(await after("Fri, 31 Dec 9999 23:59:59 GMT"), unknown(86_400));
  for (const text of ["-5", "soon", ""]) assert.equal("retryAfterSeconds" in (await after(text)), false, text);
});

test("408, 425 and 429 wait as long as the receiver asks", async () => {
  const busy = (status: number, retryAfterSeconds: number) => ({
    kind: "busy",
    reason: `The receiver answered with status ${status}.`,
    retryAfterSeconds,
    // A 429 applies to the whole channel.
    ...(status === 429 ? { scope: "channel" } : {}),
  });
  assert.deepEqual(await outcomeOf(receiver, { status: 429, headers: { "retry-after": "120" } }), busy(429, 120));
  const inTwoMinutes = new Date(Date.parse(receiver.now) + 120_000).toUTCString();
  assert.deepEqual(await outcomeOf(receiver, { status: 429, headers: { "retry-after": inTwoMinutes } }), busy(429, 120));
  assert.deepEqual(await outcomeOf(receiver, { status: 408 }), busy(408, 60));
  for (const text of ["soon", "-5"])
    assert.deepEqual(await outcomeOf(receiver, { status: 425, headers: { "retry-after": text } }), busy(425, 60));
  assert.deepEqual(await outcomeOf(receiver, { status: 429, headers: { "retry-after": "31556952000000" } }), busy(429, 86_400));
});

test("with a body above 64 KiB or a truncated one, only the status counts", async () => {
  const sent = { kind: "handedOver", note: "The receiver accepted the post but returned no web address for it." };
  const long = JSON.stringify({ url: "https://radio.example/posts/7", error: "no" }).padEnd(64 * 1024 + 1);
  assert.deepEqual(await outcomeOf(receiver, { status: 200, body: long }), sent);
  assert.deepEqual(await outcomeOf(receiver, { status: 201, body: "x".repeat(5_000_000) }), sent);
  assert.equal((await outcomeOf(receiver, { status: 200, body: long.slice(0, -1) })).kind, "published");
  const torn = { headers: { "content-length": "5000" }, body: '{"url":"https://radio.example/posts/7"', cut: true } as const;
  assert.deepEqual(await outcomeOf(receiver, { status: 200, ...torn }), sent);
  assert.deepEqual(await outcomeOf(receiver, { status: 404, body: long }), {
    kind: "rejected",
    reason: "The receiver answered with status 404.",
  });
  assert.deepEqual(await outcomeOf(receiver, { status: 429, headers: { "retry-after": "90" }, body: long }), {
    kind: "busy",
    reason: "The receiver answered with status 429.",
    retryAfterSeconds: 90,
    scope: "channel",
  });
  assert.equal((await outcomeOf(receiver, { status: 410, ...torn })).kind, "unauthorized");
  assert.equal((await outcomeOf(receiver, { status: 502, ...torn })).kind, "unknown");
});

test("after a 5xx or a dropped connection the outcome is unknown", async () => {
  const noAnswer = { kind: "unknown", reason: "The receiver did not respond." };
  assert.deepEqual(await outcomeOf(receiver, json(503, { message: "Down" })), {
    kind: "unknown",
    reason: "The receiver answered: Down (status 503)",
  });
  assert.deepEqual(await outcomeOf(receiver, "cut"), noAnswer);
});

test("a redirect is not followed", async () => {
  assert.deepEqual(await outcomeOf(receiver, { status: 307, headers: { location: "https://elsewhere.example" } }), {
    kind: "rejected",
    reason: "The receiver answered with a redirect (status 307); use its final address instead.",
  });
  assert.equal(receiver.received.length, 1);
});

test("a receiver that answers with 302 or 303 has taken the post, which is not sent again", async () => {
  for (const status of [302, 303]) {
    const { kind } = await outcomeOf(receiver, { status, headers: { location: "https://elsewhere.example" } });
    assert.equal(kind, "handedOver");
  }
  assert.equal(receiver.received.length, 2);
});

test("an unreachable receiver is retried, and a blocked address gives the same message", async () => {
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test" });
  const hidden = await socialMedia.publish(aPost(), receiver.account, { ...receiver.call(), net });
  const credentials = { url: "http://127.0.0.1:1/", secret: SECRET };
  const absent = await socialMedia.publish(aPost(), { ...receiver.account, credentials }, receiver.call());
  assert.deepEqual(hidden, {
    kind: "busy",
    reason: "The receiver could not be reached. Its address must be a public https address on port 443.",
    retryAfterSeconds: 60,
    scope: "channel",
  });
  assert.deepEqual(absent, hidden);
  assert.equal(receiver.received.length, 0);
});

// Shows Social Media: first comment
test("a comment is an event of its own that names the post and is done once accepted", async () => {
  receiver.answer = { status: 202 };
  const order = { key: "comment-1", dueAt: receiver.now, text: "Order by noon.", remoteId: "7" };
  const comment = () => socialMedia.comment?.(order, receiver.account, receiver.call());
  assert.deepEqual(await comment(), { kind: "published", remoteId: "comment-1", url: null });
  assert.deepEqual(JSON.parse(receiver.received[0]?.body ?? ""), {
    event: "comment",
    delivery: "comment-1",
    dueAt: receiver.now,
    text: "Order by noon.",
    post: "7",
  });
  receiver.answer = { status: 404 };
  assert.equal((await comment())?.kind, "rejected");
});
