import assert from "node:assert/strict";
import { afterEach, beforeEach, type TestContext, test } from "node:test";
import Fastify from "fastify";
import sharp from "sharp";
import { createNet } from "../../../ground/net/index.ts";
import type { OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { memoryCheckpoint, picturesBy } from "../../connectors/testing/call.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { publish } from "./publish.ts";
import { deliver } from "./testing/delivery.ts";
import { aComment, aDocument, aPoll, aVideo } from "./testing/posts.ts";
import { openStage, type Stage, writes } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

type PublishedOutcome = Extract<PublishOutcome, { kind: "published" }>;

async function published(fields: Partial<OutgoingPost>, as = stage.page): Promise<PublishedOutcome> {
  const outcome = await deliver(stage, aPost(fields), { as }).toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  return outcome;
}

const newest = async () => {
  const post = (await stage.seen()).at(-1);
  assert.ok(post !== undefined);
  return post;
};
const sent = () => JSON.parse(writes(stage).at(-1) ?? "{}");

// Shows LinkedIn: text alone, address of the post
test("a text is published as it was written, as a Page and as a person, with its address", async () => {
  const text = "Rolls (fresh) & <warm>: 50% off_now ~ #bread_today https://shop.example/a_b?utm_source=x#top";
  for (const as of [stage.page, stage.member]) {
    const outcome = await published({ text }, as);
    const post = await newest();
    assert.deepEqual([post.text, post.id, post.url], [text, outcome.remoteId, outcome.url]);
    assert.equal((await fetch(String(outcome.url))).status, 200);
  }
});

test("a thread is one post, its parts separated by an empty line", async () => {
  await published({ type: "THREAD", text: "One\n\n\nTwo", segments: ["One", "Two"] });
  assert.equal((await newest()).text, "One\n\nTwo");
});

test("a tag and a mention are links", async () => {
  await published({ text: `With @[Corner Bakery](${stage.page.remoteId}) #bread` });
  const { text, links } = await newest();
  assert.equal(text, "With Corner Bakery #bread");
  assert.deepEqual(links.length, 2);
});

// Shows LinkedIn: picture, alternative text
test("a picture has its alternative text, as a Page and as a person, whose pictures nobody may ask about", async () => {
  await stage.settings({ image_seconds: 5 });
  for (const as of [stage.page, stage.member]) {
    await published({ text: "One", alt: "A [tray]", media: [await anImage()] }, as);
    const { media } = await newest();
    assert.deepEqual(
      media.map(({ alt, mime }) => [alt, mime]),
      [["A [tray]", "image/png"]],
    );
  }
});

// Shows LinkedIn: several pictures
test("several pictures are one post in their order, converted where needed", async () => {
  const media = [await anImage(), await anImage({ name: "b.bmp", mime: "image/bmp" }), await anImage()];
  await published({ type: "SLIDES", text: "Three", alt: "Trays", media });
  assert.deepEqual(
    (await newest()).media.map(({ alt, mime }) => [alt, mime]),
    [
      ["Trays", "image/png"],
      ["Trays", "image/jpeg"],
      ["Trays", "image/png"],
    ],
  );
});

// Shows LinkedIn: video
test("a video is sent in the parts that LinkedIn names, waits until it is processed, and has its title", async () => {
  await stage.settings({ part_bytes: 30_000, upload_token: "t" });
  const outcome = await published({ type: "VIDEO", text: "Film", title: "The oven", media: [aVideo()] });
  assert.match(outcome.remoteId, /^urn:li:ugcPost:/);
  const lengths = stage.exchanges.filter(({ request }) => request.method === "PUT").map(({ request }) => Object(request.body).size);
  const { sizeBytes } = aVideo();
  assert.deepEqual(lengths, [30_000, 30_000, 30_000, sizeBytes - 90_000]);
  assert.deepEqual([sent().content.media.title, (await newest()).media[0]?.mime], ["The oven", "video/mp4"]);
});

test("a video has the cover that was chosen, which goes to its own address before the first part", async () => {
  await published({ type: "VIDEO", text: "Film", media: [{ ...aVideo(), cover: { picture: await anImage(), seconds: 2 } }] });
  const puts = stage.exchanges.filter(({ request }) => request.method === "PUT").map(({ request }) => new URL(request.url).pathname);
  assert.match(puts[0] ?? "", /dms-thumbnails/);
  const shown = await fetch((await newest()).media[0]?.poster ?? "");
  assert.equal(shown.headers.get("content-type"), "image/png");
});

test("an empty upload token is sent back as it came", async () => {
  await published({ type: "VIDEO", text: "Film", media: [aVideo()] }, stage.member);
  const last = stage.exchanges.find(({ request }) => request.url.endsWith("finalizeUpload"));
  assert.equal(JSON.parse(String(last?.request.body)).finalizeUploadRequest.uploadToken, "");
});

// Shows LinkedIn: document
test("a document has the post's title, else its file name", async () => {
  for (const [title, shown] of [
    ["Prices [2027]", "Prices [2027]"],
    [null, "prices.pdf"],
  ] as const) {
    await published({ type: "DOCUMENT", text: "Prices", title, media: [aDocument()] }, title === null ? stage.member : stage.page);
    assert.equal(sent().content.media.title, shown);
    assert.equal((await newest()).media[0]?.mime, "application/pdf");
  }
});

// Shows LinkedIn: poll
test("a poll has its question, answers and period, with and without a caption", async () => {
  for (const [text, period, duration] of [
    ["Vote!", "1d", "ONE_DAY"],
    ["", "7d", "SEVEN_DAYS"],
  ] as const) {
    await published({ type: "POLL", text, poll: aPoll({ period }) });
    assert.deepEqual(sent().content.poll, {
      question: "Which bread?",
      options: [{ text: "Rye" }, { text: "Spelt" }],
      settings: { duration },
    });
    assert.deepEqual((await newest()).poll?.options, ["Rye", "Spelt"]);
  }
});

// Shows LinkedIn: first comment
test("a comment is plain text without escapes, and waits until LinkedIn knows the post there", async () => {
  await stage.settings({ activity_delay_seconds: 45 });
  const { remoteId } = await published({ text: "With a comment" });
  const delivery = deliver(stage, aComment({ remoteId, text: "More (today) #now" }));
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path, ["busy", "busy", "published"]);
  const comment = await newest();
  assert.deepEqual([comment.text, comment.replyTo], ["More (today) #now", remoteId]);
});

// Shows LinkedIn: link card
test("the page of a link is read for its card, also for one that stands in the text", async (context) => {
  const site = await aSite(context);
  const card = async (fields: Partial<OutgoingPost>) => {
    const outcome = await publishedWithCard(context, site, fields);
    assert.equal(outcome.kind, "published");
    return sent().content?.article ?? null;
  };
  const { thumbnail, ...article } = await card({ text: "Fresh bread", link: `${site}/bread` });
  assert.match(thumbnail, /^urn:li:image:/);
  assert.deepEqual(article, { source: `${site}/bread`, title: "Rye [new]", description: "Baked today" });
  assert.equal((await card({ text: `See ${site}/bread.` })).source, `${site}/bread`);
  assert.equal((await card({ text: "Fresh", title: "Our own", link: `${site}/bread` })).title, "Our own");
  // Without a title there is no card, unless the link would be lost.
  assert.equal(await card({ text: `See ${site}/nothing` }), null);
  assert.deepEqual(await card({ text: "Fresh", link: `${site}/nothing` }), { source: `${site}/nothing`, title: new URL(site).host });
});

test("a card's picture in a form that LinkedIn does not take is converted; where it is none, the entry says so", async (context) => {
  const site = await aSite(context);
  const converted = await publishedWithCard(context, site, { text: "Fresh bread", link: `${site}/webp` });
  assert.match(sent().content.article.thumbnail, /^urn:li:image:/);
  assert.ok(converted.kind === "published" && converted.note === undefined);
  const bare = await publishedWithCard(context, site, { text: "Fresh bread", link: `${site}/fake` });
  assert.deepEqual(Object.keys(sent().content.article), ["source", "title"]);
  assert.ok(bare.kind === "published");
  assert.match(bare.note ?? "", /card of the link has no picture/);
});

test("a card's picture that LinkedIn cannot process is left out", async (context) => {
  const site = await aSite(context);
  const failed = { method: "GET", path: /rest\/images\//, act: { status: 200, body: { status: "PROCESSING_FAILED" } } };
  stage.fault(failed, failed);
  await publishedWithCard(context, site, { text: "Fresh bread", link: `${site}/bread` });
  assert.deepEqual(Object.keys(sent().content.article), ["source", "title", "description"]);
});

test("a card's picture is left out if LinkedIn refuses the post with it, or if it is processed for long", async (context) => {
  const site = await aSite(context);
  const bare = async (text: string) => {
    assert.equal((await publishedWithCard(context, site, { text, link: `${site}/bread` })).kind, "published");
    assert.deepEqual(Object.keys(sent().content.article), ["source", "title", "description"]);
  };
  stage.fault({ method: "POST", path: /rest\/posts/, act: { status: 422, body: { message: "The picture has too many pixels" } } });
  await bare("Refused");
  const slow = { method: "GET", path: /rest\/images\//, act: { status: 200, body: { status: "PROCESSING" } } };
  stage.fault(...Array.from({ length: 40 }, () => slow));
  await bare("Slow");
});

/** A shop's web site on 127.0.0.1. */
async function aSite(context: TestContext): Promise<string> {
  const app = Fastify();
  const picture = await (await anImage()).file();
  app.get("/bread", async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .send(
        '<html><head><title>Rye [new]</title><meta name="description" content="Baked today"><meta property="og:image" content="/bread.png"></head></html>',
      ),
  );
  const named = (image: string) => `<html><head><title>Rye</title><meta property="og:image" content="${image}"></head></html>`;
  for (const [path, image] of [
    ["/webp", "/bread.webp"],
    ["/fake", "/bread"],
  ] as const)
    app.get(path, async (_request, reply) => reply.type("text/html; charset=utf-8").send(named(image)));
  const modern = await sharp(Buffer.from(await picture.arrayBuffer()))
    .webp()
    .toBuffer();
  app.get("/bread.webp", async (_request, reply) => reply.type("image/webp").send(modern));
  app.get("/bread.png", async (_request, reply) => reply.type("image/png").send(Buffer.from(await picture.arrayBuffer())));
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  context.after(() => app.close());
  return origin;
}

/** With a net that may read pages on this machine. */
async function publishedWithCard(context: TestContext, site: string, fields: Partial<OutgoingPost>): Promise<PublishOutcome> {
  const own = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [new URL(stage.baseUrl).origin, site], userAgent: "test" });
  context.after(() => own[Symbol.asyncDispose]());
  const checkpoint = memoryCheckpoint();
  const post = aPost(fields);
  for (;;) {
    const call = stage.call(checkpoint);
    const outcome = await publish(post, stage.page, {
      ...call,
      net: { ...call.net, fetchDocument: own.fetchDocument.bind(own) },
      fetchPicture: picturesBy(own),
    });
    if (outcome.kind !== "pending") return outcome;
    stage.pass(outcome.checkAfterSeconds);
  }
}
