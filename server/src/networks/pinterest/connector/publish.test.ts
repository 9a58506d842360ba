import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { deliver, pinCalls } from "./testing/delivery.ts";
import { aGif, anImage, aPng, aPost, aVideo, FILES, OUT_OF_REACH } from "./testing/posts.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function published(fields: Partial<OutgoingPost>) {
  const delivery = deliver(stage, aPost(fields));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  const [seen, ...others] = await stage.pins();
  assert.deepEqual(others, []);
  return { outcome, delivery, seen };
}

// Shows Pinterest: picture, alternative text, link card, address of the post
test("a picture is fetched and becomes a pin with its title, description, link and alternative text", async () => {
  const { outcome, seen } = await published({ title: "Mug", alt: "A blue mug", link: "https://shop.example/mug?b=c" });
  assert.deepEqual(pinCalls(stage), [
    {
      board_id: stage.account.remoteId,
      title: "Mug",
      description: "Blue mug #tea",
      link: "https://shop.example/mug?b=c",
      alt_text: "A blue mug",
      media_source: { source_type: "image_url", url: "https://social.example/media/token/mug.jpg" },
    },
  ]);
  assert.deepEqual(
    [seen?.text, seen?.card?.url, seen?.media[0]?.alt],
    ["Mug\n\nBlue mug #tea", "https://shop.example/mug?b=c", "A blue mug"],
  );
  assert.deepEqual([outcome.remoteId, outcome.url, outcome.note], [seen?.id, `${stage.world.baseUrl}/www/pin/${seen?.id}/`, undefined]);
  assert.equal((await fetch(outcome.url ?? "")).status, 200);
});

test("a picture that Pinterest cannot fetch from here is part of the request", async () => {
  const away = { ...stage, call: (checkpoint?: Parameters<Stage["call"]>[0]) => onPinterest(stage.call(checkpoint)) };
  const outcome = await deliver(away, aPost({ text: "", media: [anImage(OUT_OF_REACH)] })).publish();
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  const data = Buffer.from(FILES.get("mug.jpg") ?? []).toString("base64");
  assert.deepEqual(pinCalls(stage), [
    { board_id: stage.account.remoteId, media_source: { source_type: "image_base64", content_type: "image/jpeg", data } },
  ]);
});

// Shows Pinterest: several pictures
test("two to five pictures are a carousel", async () => {
  const { seen } = await published({ type: "SLIDES", media: [anImage(), aPng(), anImage()] });
  const [call] = pinCalls(stage);
  assert.deepEqual(call?.media_source, {
    source_type: "multiple_image_urls",
    items: ["mug.jpg", "cup.png", "mug.jpg"].map((name) => ({ url: `https://social.example/media/token/${name}` })),
    index: 0,
  });
  assert.equal(seen?.media.length, 3);
});

test("the pictures of a carousel are sent together if one of them cannot be fetched, and a GIF then as a still picture", async () => {
  const away = { ...stage, call: (checkpoint?: Parameters<Stage["call"]>[0]) => onPinterest(stage.call(checkpoint)) };
  const outcome = await deliver(away, aPost({ type: "SLIDES", media: [aPng(), anImage(OUT_OF_REACH), aGif()] })).publish();
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  const source = JSON.parse(JSON.stringify(pinCalls(stage)[0]?.media_source));
  assert.equal(source.source_type, "multiple_image_base64");
  assert.deepEqual(
    source.items.map((item: { content_type: string }) => item.content_type),
    ["image/png", "image/jpeg", "image/jpeg"],
  );
});

// Shows Pinterest: video
test("a video is uploaded without the person's token, and pinned with a frame well inside it when it is processed", async () => {
  await stage.settings({ video_seconds: 40 });
  const { delivery, seen } = await published({ type: "VIDEO", media: [aVideo()] });
  const waits = delivery.outcomes.map((outcome) => (outcome.kind === "pending" ? outcome.live : outcome.kind));
  assert.deepEqual([new Set(waits.slice(0, -1)), waits.at(-1)], [new Set(["no"]), "published"]);
  const upload = stage.exchanges.find(({ request: { body } }) => body instanceof FormData);
  assert.equal(upload?.request.headers?.authorization, undefined);
  const [call] = pinCalls(stage);
  assert.match(JSON.stringify(call?.media_source), /^\{"source_type":"video_id","media_id":"\d+","cover_image_key_frame_time":2\}$/);
  assert.equal(seen?.media[0]?.mime, "video/mp4");
});

test("an image beside a video is its cover, and others are left out, with a note", async () => {
  const { outcome, seen } = await published({ type: "MULTIMEDIA", media: [anImage(), aVideo(), aPng()] });
  assert.equal(outcome.note, "Pinterest shows the video alone: the first image is its cover, and the others were left out.");
  assert.deepEqual(
    seen?.media.map(({ mime }) => mime),
    ["video/mp4", "image/jpeg"],
  );
});

test("a cover that cannot be fetched is sent", async () => {
  const away = { ...stage, call: (checkpoint?: Parameters<Stage["call"]>[0]) => onPinterest(stage.call(checkpoint)) };
  const outcome = await deliver(away, aPost({ type: "VIDEO", media: [aVideo(), anImage(OUT_OF_REACH)] })).toEnd();
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.match(JSON.stringify(pinCalls(stage)[0]?.media_source), /"cover_image_content_type":"image\/jpeg","cover_image_data":"/);
});

test("publishing a published delivery again returns the same without another request", async () => {
  const { delivery, outcome } = await published({});
  assert.deepEqual(await delivery.publish(), outcome);
  assert.equal(pinCalls(stage).length, 1);
});

test("a picture that cannot be fetched is tried twice more, five minutes apart, and then sent", async () => {
  await stage.settings({ fetches_images: false });
  const { delivery } = await published({});
  const waits = delivery.outcomes.map((outcome) => (outcome.kind === "busy" ? outcome.retryAfterSeconds : outcome.kind));
  assert.deepEqual(waits, [300, 300, 1, "published"]);
  const kinds = pinCalls(stage).map(({ media_source }) => Object(media_source).source_type);
  assert.deepEqual(kinds, ["image_url", "image_url", "image_url", "image_base64"]);
});

test("an upload that the storage does not take is repeated with a new address", async () => {
  await stage.trouble("upload-lost", { count: 1 });
  const { delivery } = await published({ type: "VIDEO", media: [aVideo()] });
  assert.equal(delivery.outcomes[0]?.kind, "busy");
  assert.equal(stage.exchanges.filter(({ request: { url, method } }) => method === "POST" && url.endsWith("/media")).length, 2);
});

test("a video that Pinterest cannot process is refused", async () => {
  const broken = aVideo({ file: async () => new File(["no video"], "a.mp4") });
  const delivery = deliver(stage, aPost({ type: "VIDEO", media: [broken] }));
  const refused = { kind: "rejected", reason: "Pinterest could not process the video." };
  assert.deepEqual(await delivery.toEnd(), refused);
  assert.deepEqual(await stage.pins(), []);
  // Somebody has it tried again: it is uploaded anew.
  assert.deepEqual(await delivery.toEnd(), refused);
  assert.equal(stage.exchanges.filter(({ request: { url, method } }) => method === "POST" && url.endsWith("/media")).length, 2);
});

/** As if the API were Pinterest's own: only requests still go to the sandbox. */
function onPinterest(call: ReturnType<Stage["call"]>): ReturnType<Stage["call"]> {
  const { host, net } = call;
  return {
    ...call,
    host: (name) => (name === "api" ? "https://api.pinterest.com" : host(name)),
    net: {
      ...net,
      call: (request) => net.call({ ...request, url: request.url.replace("https://api.pinterest.com", stage.world.baseUrl) }),
    },
  };
}
