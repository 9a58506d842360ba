import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { CallReply } from "../../../ground/net/net.ts";
import type { Call, Checkpoint, OutgoingPost } from "../../connectors/connector.ts";
import { deliver, pinCalls } from "./testing/delivery.ts";
import { aPost, aVideo } from "./testing/posts.ts";
import { openStage, PIN_CALL, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const FAULT = { code: 2787, message: "Sorry! Something went wrong on our end." };
const lostWords = { title: "Mug", text: "Tea & “coffee” <hot>\n\n#tea", alt: 'A "blue" mug', link: "https://shop.example/mug/" };

/** Loses the answer, with or without the pin, and follows the delivery to its end. */
async function afterLosing(act: "cut" | "drop", fields: Partial<OutgoingPost> = {}) {
  stage.fault({ ...PIN_CALL, act });
  const delivery = deliver(stage, aPost(fields));
  return { outcome: await delivery.toEnd(), delivery };
}

for (const [name, settings] of Object.entries({
  "in an order of its own": { list_order: "shuffled" },
  "late, after four minutes": { listed_after_seconds: 240 },
  "with escaped texts, empty ones as texts, and links that it rewrote": {
    escapes_texts: true,
    empty_texts: "empty",
    normalises_links: true,
  },
})) {
  // Shows Pinterest: look-up after a lost answer
  test(`a pin whose answer was lost is found on a board that is listed ${name}`, async () => {
    await stage.settings(settings);
    for (let number = 0; number < 3; number += 1) await pinByHand({ title: `Other ${number}` });
    const { outcome } = await afterLosing("cut", lostWords);
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
    assert.equal((await stage.pins()).length, 4);
    assert.equal(pinCalls(stage).length, 1);
  });
}

test("a pin is found behind the first page of a shuffled board", async () => {
  await stage.settings({ list_order: "shuffled" });
  const id = await pinByHand({ title: "Other" });
  const { document } = (await stage.world.objects.get("pin", id)) ?? assert.fail("the pin is gone");
  for (let number = 1; number <= 260; number += 1)
    await stage.world.objects.insert("pin", `${BigInt(id) + BigInt(number * 1000)}`, document);
  stage.pass(600);
  const { outcome } = await afterLosing("cut", lostWords);
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.equal(pinCalls(stage).length, 1);
});

/** A board of more pins than are read, as pages of a list without end. */
function endlessBoard(orderOf: (page: number) => number) {
  const call = (checkpoint?: Checkpoint): Call => {
    const own = stage.call(checkpoint);
    let page = 0;
    const list = async (): Promise<CallReply> => {
      page += 1;
      const created_at = new Date(Date.parse(own.now()) - orderOf(page) * 3_600_000).toISOString().slice(0, 19);
      const items = Array.from({ length: 250 }, (_, index) => ({ id: `${page}${index}`, created_at, title: "Other" }));
      return { kind: "answered", status: 200, headers: {}, text: JSON.stringify({ items, bookmark: `page ${page}` }) };
    };
    return { ...own, net: { ...own.net, call: (request) => (/\/pins\?/.test(request.url) ? list() : own.net.call(request)) } };
  };
  return { ...stage, call };
}

test("a board of too many pins counts as read if the newest came first, and else as not asked", async () => {
  const undecided = ["undecided", "undecided", "undecided"];
  for (const [orderOf, expected] of [
    [(page: number) => page, [...undecided, "absent"]],
    [(page: number) => 50 - page, ["notAsked", "notAsked", "notAsked", "notAsked"]],
  ] as const) {
    const delivery = deliver(endlessBoard(orderOf), aPost());
    stage.fault({ ...PIN_CALL, act: "drop" });
    await delivery.publish();
    const outcomes: string[] = [];
    for (let look = 0; look < 4; look += 1) {
      stage.pass(900);
      outcomes.push((await delivery.find()).kind);
    }
    assert.deepEqual(outcomes, expected);
  }
});

test("a success that names no pin counts as no answer", async () => {
  stage.fault({ ...PIN_CALL, act: { status: 201, body: { title: "Mug" }, when: "after" } });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.equal(outcome.kind, "published");
  assert.equal((await stage.pins()).length, 1);
});

test("something wrong at Pinterest without a pin is tried three times more, with longer and longer waits", async () => {
  await stage.settings({ instead_of_creating: { status: 400, ...FAULT } });
  const begun = Date.parse(stage.world.now());
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.equal(outcome.kind, "undecidable");
  assert.equal(pinCalls(stage).length, 4);
  assert.ok(Date.parse(stage.world.now()) - begun > 2 * 3600 * 1000);
});

test("a pin that somebody moved to another board is not made again", async () => {
  const { id: other } = await stage.byHand("POST", "/boards", { name: "Another" });
  const delivery = deliver(stage, aPost(lostWords));
  stage.fault({ ...PIN_CALL, act: "cut" });
  await delivery.publish();
  const pin = await stage.world.objects.get("pin", (await stage.pins())[0]?.id ?? "");
  assert.ok(pin !== null);
  await stage.world.objects.put("pin", pin.id, { ...pin.document, board_id: String(other) });
  stage.pass(60);
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.match(outcome.reason, /on another board/);
  assert.equal((await stage.pins()).length, 1);
});

test("the pin of the same post on another board is not taken for this one, nor does it stop the repetition", async () => {
  const { id: other } = await stage.byHand("POST", "/boards", { name: "Another" });
  const sibling = await pinByHand({
    title: "Mug",
    description: lostWords.text,
    alt_text: lostWords.alt,
    link: lostWords.link,
    board_id: String(other),
  });
  stage.owned.add(sibling);
  const { outcome } = await afterLosing("drop", lostWords);
  assert.ok(outcome.kind === "published");
  assert.notEqual(outcome.remoteId, sibling);
  assert.equal((await stage.pins()).length, 2);
});

test("a board that was deleted meanwhile leaves nothing to find", async () => {
  const delivery = deliver(stage, aPost());
  stage.fault({ ...PIN_CALL, act: "cut" });
  await delivery.publish();
  await stage.byHand("DELETE", `/boards/${stage.account.remoteId}`);
  stage.pass(60);
  assert.equal((await delivery.find()).kind, "undecidable");
});

test("a video is not uploaded again for a repeated pin", async () => {
  const { outcome } = await afterLosing("drop", { media: [aVideo()] });
  assert.equal(outcome.kind, "published");
  const [first, second] = pinCalls(stage).map(({ media_source }) => Object(media_source).media_id);
  assert.equal(first, second);
});

test("a refusal of the repeated pin with a video that may be used already is looked into", async () => {
  await stage.settings({ media_once: true, listed_after_seconds: 1000 });
  const { outcome } = await afterLosing("cut", { media: [aVideo()] });
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.equal((await stage.pins()).length, 1);
});

async function pinByHand(fields: Readonly<Record<string, string>>): Promise<string> {
  const media_source = { source_type: "image_url", url: "https://social.example/media/token/mug.jpg" };
  const { id, ...rest } = await stage.byHand("POST", "/pins", { board_id: stage.account.remoteId, ...fields, media_source });
  assert.ok(typeof id === "string", JSON.stringify(rest));
  return id;
}
