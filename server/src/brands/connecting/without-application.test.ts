import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, bodies, must, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVisitor, type Visitor } from "../../testing/visitor.ts";

/** Bluesky's access tokens last an hour. */
const HOURS_LATER_SECONDS = 3 * 3600;
const PASSWORD = "correct horse battery";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

for (const { slug, type, asked, fields, handle } of [
  {
    slug: "mastodon",
    type: "Mastodon",
    asked: "mastodon.sandbox",
    fields: { account_name: "Corner Bakery", decision: "allow" },
    handle: "@corner_bakery@mastodon.sandbox",
  },
  {
    slug: "bluesky",
    type: "Bluesky",
    asked: "pds.example",
    fields: { name: "Corner Bakery", decision: "allow" },
    handle: "@corner-bakery.bluesky.test",
  },
]) {
  test(`Nobody registers anything: a member logs in at ${type}, and the channel publishes with the grant, also when its token has ended`, async () => {
    const { place, visitor } = await aMember();
    const page = await visitor.get(`/connect/${slug}`);
    const onward = await visitor.submit(page, `/connect/${slug}`, { brand: String(place.brandId), asked, way: `${slug} sandbox` });
    const address = /(?:href|url=)"?([^"\s>]*\/sandbox\/[^"\s>]*)"/.exec(onward.html)?.[1];
    const network = onward.location ?? plain(address ?? "");
    const consent = await visitor.get(network);
    const action = `/sandbox/${slug}/oauth/authorize`;
    const decided = await visitor.submit(consent, action, fields);
    const back = await visitor.get(decided.location ?? "");
    assert.equal(back.status, 303, back.text);
    const choice = await visitor.get(back.location ?? "");
    const own = choice.forms.find(({ action }) => action === back.location)?.fields;
    const account = /name="account" value="([^"]+)"/.exec(choice.html)?.[1];
    const done = await visitor.post(back.location ?? "", { token: own?.token ?? "", account: plain(account ?? "") });
    assert.equal(done.status, 303, done.text);
    const channels = await query<{ id: number; handle: string; status: string }>(stage.app.db, {
      text: "select id, handle, status from channels where brand_id = $1 and grant_id is not null",
      values: [place.brandId],
    });
    const [{ id, ...channel } = { id: 0 }] = channels;
    assert.deepEqual([channels.length, channel], [1, { handle, status: "ACTIVE" }]);
    const collection = await must(place.api("POST", "/collections", { title: "By log-in", channels: [id] }));
    for (const caption of ["Rye today", "Rye tonight"]) {
      await aPost({ ...place, collectionId: collection.id }, { publishMode: "IMMEDIATE", caption });
      await stage.settle();
      stage.jump(addSeconds(stage.now(), HOURS_LATER_SECONDS));
    }
    assert.deepEqual((await bodies(place, "PUBLISHED")).sort(), ["Rye today", "Rye tonight"]);
  });
}

test("What networks read about the service is at its address, for those that read something", async () => {
  const document = await fetch(`${stage.url}/connect/bluesky/client.json`);
  const { redirect_uris: redirectUris, scope } = JSON.parse(await document.text());
  assert.deepEqual([document.status, redirectUris, scope], [200, [`${stage.url}/connect/bluesky/callback`], "atproto transition:generic"]);
  for (const slug of ["mastodon", "nobody"]) assert.equal((await fetch(`${stage.url}/connect/${slug}/client.json`)).status, 404);
});

async function aMember(): Promise<{ place: Place; visitor: Visitor }> {
  const place = await aPlace(stage);
  await must(stage.admin("POST", "/users/password", { user: place.person.email, password: PASSWORD }));
  const visitor = aVisitor(stage.url);
  await visitor.submit(await visitor.get("/sign-in"), "/sign-in", { email: place.person.email, password: PASSWORD });
  return { place, visitor };
}

function plain(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
