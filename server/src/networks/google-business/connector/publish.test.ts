import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { googleBusiness } from "./index.ts";
import { CREATE, deliver, openStage, PHOTO, READ, type Stage, sent } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function published(fields: Partial<OutgoingPost>): Promise<Extract<PublishOutcome, { kind: "published" }>> {
  const outcome = await deliver(stage, aPost(fields)).toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  return outcome;
}

const newest = async () => (await stage.seen()).at(-1) ?? assert.fail("nobody sees a post");
const uploads = () => stage.exchanges.filter(({ request }) => /\/upload\/v1\/media\//.test(request.url));

// Shows Google Business: text alone, address of the post
test("a text becomes a post in the language of its location, and is published once it is live, with its address", async () => {
  const outcome = await published({ text: "Open on Sunday" });
  const post = await newest();
  assert.deepEqual([post.text, post.id, post.url], ["Open on Sunday", outcome.remoteId, outcome.url]);
  assert.match(outcome.remoteId, new RegExp(`^${stage.account.remoteId}/localPosts/\\w+$`));
  const [{ languageCode, ...body } = {}] = sent(stage, CREATE);
  assert.deepEqual(body, { summary: "Open on Sunday", topicType: "STANDARD" });
  assert.equal(languageCode, Object(stage.account.settings).languageCode ?? undefined);
  assert.equal((await fetch(String(outcome.url))).status, 200);
});

// Shows Google Business: link card
test("a link becomes the button below the post", async () => {
  await published({ link: "https://shop.example/sunday" });
  assert.deepEqual(sent(stage, CREATE)[0]?.callToAction, { actionType: "LEARN_MORE", url: "https://shop.example/sunday" });
});

// Shows Google Business: picture
test("a picture is fetched by Google after it has taken the post", async () => {
  const picture = await stage.picture();
  const outcome = await published({ media: [picture] });
  assert.equal((await newest()).media.length, 1);
  assert.deepEqual(sent(stage, CREATE)[0]?.media, [{ mediaFormat: "PHOTO", sourceUrl: picture.url() }]);
  assert.equal(outcome.note, undefined);
});

test("a picture needs no words", async () => {
  await published({ text: "", media: [await stage.picture()] });
  assert.equal("summary" in (sent(stage, CREATE)[0] ?? {}), false);
});

test("a video and further pictures are left out, and the entry says so", async () => {
  const media = [await stage.picture(), await stage.picture(), stage.file("video/mp4")];
  const outcome = await published({ type: "MULTIMEDIA", media });
  assert.equal(outcome.postType, "IMAGE");
  assert.equal(
    outcome.note,
    "Google's posts have one picture; the others were left out. Google's posts take a photo, not a video, so the video was left out.",
  );
  assert.equal((await newest()).media.length, 1);
});

test("the parts of a thread are one post, whose text the entry shows", async () => {
  const outcome = await published({ type: "THREAD", segments: ["One", "Two"] });
  assert.deepEqual([(await newest()).text, outcome.text, outcome.postType], ["One\n\nTwo", "One\n\nTwo", "TEXT"]);
});

test("a post is waited for until Google has looked at it: after 10 seconds, 1, 5, 15 and 30 minutes, and then every hour", async () => {
  await stage.settings({ review_seconds: 3 * 3600 });
  const delivery = deliver(stage, aPost());
  const waits: number[] = [];
  for (let outcome = await delivery.publish(); waits.length < 6; outcome = await delivery.publish()) {
    assert.ok(outcome.kind === "pending" && outcome.live === "maybe", JSON.stringify(outcome));
    waits.push(outcome.checkAfterSeconds);
    stage.pass(outcome.checkAfterSeconds);
  }
  assert.deepEqual(waits, [10, 50, 240, 600, 900, 3600]);
});

test("a post that Google rejects has failed, and the reason says what to look at", async () => {
  const outcome = await deliver(stage, aPost({ text: "Call us: +49 30 1234567", options: { uploadToPhotosSection: true } })).toEnd();
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /^Google rejected the post \(content policy\).*https:\/\/support\.google\.com\/business\/answer\/7213077$/);
  assert.equal(sent(stage, PHOTO).length, 0);
});

test("a post whose picture is away when Google comes for it has failed, and the reason names the picture too", async () => {
  stage.files.close(true);
  const outcome = await deliver(stage, aPost({ media: [await stage.picture()] })).toEnd();
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, / Or it could not fetch the picture from this service\.$/);
});

test("a post that was refused is written anew when somebody has it tried again", async () => {
  stage.files.close(true);
  const delivery = deliver(stage, aPost({ media: [await stage.picture()] }));
  assert.equal((await delivery.toEnd()).kind, "rejected");
  stage.files.close(false);
  await delivery.tryAgain();
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(sent(stage, CREATE).length, 2);
});

test("a post that Google does not refuse any more is published when somebody has it tried again, and not written once more", async () => {
  const delivery = deliver(stage, aPost({ text: "Call us: +49 30 1234567" }));
  assert.equal((await delivery.toEnd()).kind, "rejected");
  const post = { name: `${stage.account.remoteId}/localPosts/1`, state: "LIVE", searchUrl: "https://maps.example/1" };
  const away = { status: 503, body: { error: { code: 503, message: "Down", status: "UNAVAILABLE" } } };
  const inWork = { status: 200, body: { ...post, state: "PROCESSING" } };
  stage.fault({ ...READ, act: away }, { ...READ, act: inWork }, { ...READ, act: { status: 200, body: post } });
  assert.equal((await delivery.tryAgain()).kind, "busy", "nobody knows yet");
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published" && outcome.url === "https://maps.example/1", JSON.stringify(outcome));
  assert.equal(sent(stage, CREATE).length, 1);
});

test("a live post whose address comes late is read again", async () => {
  const post = { name: `${stage.account.remoteId}/localPosts/1`, state: "LIVE", searchUrl: "" };
  stage.fault({ ...READ, act: { status: 200, body: post } });
  const outcome = await published({});
  assert.equal(outcome.url, (await newest()).url);
  assert.equal(sent(stage, READ).length, 2);
});

test("a post that is missing at first is read again, and one that stays missing was removed", async () => {
  const gone = { status: 404, body: { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } } };
  stage.fault({ ...READ, act: gone, times: 2 });
  await published({});
  stage.fault({ ...READ, act: gone, times: 3 });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.deepEqual(outcome, { kind: "rejected", reason: "Google no longer has the post: somebody removed it before it was live." });
});

test("a post is read by the account through which its location is reached by then", async () => {
  const checkpoint = memoryCheckpoint();
  const post = aPost();
  const begun = await googleBusiness.publish(post, stage.account, stage.call(checkpoint));
  assert.ok(begun.kind === "pending", JSON.stringify(begun));
  stage.pass(begun.checkAfterSeconds);
  const remoteId = stage.account.remoteId.replace(/^accounts\/\w+/, "accounts/another");
  await googleBusiness.publish(post, { ...stage.account, remoteId }, stage.call(checkpoint));
  assert.match(stage.exchanges.at(-1)?.request.url ?? "", /\/v4\/accounts\/another\/locations\/\w+\/localPosts\/\w+$/);
});

test("while Google cannot say what became of a post, it is asked again, and nothing is sent", async () => {
  const refusals = [
    { status: 401, body: { error: { code: 401, message: "Invalid Credentials", status: "UNAUTHENTICATED" } } },
    { status: 403, body: { error: { code: 403, message: "No.", status: "PERMISSION_DENIED" } } },
    { status: 429, body: { error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" } } },
    { status: 503, body: { error: { code: 503, message: "Down", status: "UNAVAILABLE" } } },
  ];
  stage.fault(...refusals.map((act) => ({ ...READ, act })));
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path, ["pending", "notAsked", "notAsked", "notAsked", "notAsked", "published"]);
  assert.equal(sent(stage, CREATE).length, 1);
});

// Shows Google Business: own options
test("with the option, all pictures are added to the photos by their bytes, once the post is live", async () => {
  const media = [await stage.picture(), await stage.picture({ name: "second.jpg" })];
  const outcome = await published({ media, options: { uploadToPhotosSection: true } });
  assert.equal(outcome.note, "Google's posts have one picture; the others are only among the photos of the profile.");
  const bodies = sent(stage, PHOTO);
  assert.equal(bodies.length, 2);
  assert.deepEqual(
    bodies.map(({ mediaFormat, locationAssociation }) => [mediaFormat, locationAssociation]),
    [1, 2].map(() => ["PHOTO", { category: "ADDITIONAL" }]),
  );
  const kinds = uploads().map(({ request: { headers, url } }) => [headers?.["content-type"], new URL(url).search]);
  assert.deepEqual(
    kinds,
    [1, 2].map(() => ["image/jpeg", "?upload_type=media"]),
  );
  const methods = stage.exchanges.map(({ request }) => `${request.method} ${request.url}`);
  const firstPhoto = methods.findIndex((one) => one.includes("media:startUpload"));
  assert.ok(methods.findIndex((one) => READ.path.test(one)) < firstPhoto);
});

test("a photo that is refused or cannot be opened leaves the post published, with a note", async () => {
  stage.fault({
    ...PHOTO,
    act: { status: 400, body: { error: { code: 400, message: "Image is too blurry", status: "INVALID_ARGUMENT" } } },
  });
  const media = [
    await stage.picture(),
    await stage.picture({ name: "broken.jpg", image: async () => "unreadable" as const }),
    await stage.picture({ name: "huge.jpg", image: async () => null }),
    await stage.picture({ name: "lost.jpg", image: async () => Promise.reject(new Error("lost.jpg is not in the storage")) }),
  ];
  const { note } = await published({ media, options: { uploadToPhotosSection: true } });
  assert.match(
    note ?? "",
    /bread\.jpg was not added to the photos of the profile: Google: Image is too blurry \(status 400, INVALID_ARGUMENT\)\./,
  );
  assert.match(note ?? "", /broken\.jpg was not added to the photos of the profile: it cannot be opened\./);
  assert.match(
    note ?? "",
    /huge\.jpg was not added to the photos of the profile: it cannot be made to fit the 5000000 bytes that Google takes\./,
  );
  assert.match(note ?? "", /lost\.jpg was not added to the photos of the profile: .*lost\.jpg is not in the storage/);
});

test("a photo that Google does not take for the moment is tried three times", async () => {
  const act = { status: 429, body: { error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" } } };
  const options = { uploadToPhotosSection: true };
  const start = { method: "POST", path: /media:startUpload$/ };
  stage.fault({ ...start, act, times: 2 });
  const media = [await stage.picture()];
  assert.equal((await published({ media, options })).note, undefined);
  stage.fault({ ...start, act, times: 3 });
  assert.match((await published({ media, options })).note ?? "", /not added.*Quota exceeded/);
});
