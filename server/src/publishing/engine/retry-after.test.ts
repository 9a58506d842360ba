import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { aPlace, aPost, entries, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
afterEach(() => {
  stage.intercept = null;
});

/** A webhook receiver that is down with this `Retry-After` until it is brought up. Records when it was called. */
function receiverDown(status: number, retryAfter: string) {
  const state = { isUp: false, asked: [] as string[] };
  stage.intercept = (request, reply) => {
    if (!request.url.includes("/social-media/hooks/")) return null;
    state.asked.push(stage.now());
    return state.isUp ? null : reply.code(status).header("retry-after", retryAfter).send({ error: "Closed" });
  };
  return state;
}

async function aPostTo(status: number, retryAfter: string) {
  const place = await aPlace(stage, { channels: ["Social Media"] });
  const receiver = receiverDown(status, retryAfter);
  await aPost(place, { publishMode: "IMMEDIATE", caption: `Down with ${status} and ${retryAfter}` });
  await stage.settle();
  assert.equal(receiver.asked.length, 1);
  return { place, receiver };
}

const failed = async (place: Place): Promise<{ message: string }[]> => entries(place, "FAILED");
const inSeconds = (seconds: number) => new Date(Date.parse(stage.now()) + seconds * 1000).toUTCString();

for (const [form, retryAfter] of [
  ["in seconds", () => "3600"],
  ["as a date", () => inSeconds(3600)],
] as const) {
  test(`a receiver that is down is not called before its Retry-After ${form}, and gets the post once after that`, async () => {
    const { place, receiver } = await aPostTo(503, retryAfter());
    await stage.live(3590, 10);
    assert.equal(receiver.asked.length, 1);
    receiver.isUp = true;
    await stage.live(60, 10);
    assert.equal(receiver.asked.length, 2);
    assert.equal((await entries(place, "PUBLISHED")).length, 1);
    await stage.live(7200, 600);
    assert.equal(receiver.asked.length, 2);
  });
}

test("a Retry-After of a million years is waited for as long as there is time, then the post is tried five times more and fails", async () => {
  const { place, receiver } = await aPostTo(503, "31556952000000");
  await stage.live(23 * 3600, 1800);
  assert.equal(receiver.asked.length, 1);
  assert.deepEqual(await failed(place), []);
  await stage.live(7 * 3600, 600);
  assert.equal(receiver.asked.length, 6);
  const [entry] = await failed(place);
  assert.match(
    entry?.message ?? "",
    /could not be determined whether the post was published; it will not be sent again.*The receiver answered: Closed \(status 503\)/,
  );
});

test("a limit of a million years is given up at once, because no try could come in time", async () => {
  const { place } = await aPostTo(429, "31556952000000");
  const [entry] = await failed(place);
  assert.equal(entry?.message, "Given up after 1 try. The last answer: The receiver answered: Closed (status 429)");
});

test("a Retry-After that is negative or not a number is ignored", async () => {
  for (const text of ["-5", "soon"]) {
    const { place, receiver } = await aPostTo(503, text);
    receiver.isUp = true;
    await stage.live(120, 10);
    assert.equal((await entries(place, "PUBLISHED")).length, 1, text);
  }
});
