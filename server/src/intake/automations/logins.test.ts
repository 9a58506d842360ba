import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "../../ground/net/testing/servers.ts";
import { aPlace, must } from "../../testing/builders.ts";
import { loaf, rss } from "../../testing/feeds.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(() => stage[Symbol.asyncDispose]());

/** A site that shows its feed to one person alone. */
async function aClosedSite() {
  const items = [loaf(1)];
  const asked: (string | undefined)[] = [];
  const wanted = `Basic ${Buffer.from("mara:kü:che%").toString("base64")}`;
  const server = await serve(({ headers }, response) => {
    asked.push(headers.authorization);
    if (headers.authorization === wanted) response.writeHead(200, { "content-type": "application/rss+xml" }).end(rss(items));
    else response.writeHead(401).end();
  });
  return { ...server, asked, has: (...next: typeof items) => void items.splice(0, items.length, ...next) };
}

test("a user name and a password in a feed's address are used and never shown", async () => {
  await using site = await aClosedSite();
  const place = await aPlace(stage, { channels: [] });
  const usual = { name: "Blog", collectionId: place.collectionId, type: "RSS", importAsType: "LINK", refreshRate: 1 };
  const feedUrl = `${site.origin.replace("://", "://mara:k%C3%BC%3Ache%25@")}/feed.xml`;
  assert.equal((await place.api("POST", "/automations", { ...usual, feedUrl: `${site.origin}/feed.xml` })).status, 400);
  const made = await must(place.api("POST", "/automations", { ...usual, feedUrl }));
  assert.equal(made.feedUrl, `${site.origin}/feed.xml`);
  site.has(loaf(2), loaf(1));
  stage.pass(2 * 3600);
  await stage.settle();
  const posts = (await place.api("GET", "/posts?per_page=100&sort_order=asc")).body.data;
  assert.deepEqual(
    posts.map(({ title }: { title: string }) => title),
    ["Loaf 2"],
  );
  const { body } = await place.api("GET", "/automations");
  const { rows } = await stage.app.db.query(
    "select a.feed_url, a.fetch_url, l.sealed from automations a join automation_logins l on automation_id = a.id",
  );
  for (const told of [made, body, rows]) assert.doesNotMatch(JSON.stringify(told), /mara|che%/);
});

test("only the server that the login is for learns it", async () => {
  await using site = await aClosedSite();
  await using elsewhere = await serve(({ headers }, response) => {
    assert.equal(headers.authorization, undefined);
    response.writeHead(302, { location: `${site.origin}/feed.xml` }).end();
  });
  const place = await aPlace(stage, { channels: [] });
  const body = {
    name: "Blog",
    collectionId: place.collectionId,
    type: "RSS",
    importAsType: "LINK",
    refreshRate: 1,
    feedUrl: `${site.origin.replace("://", "://mara:wrong@")}/feed.xml`,
  };
  assert.equal((await place.api("POST", "/automations", body)).status, 400);
  assert.equal((await place.api("POST", "/automations", { ...body, feedUrl: `${elsewhere.origin}/feed.xml` })).status, 400);
  assert.equal(site.asked.at(-1), undefined);
});
