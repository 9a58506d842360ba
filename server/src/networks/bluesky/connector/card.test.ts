import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import fastify from "fastify";
import sharp from "sharp";
import { killBusyDecoders } from "../../../ground/decoding/testing/processes.ts";
import { createNet } from "../../../ground/net/index.ts";
import { bluesky } from "./index.ts";
import { START, startGround } from "./testing/ground.ts";
import { postsOf } from "./testing/network.ts";
import { aComment, aPicture, aPost } from "./testing/posts.ts";

/** Of noise, which no encoder makes much smaller. */
const picture = (side: number, type: "jpeg" | "png" | "webp") =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#c80", noise: { type: "gaussian", mean: 128, sigma: 60 } } })
    .toFormat(type)
    .toBuffer();

/** A shop's web site on 127.0.0.1. */
async function startSite(context: TestContext): Promise<string> {
  const app = fastify();
  const page = (head: string) => `<!doctype html><html><head>${head}</head><body><p>Bread</p></body></html>`;
  const pages: Record<string, string> = {
    "/bread": page(
      '<title>Shop</title><meta property="og:title" content=" Rye &amp; wheat "><meta property="og:description" content="Baked today"><meta property="og:image" content="/bread.jpg">',
    ),
    "/plain": page("<title>Plain\n page</title><meta name=description content='No picture'>"),
    "/fake-picture": page('<title>Fake</title><meta property="og:image" content="/bread">'),
    // For each of these tags the parser scans all open ones.
    "/hard": page(`<title>Hard</title></head><body>${"<b><p>".repeat(80_000)}`),
    "/huge-picture": page('<title>Huge</title><meta property="og:image" content="/huge.png">'),
    "/webp": page('<title>WebP</title><meta property="og:image" content="/bread.webp">'),
    "/missing-picture": page('<title>Missing</title><meta property="og:image" content="/none.jpg">'),
  };
  for (const [path, html] of Object.entries(pages))
    app.get(path, async (_request, reply) => reply.type("text/html; charset=utf-8").send(html));
  app.get("/moved", async (_request, reply) => reply.redirect("/bread"));
  const [small, large, modern] = await Promise.all([picture(100, "jpeg"), picture(1000, "png"), picture(100, "webp")]);
  assert.ok(large.length > 2_000_000);
  app.get("/bread.jpg", async (_request, reply) => reply.type("image/jpeg").send(small));
  app.get("/huge.png", async (_request, reply) => reply.type("image/png").send(large));
  app.get("/bread.webp", async (_request, reply) => reply.type("image/webp").send(modern));
  app.get("/data.json", async () => ({ title: "Not a page" }));
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  context.after(() => app.close());
  return origin;
}

async function cardOf(context: TestContext, post: (site: string) => Parameters<typeof aPost>[0]) {
  const ground = await startGround(context);
  const site = await startSite(context);
  const outcome = await bluesky.publish(aPost(post(site)), ground.account, ground.call());
  assert.ok(outcome.kind === "published");
  const [record] = JSON.parse(JSON.stringify(await postsOf(ground)));
  return { site, embed: record.value.embed, note: outcome.note ?? null };
}

// Shows Bluesky: link card
test("The first link of a text has a card with title, description and picture", async (context) => {
  const { site, embed } = await cardOf(context, (origin) => ({ text: `See ${origin}/bread and ${origin}/plain` }));
  const { thumb, ...external } = embed.external;
  assert.deepEqual(
    [embed.$type, external],
    ["app.bsky.embed.external", { uri: `${site}/bread`, title: "Rye & wheat", description: "Baked today" }],
  );
  assert.deepEqual([thumb.$type, thumb.mimeType, thumb.size > 0], ["blob", "image/jpeg", true]);
});

test("The card of a page that moved keeps the address as written", async (context) => {
  const { site, embed } = await cardOf(context, (origin) => ({ text: `${origin}/moved` }));
  assert.deepEqual(
    [embed.external.uri, embed.external.title, embed.external.thumb.mimeType],
    [`${site}/moved`, "Rye & wheat", "image/jpeg"],
  );
});

// Shows Bluesky: link card
test("A post's link field has the card when the text has no link", async (context) => {
  const { site, embed } = await cardOf(context, (origin) => ({ text: "Bread", link: `${origin}/plain` }));
  assert.deepEqual(embed, {
    $type: "app.bsky.embed.external",
    external: { uri: `${site}/plain`, title: "Plain page", description: "No picture" },
  });
});

test("A picture that is not one, or is not there, is left out of the card, and the entry says so", async (context) => {
  for (const [path, title] of [
    ["/fake-picture", "Fake"],
    ["/missing-picture", "Missing"],
  ] as const) {
    const { site, embed, note } = await cardOf(context, (origin) => ({ text: `${origin}${path}` }));
    assert.deepEqual(embed.external, { uri: `${site}${path}`, title, description: "" });
    assert.equal(note, "The card of the link has no picture: the one that its page names could not be used.");
  }
});

test("A picture that is larger than the network takes, or in another form, is fitted like those of posts", async (context) => {
  for (const path of ["/huge-picture", "/webp"]) {
    const { embed, note } = await cardOf(context, (origin) => ({ text: `${origin}${path}` }));
    const { mimeType, size } = embed.external.thumb;
    assert.ok(["image/jpeg", "image/png"].includes(mimeType) && size <= 1_000_000, `${path}: ${mimeType}, ${size} bytes`);
    assert.equal(note, null);
  }
});

test("A page that cannot be read never stops a post: a link in the text gets no card, the link field a card with the bare address", async (context) => {
  for (const path of ["/missing", "/data.json"]) {
    assert.equal((await cardOf(context, (origin) => ({ text: `${origin}${path}` }))).embed, undefined);
  }
  const { site, embed } = await cardOf(context, (origin) => ({ text: "Bread", link: `${origin}/missing` }));
  assert.deepEqual(embed.external, { uri: `${site}/missing`, title: new URL(site).host, description: "" });
});

test("A card's page on a private address is not fetched", async (context) => {
  const ground = await startGround(context);
  const site = await startSite(context);
  const guarded = createNet({ allowPrivate: [], trustedOrigins: [ground.baseUrl], userAgent: "rostrum-test" });
  context.after(() => guarded[Symbol.asyncDispose]());
  await bluesky.publish(aPost({ text: `${site}/bread` }), ground.account, { ...ground.call(), net: guarded });
  assert.equal((await postsOf(ground))[0]?.value.embed, undefined);
});

test("Media leave no room for a card; the link stays in the text", async (context) => {
  const { embed } = await cardOf(context, (origin) => ({ text: `${origin}/bread`, media: [aPicture("cake")], type: "IMAGE" }));
  assert.equal(embed.$type, "app.bsky.embed.images");
});

test("A comment has a card too", async (context) => {
  const ground = await startGround(context);
  const site = await startSite(context);
  const post = await bluesky.publish(aPost({ text: "Bread" }), ground.account, ground.call());
  assert.ok(post.kind === "published");
  await bluesky.comment?.(
    aComment({ text: `Order: ${site}/plain`, remoteId: post.remoteId, dueAt: addSeconds(START, 60) }),
    ground.account,
    ground.call(),
  );
  const [, comment] = JSON.parse(JSON.stringify(await postsOf(ground)));
  assert.equal(comment.value.embed.external.title, "Plain page");
});

test("A page too expensive to read does not stop a post: no card if the text has the link, else one with the bare address", async (context) => {
  // Start the process that reads pages.
  await cardOf(context, (origin) => ({ text: `${origin}/bread` }));
  const dead = async (post: (site: string) => Parameters<typeof aPost>[0]) => {
    using _ = killBusyDecoders({ seconds: 0.1, times: 1 });
    return (await cardOf(context, post)).embed;
  };
  assert.equal(await dead((origin) => ({ text: `See ${origin}/hard` })), undefined);
  await cardOf(context, (origin) => ({ text: `${origin}/bread` }));
  const embed = await dead((origin) => ({ text: "Bread", link: `${origin}/hard` }));
  assert.deepEqual([embed.external.title, embed.external.description], [new URL(embed.external.uri).host, ""]);
});
