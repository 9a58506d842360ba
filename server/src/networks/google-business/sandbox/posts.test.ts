import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { googleBusinessSandbox } from "./index.ts";
import { fieldsIn, itemsIn, mistakesIn, openStage, photo, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const feed = () => googleBusinessSandbox.feed(stage.world, { limit: 100 });
const button = { actionType: "LEARN_MORE", url: "https://bakery.example/rye?a=1" };

test("a post is made at once, is processed, and is then live with an address where customers read it", async () => {
  const { name, ...made } = fieldsIn(await stage.create({ callToAction: button, ...photo(stage.link("a.jpg")) }));
  assert.match(String(name), /^accounts\/10\d{19}\/locations\/12\d{18}\/localPosts\/34\d{17}$/);
  const { media, ...rest } = made;
  assert.deepEqual(rest, {
    languageCode: "en",
    summary: "Fresh rye",
    callToAction: button,
    createTime: "2026-11-21T09:00:00.000000Z",
    updateTime: "2026-11-21T09:00:00.000000Z",
    state: "PROCESSING",
    topicType: "STANDARD",
  });
  stage.pass(2);
  const { searchUrl, ...shown } = await stage.show(String(name));
  assert.deepEqual(shown, { name, media, ...rest, updateTime: "2026-11-21T09:00:02.000000Z", state: "LIVE" });

  const [post] = await feed();
  assert.deepEqual([post?.id, post?.author, post?.text, post?.label], [name, "Corner Bakery", "Fresh rye", undefined]);
  assert.deepEqual(post?.card, { url: button.url, title: "Learn more", description: "bakery.example" });
  const [medium] = post?.media ?? [];
  assert.deepEqual(media, [{ name: mediumName(media), mediaFormat: "PHOTO", googleUrl: medium?.url }]);
  assert.equal((await fetch(medium?.url ?? "")).headers.get("content-type"), "image/jpeg");
  assert.equal(post?.url, searchUrl);
  assert.match(await (await fetch(String(searchUrl))).text(), /Fresh rye/);
});

function mediumName(media: unknown): unknown {
  const [, name] = /"name":"([^"]+)"/.exec(JSON.stringify(media)) ?? [];
  assert.match(name ?? "", /\/media\/localPosts\/AF1Qip\w+$/);
  return name;
}

test("two equal requests make two posts", async () => {
  assert.notEqual(await stage.post(), await stage.post());
  assert.equal((await feed()).length, 2);
});

test("a text has at most 1500 code points, or UTF-16 units if the network is set so", async () => {
  await stage.post({ summary: "🥐".repeat(1500) });
  const long = "x".repeat(1501);
  const refused = await stage.create({ summary: long });
  assert.deepEqual(refused.body, {
    error: {
      code: 400,
      message: "Request contains an invalid argument.",
      status: "INVALID_ARGUMENT",
      details: [
        {
          "@type": "type.googleapis.com/google.mybusiness.v4.ValidationError",
          errorDetails: [{ code: 9, field: "summary", message: "Must be at most 1500 characters", value: long }],
        },
      ],
    },
  });
  await stage.set({ length_unit: "utf-16", error_codes: "names" });
  const units = await stage.create({ summary: "🥐".repeat(751) });
  assert.deepEqual(mistakesIn(units), ["summary: Must be at most 1500 characters"]);
  assert.match(JSON.stringify(units.body), /"code":"VALUE_OUTSIDE_ALLOWED_RANGE"/);
});

test("a post needs a topic, and words or a picture", async () => {
  assert.deepEqual(mistakesIn(await stage.create({ topicType: undefined })), ["topic_type: Topic type is required for post creation."]);
  assert.deepEqual(mistakesIn(await stage.create({ summary: " " })), ["summary: Summary is required."]);
  await stage.post({ summary: undefined, ...photo(stage.link("a.jpg")) });
  await stage.set({ photo_alone: "refused" });
  mistakesIn(await stage.create({ summary: undefined, ...photo(stage.link("a.jpg")) }));
});

for (const actionType of ["BOOK", "ORDER", "SHOP", "LEARN_MORE", "SIGN_UP"]) {
  test(`the button ${actionType} needs an address`, async () => {
    assert.deepEqual(mistakesIn(await stage.create({ callToAction: { actionType } })), ["call_to_action.url: URL is required."]);
    assert.deepEqual(mistakesIn(await stage.create({ callToAction: { actionType, url: "bakery" } })), ["call_to_action.url: Invalid URL."]);
    await stage.post({ callToAction: { actionType, url: "https://bakery.example" } });
  });
}

test("the button CALL has no address, and GET_OFFER is over", async () => {
  const url = "https://bakery.example";
  assert.deepEqual(mistakesIn(await stage.create({ callToAction: { actionType: "CALL", url } })), [
    "call_to_action.url: URL must not be set for CALL.",
  ]);
  assert.deepEqual(mistakesIn(await stage.create({ callToAction: { actionType: "GET_OFFER", url } })), [
    "call_to_action.action_type: GET_OFFER is deprecated.",
  ]);
  assert.deepEqual(mistakesIn(await stage.create({ callToAction: { url } })), ["call_to_action.action_type: Action type is required."]);
  await stage.set({ review_seconds: 0 });
  await stage.post({ callToAction: { actionType: "CALL" } });
  assert.equal((await feed())[0]?.label, "Button: Call now");
});

const schedule = {
  startDate: { year: 2026, month: 11, day: 22 },
  startTime: { hours: 9, minutes: 30 },
  endDate: { year: 2026, month: 11, day: 22 },
  endTime: { hours: 17 },
};

test("an event and an offer have a title of at most 58 characters and a whole schedule", async () => {
  await stage.post({ topicType: "EVENT", event: { title: "x".repeat(58), schedule } });
  assert.deepEqual(mistakesIn(await stage.create({ topicType: "EVENT", event: { title: "x".repeat(59), schedule } })), [
    "event.title: Must be at most 58 characters",
  ]);
  const { endTime: _, ...partial } = schedule;
  assert.deepEqual(mistakesIn(await stage.create({ topicType: "OFFER", event: { title: "Rye", schedule: partial } })), [
    "event.schedule.end_time: Required.",
  ]);
  const offer = { couponCode: "RYE", redeemOnlineUrl: "https://bakery.example/rye" };
  const made = { topicType: "OFFER", event: { title: "Rye", schedule }, offer };
  await stage.post(made);
  assert.deepEqual(mistakesIn(await stage.create({ ...made, callToAction: button })), [
    "call_to_action: Call to action is not supported for offers.",
  ]);
  assert.equal((await feed())[0]?.text, "Rye\n\nFresh rye");
});

test("what the sandbox does not offer is refused", async () => {
  mistakesIn(await stage.create({ topicType: "ALERT", alertType: "COVID_19" }));
  mistakesIn(await stage.create({ scheduledTime: "2026-12-01T09:00:00Z" }));
  assert.deepEqual(await feed(), []);
});

test("a name that Google does not know, and a value of the wrong kind, are refused", async () => {
  const unknown = await stage.create({ callToAction: { ...button, label: "x" } });
  assert.deepEqual(refusalIn(unknown), [400, "INVALID_ARGUMENT"]);
  assert.match(JSON.stringify(unknown.body), /Unknown name \\"label\\" at 'call_to_action': Cannot find field/);
  assert.deepEqual(mistakesIn(await stage.create({ summary: 1 })), ["summary: Invalid string"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v4/${stage.location}/localPosts?page_size=1`)), [400, "INVALID_ARGUMENT"]);
  const headers = { authorization: `Bearer ${stage.token}`, "content-type": "application/json" };
  const broken = await fetch(`${stage.world.baseUrl}/v4/${stage.location}/localPosts`, { method: "POST", headers, body: "{" });
  assert.equal(broken.status, 400);
});

test("a video in a post is an internal error every time, and no post", async () => {
  const media = [{ mediaFormat: "VIDEO", sourceUrl: stage.link("v.mp4") }];
  for (let round = 0; round < 2; round += 1) assert.deepEqual(refusalIn(await stage.create({ media })), [500, "INTERNAL"]);
  assert.deepEqual(await feed(), []);
});

test("a picture needs an address; bytes cannot be sent, and only the first picture counts", async () => {
  const [first, second] = [photo(stage.link("a.jpg")).media[0], photo(stage.link("b.png")).media[0]];
  const mistakeOf = async (medium: unknown) => mistakesIn(await stage.create({ media: [medium] }))[0];
  assert.equal(await mistakeOf({ sourceUrl: stage.link("a.jpg") }), "media.media_format: Media format is required.");
  assert.equal(await mistakeOf({ mediaFormat: "PHOTO" }), "media.source_url: Source URL is required.");
  assert.equal(await mistakeOf({ mediaFormat: "PHOTO", sourceUrl: "a.jpg" }), "media.source_url: Invalid URL.");
  assert.match((await mistakeOf({ mediaFormat: "PHOTO", dataRef: { resourceName: "x" } })) ?? "", /^media\.data_ref: /);
  const name = await stage.post({ media: [first, second] });
  stage.pass(2);
  assert.equal((await stage.show(name)).state, "LIVE");
  assert.deepEqual(stage.fetched, ["a.jpg"]);
});

test("the same location is reached through each of its accounts, with names that say which", async () => {
  const token = await stage.tokenOf("Ada");
  const accounts = itemsIn(await stage.ask("GET", "/management/v1/accounts", { token }), "accounts").map(({ name }) => String(name));
  const [own = "", group = ""] = accounts;
  const list = (account: string) => stage.ask("GET", `/information/v1/${account}/locations?readMask=name`, { token });
  const shared = itemsIn(await list(own), "locations")[0]?.name;
  const body = { summary: "Rye", topicType: "STANDARD" };
  const made = fieldsIn(await stage.ask("POST", `/v4/${own}/${shared}/localPosts`, { token, body }));
  const [seen] = itemsIn(await stage.ask("GET", `/v4/${group}/${shared}/localPosts`, { token }), "localPosts");
  assert.equal(seen?.name, String(made.name).replace(own, group));
});

test("set so, the end of a text comes back tidied", async () => {
  await stage.set({ text_kept: 10 });
  const { summary } = await stage.show(await stage.post({ summary: "Rye,  rye,  and   rye!!" }));
  assert.equal(summary, "Rye,  rye, and rye");
});

test("nobody posts to a location of somebody else, or to one that is not there", async () => {
  const token = await stage.tokenOf("Bob");
  const body = { summary: "Rye", topicType: "STANDARD" };
  const at = (location: string) => stage.ask("POST", `/v4/${location}/localPosts`, { token, body });
  assert.deepEqual(refusalIn(await at(stage.location)), [403, "PERMISSION_DENIED"]);
  assert.deepEqual(refusalIn(await at("accounts/1/locations/2")), [404, "NOT_FOUND"]);
  const [account] = itemsIn(await stage.ask("GET", "/management/v1/accounts", { token }), "accounts");
  const foreign = stage.location.slice(stage.location.indexOf("/locations/"));
  assert.deepEqual(refusalIn(await at(`${account?.name}${foreign}`)), [404, "NOT_FOUND"]);
});

test("a location without its account, and any other path, is answered with a page", async () => {
  const bare = stage.location.slice(stage.location.indexOf("locations/"));
  for (const path of [`/v4/${bare}/localPosts`, `/v4/${bare.replace("locations/", "")}/localPosts`, "/v1/accounts", "/v4/"]) {
    const { status, headers, body } = await stage.ask("GET", path);
    assert.deepEqual([status, headers.get("content-type")], [404, "text/html; charset=UTF-8"], path);
    assert.match(String(body), /^<!DOCTYPE html>/);
  }
});
