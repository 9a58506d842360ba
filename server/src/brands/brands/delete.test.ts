import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

/** A brand with something of everything, owned by somebody with a password. */
async function aFullPlace(): Promise<{ readonly place: Place; readonly dashboard: Dashboard }> {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
  await must(stage.admin("POST", "/users/password", { user: place.person.email, password: "correct horse" }));
  const medium = await uploaded(stage, place, { bytes: await aPicture(), name: "tart.png" });
  await aPost(place, { publishMode: "IMMEDIATE", media: [{ id: medium }] });
  await aPost(place, { publishMode: "QUEUE" });
  await aPost(place, { publishMode: "DRAFT" });
  await stage.settle();
  return { place, dashboard: await aDashboard(stage, place.person.email) };
}

/** The tables that still say something about the brand, by what the database knows of its own columns. */
async function tracesOf(id: number): Promise<string[]> {
  const { rows: tables } = await stage.app.db.query(
    "select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'brand_id'",
  );
  assert.ok(tables.length >= 12, `${tables.length} tables`);
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await stage.app.db.query(`select count(*)::int as n from ${name} where brand_id = $1`, [id]);
    if (rows[0].n > 0) traces.push(name);
  }
  return traces;
}

test("a brand is deleted with everything in it but the audit trail, and nothing of another brand", async () => {
  const [gone, stays] = [await aFullPlace(), await aFullPlace()];
  await must(gone.dashboard.call("POST", `/brands/${gone.place.brandId}/invitations`, { role: "viewer" }));
  const countsOf = async () => {
    const { rows } = await stage.app.db.query(
      `select (select count(*)::int from attempts a where not exists (select from deliveries d where d.id = a.delivery_id)) attempts,
         (select count(*)::int from attempt_details t where not exists (select from attempts a where a.id = t.attempt_id)) details,
         (select coalesce(sum(k.bytes), 0)::int from media_bytes k join accounts a on a.id = k.account_id join users u on u.id = a.owner_id where u.email = $1) bytes`,
      [gone.place.person.email],
    );
    return rows[0];
  };
  assert.ok((await countsOf()).bytes > 0);
  const before = await tracesOf(stays.place.brandId);
  assert.ok(before.length >= 9, before.join());
  const at = `/brands/${gone.place.brandId}`;
  assert.deepEqual(await must(gone.dashboard.call("DELETE", `${at}?title=Bakery`)), {});
  // Who deleted it, and when, outlives it.
  assert.deepEqual(await tracesOf(gone.place.brandId), ["audit_entries"]);
  assert.deepEqual(await countsOf(), { attempts: 0, details: 0, bytes: 0 });
  assert.deepEqual(await tracesOf(stays.place.brandId), before);
  assert.equal((await gone.dashboard.call("DELETE", `${at}?title=Bakery`)).status, 404);
  assert.deepEqual((await must(gone.dashboard.call("GET", "/session"))).brands, []);
  await stage.live(3 * 86_400, 6 * 3600);
});

test("the title confirms the deletion: any other changes nothing", async () => {
  const { place, dashboard } = await aFullPlace();
  const { status, body } = await dashboard.call("DELETE", `/brands/${place.brandId}?title=bakery`);
  assert.deepEqual([status, body.errors], [422, { title: "This is not the title of the brand. Type: Bakery" }]);
  assert.ok((await tracesOf(place.brandId)).length >= 9);
});

test("a brand of which something is being published stays until the outcome is known", async () => {
  const { place, dashboard } = await aFullPlace();
  const at = `/brands/${place.brandId}?title=Bakery`;
  const answers: [number, string][] = [];
  stage.meanwhile = async (request) => {
    if (request.method !== "POST" || answers.length > 0) return;
    const { status, body } = await dashboard.call("DELETE", at);
    answers.push([status, body.message]);
  };
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Under way" });
  await stage.settle();
  stage.meanwhile = null;
  assert.match(String(answers), /^409,.*is being published right now/);
  assert.equal((await dashboard.call("DELETE", at)).status, 200);
});

test("a brand that is deleted while others write in it is gone, and none of them meets an internal error", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { place, dashboard } = await aFullPlace();
    const drafts: number[] = [];
    for (let more = 0; more < 3; more += 1) drafts.push(await aPost(place, { publishMode: "DRAFT" }));
    const posts = `/collections/${place.collectionId}/posts`;
    const writing = Array.from(
      { length: 15 },
      (_, index) => () => place.api("POST", posts, { caption: "Rye", publishMode: index % 3 === 0 ? "QUEUE" : "DRAFT" }),
    );
    const others = [
      ...drafts.map((id) => () => dashboard.call("POST", `/posts/${id}/departure`, {})),
      ...drafts.map((id) => () => dashboard.call("POST", `/posts/${id}/copies`, {})),
      () => place.api("POST", "/collections", { title: "Rolls", channels: place.channelIds, queues: ["Tue 10:00"] }),
      () => dashboard.call("POST", `/brands/${place.brandId}/invitations`, { role: "viewer" }),
      () => dashboard.call("DELETE", `/collections/${place.collectionId}`),
    ];
    const deletion = () => dashboard.call("DELETE", `/brands/${place.brandId}?title=Bakery`);
    // Begun at once, in orders that differ.
    const begun = [...writing, ...others].toSpliced(round * 3, 0, deletion);
    const answers = await Promise.all(begun.map((begin) => begin()));
    assert.deepEqual(
      answers.filter(({ status }) => status >= 500).map(({ body }) => body),
      [],
    );
    // Something may have been on its way at that moment.
    await stage.settle();
    if ((await tracesOf(place.brandId)).includes("posts")) await must(deletion());
    assert.deepEqual(await tracesOf(place.brandId), ["audit_entries"]);
  }
});
