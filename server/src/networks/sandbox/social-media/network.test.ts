import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, type Place } from "../../../testing/builders.ts";
import { aFault, clearFaults } from "../../../testing/faults.ts";
import { aPicture, uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { sandboxWorld } from "../networks.ts";
import { socialMediaSandbox } from "./index.ts";

let stage: Stage;
let place: Place;
let secret = "";
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { channels: ["Social Media"] });
  secret = (await socialMediaSandbox.account("Radio Bakery", world())).credentials.secret ?? "";
});
after(() => stage[Symbol.asyncDispose]());

const world = () => sandboxWorld(socialMediaSandbox, { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" });
const feed = () => socialMediaSandbox.feed(world(), { limit: 100 });
const withText = async (text: string) => (await feed()).filter((post) => post.text.includes(text));

/** A request to the webhook of `Radio Bakery`, by default signed now with its secret. */
async function send(event: unknown, options: { secret?: string; ageSeconds?: number; hook?: string } = {}) {
  const body = JSON.stringify(event);
  const sentAt = addSeconds(stage.now(), -(options.ageSeconds ?? 0));
  const timestamp = String(Math.floor(toEpochMilliseconds(sentAt) / 1000));
  const signature = createHmac("sha256", options.secret ?? secret)
    .update(`${timestamp}.${body}`)
    .digest("hex");
  const reply = await fetch(`${stage.url}/sandbox/social-media/hooks/${options.hook ?? "radio_bakery"}`, {
    method: "POST",
    headers: { "content-type": "application/json", "rostrum-timestamp": timestamp, "rostrum-signature": `v1=${signature}` },
    body,
  });
  return { status: reply.status, body: await reply.json() };
}

const postEvent = (fields: Record<string, unknown>) => ({
  event: "post",
  delivery: crypto.randomUUID(),
  text: "Hello",
  segments: ["Hello"],
  title: null,
  link: null,
  poll: null,
  media: [],
  ...fields,
});

test("a ping is answered with the name of the account", async () => {
  assert.deepEqual(await send({ event: "ping" }), { status: 200, body: { name: "Radio Bakery" } });
});

test("the same name returns the same webhook and secret", async () => {
  const { credentials } = await socialMediaSandbox.account("Radio Bakery", world());
  assert.deepEqual(credentials, { url: "https://receiver.example/hooks/radio_bakery", secret });
});

test("a request not signed with the webhook's secret, or signed too long ago, is refused", async () => {
  const refused = async (options: Parameters<typeof send>[1], status: number, error: string) =>
    assert.deepEqual(await send(postEvent({ text: "forged" }), options), { status, body: { error } });
  await refused({ secret: "another" }, 401, "The signature is wrong.");
  await refused({ ageSeconds: 301 }, 401, "The timestamp is missing, wrong or too old.");
  await refused({ ageSeconds: -301 }, 401, "The timestamp is missing, wrong or too old.");
  await refused({ hook: "nobody" }, 404, "There is no such hook.");
  const bare = await fetch(`${stage.url}/sandbox/social-media/hooks/radio_bakery`, { method: "POST" });
  assert.equal(bare.status, 401);
  assert.deepEqual(await withText("forged"), []);
});

test("a repeated delivery gets the first response again and is shown once", async () => {
  const event = postEvent({ segments: ["Only once"] });
  const first = await send(event);
  const again = await send(event);
  assert.equal(first.status, 200);
  assert.deepEqual(again, first);
  const shown = await withText("Only once");
  assert.deepEqual(
    shown.map(({ url, author }) => [url, author]),
    [[first.body.url, "Radio Bakery"]],
  );
  assert.match(await (await fetch(first.body.url)).text(), /Only once/);
});

test("a receiver set to ignore delivery ids shows a delivery as often as it comes", async () => {
  await aFault(stage, { network: "social-media", kind: "ignore-keys" });
  const event = postEvent({ segments: ["Forgotten"] });
  const first = await send(event);
  const again = await send(event);
  assert.notEqual(again.body.id, first.body.id);
  assert.equal((await withText("Forgotten")).length, 2);
  await clearFaults(stage);
  assert.deepEqual(await send(event), first);
  assert.equal((await withText("Forgotten")).length, 2);
});

test("events of an unknown format and foreign links are refused and leave nothing", async () => {
  assert.equal((await send({ event: "like" })).status, 422);
  assert.equal((await send(postEvent({ segments: [] }))).status, 422);
  assert.equal((await send(postEvent({ delivery: "a b" }))).status, 422);
  const media = (url: string) => [{ url, type: "image/png", size: 5, alt: null }];
  assert.equal((await send(postEvent({ segments: ["elsewhere"], media: media("http://127.0.0.1:1/x.png") }))).status, 422);
  assert.equal((await send(postEvent({ segments: ["elsewhere"], media: media(`${stage.url}/media/x/x.png`) }))).status, 503);
  assert.equal((await send({ event: "comment", delivery: "c", text: "elsewhere", post: "none" })).status, 422);
  assert.deepEqual(await withText("elsewhere"), []);
});

test("a post to a sandbox channel arrives with its files, its poll, its link and its comment", async () => {
  const picture = await aPicture();
  const media = await uploaded(stage, place, { bytes: picture, name: "tart.png" });
  await aPost(place, {
    publishMode: "IMMEDIATE",
    caption: "Which cake? See https://shop.example.",
    title: "Cakes",
    alt: "A tart",
    link: "https://shop.example/cakes",
    media: [{ id: media }],
    poll: { question: "Which cake?", options: ["Cherry", "Plum"], period: "1d" },
    comment: { comment: "Order by noon.", delay: 600 },
  });
  await stage.settle();
  const [entry] = await entries(place, "PUBLISHED");
  const [post] = await withText("Which cake?");
  assert.equal(entry?.url, post?.url);
  assert.deepEqual(
    { ...post, id: "", url: "", author: "", media: post?.media.map(({ mime, alt }) => [mime, alt]) },
    {
      id: "",
      author: "",
      text: "Which cake? See https://shop.example.",
      url: "",
      createdAt: stage.now(),
      media: [["image/png", "A tart"]],
      poll: { options: ["Cherry", "Plum"], endsAt: addSeconds(stage.now(), 86_400) },
      card: { url: "https://shop.example/cakes", title: "Cakes", description: "" },
      replyTo: null,
      counts: { likes: 0, comments: 0, shares: 0 },
      links: [{ start: 16, end: 36, href: "https://shop.example" }],
    },
  );
  const file = await fetch(post?.media[0]?.url ?? "");
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), picture);
  stage.pass(600);
  await stage.settle();
  const [comment] = await withText("Order by noon.");
  assert.equal(comment?.replyTo, post?.id);
});

test("readers like, share and reply", async () => {
  const { body } = await send(postEvent({ segments: ["React to me"] }));
  await socialMediaSandbox.react(world(), body.id, { kind: "like" });
  await socialMediaSandbox.react(world(), body.id, { kind: "like" });
  await socialMediaSandbox.react(world(), body.id, { kind: "share" });
  await socialMediaSandbox.react(world(), body.id, { kind: "comment", text: "Lovely" });
  await socialMediaSandbox.react(world(), "nothing", { kind: "like" });
  const [post] = await withText("React to me");
  assert.deepEqual(post?.counts, { likes: 2, comments: 1, shares: 1 });
  assert.deepEqual(
    (await withText("Lovely")).map(({ author, replyTo }) => [author, replyTo]),
    [["Reader", body.id]],
  );
});

test("a form sent to a webhook has no valid signature and is refused", async () => {
  for (const body of [new URLSearchParams({ event: "post" }), new FormData(), null]) {
    const headers = { "rostrum-timestamp": String(Math.floor(toEpochMilliseconds(stage.now()) / 1000)), "rostrum-signature": "v1=x" };
    const reply = await fetch(`${stage.url}/sandbox/social-media/hooks/radio_bakery`, { method: "POST", headers, body });
    assert.equal(reply.status, 401);
  }
});
