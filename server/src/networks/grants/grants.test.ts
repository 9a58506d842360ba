import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import { aWebhook, toldIn } from "../../telling/events/testing.ts";
import { aPost, entries, must, type Place } from "../../testing/builders.ts";
import type { Stage } from "../../testing/stage.ts";
import { readyGrant } from "./keep.ts";
import { type Grants, openGrants, tokensOf } from "./testing.ts";

const DAY_SECONDS = 24 * 3600;

let grants: Grants;
let stage: Stage;
before(async () => {
  grants = await openGrants();
  stage = grants.stage;
});
after(() => grants[Symbol.asyncDispose]());
beforeEach(() => grants.restart());

const channelsOf = async (place: Place) =>
  query<{ status: string; reason: string | null }>(stage.app.db, {
    text: `select status, inactive_reason reason from channels where brand_id = $1 order by id`,
    values: [place.brandId],
  });

const statusesOf = async (place: Place) => (await channelsOf(place)).map(({ status }) => status);

test("A grant is renewed before its token ends, and posts go out with the new one", async () => {
  const { place, grantId } = await grants.aGrantedPlace();
  stage.pass(3600 - 60);
  await grants.keep();
  assert.equal(grants.network.renewals, 1);
  const { renewAt } = await grants.grantOf(grantId);
  assert.ok(renewAt !== null && renewAt >= addSeconds(stage.now(), 2700) && renewAt < addSeconds(stage.now(), 3600), "renewals are spread");
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(grants.used, ["a1"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("A token that has ended is renewed before the post is sent, whoever was asleep", async () => {
  const { place } = await grants.aGrantedPlace();
  stage.pass(5 * DAY_SECONDS);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(grants.used, ["a1"]);
});

test("Ten calls at once renew a grant once", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3700);
  const ready = await Promise.all(Array.from({ length: 10 }, () => readyGrant(stage.app, grantId, new AbortController().signal)));
  assert.equal(grants.network.renewals, 1);
  assert.deepEqual(new Set(ready.map(({ credentials }) => tokensOf(credentials).access)), new Set(["a1"]));
});

test("While the network is away nothing is lost: the post waits, uses the grant once it is renewed, and goes out once", async () => {
  const { place } = await grants.aGrantedPlace();
  stage.pass(3700);
  grants.network.isAway = true;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(grants.used, []);
  grants.network.isAway = false;
  await stage.liveUntil(addSeconds(stage.now(), 600));
  assert.deepEqual(grants.used, ["a1"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("A log-in in the middle of a renewal wins: its tokens stay", async () => {
  const { grantId, person } = await grants.aGrantedPlace();
  stage.pass(3000);
  const { renew } = grants.network;
  grants.network.renew = (tokens) => renew.call(grants.network, tokens);
  const again = new Promise<void>((resolve, reject) => {
    grants.network.renew = (tokens) => {
      grants.logIn(person, { access: "new", refresh: "new" }).then(() => resolve(), reject);
      return renew.call(grants.network, tokens);
    };
  });
  // The log-in is stored before the renewal is: its statement waits for nobody.
  const probing = grants.network.accepts.bind(grants.network);
  grants.network.accepts = (tokens) => tokens.access === "new" || probing(tokens);
  await Promise.all([grants.keep(), again]);
  await grants.keep();
  const { credentials } = await readyGrant(stage.app, grantId, new AbortController().signal);
  assert.equal(tokensOf(credentials).access, "new");
});

test("New tokens that the network refuses give way to the earlier ones", async () => {
  const { grantId } = await grants.aGrantedPlace();
  const { accessEndsAt } = await grants.grantOf(grantId);
  stage.pass(3000);
  grants.network.accepts = ({ access }) => access === "a0";
  await grants.keep();
  assert.equal(await grants.accessOf(grantId), "a0");
  const grant = await grants.grantOf(grantId);
  assert.equal(grant.endedReason, null);
  assert.equal(grant.accessEndsAt, accessEndsAt, "they end when they did before");
  assert.ok(grant.renewAt !== null && accessEndsAt !== null && grant.renewAt < accessEndsAt, "they are renewed in time");
});

test("… and the next renewal begins with the newer ones: what the earlier ones are renewed with may be used up", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3000);
  const { accepts } = grants.network;
  grants.network.accepts = ({ access }) => access === "a0";
  await grants.keep();
  Object.assign(grants.network, { accepts, refresh: "r1" });
  stage.pass(500);
  await grants.keep();
  assert.equal(await grants.accessOf(grantId), "a2");
});

test("A single refusal does not end a log-in that can be renewed", async () => {
  const { place, grantId } = await grants.aGrantedPlace();
  stage.pass(1200);
  await query(stage.app.db, { text: "update grants set probe_at = $1", values: [stage.now()] });
  grants.network.accepts = ({ access }) => access === "a1";
  await grants.keep();
  assert.equal(await grants.accessOf(grantId), "a1");
  assert.deepEqual(await statusesOf(place), ["ACTIVE"]);
});

test("A refusal of counts renews the log-in, and what a comment is not permitted concerns the comment alone", async () => {
  const { place } = await grants.aGrantedPlace(2);
  await aPost(place, { publishMode: "IMMEDIATE", comment: { comment: "Order by noon.", delay: 0 } });
  await stage.liveUntil(addSeconds(stage.now(), 120));
  const [refused] = await entries(place, "FAILED");
  assert.deepEqual([refused.postType, refused.message], ["ENGAGE_COMMENT", "Comments are not permitted."]);
  stage.pass(1200);
  grants.countedBy = "a1";
  grants.network.accepts = ({ access }) => access === "a1";
  await stage.settle();
  assert.equal(grants.network.renewals, 1);
  assert.deepEqual(await statusesOf(place), ["ACTIVE", "ACTIVE"]);
});

test("A post that waits for a renewal says what the network answers", async () => {
  const { place } = await grants.aGrantedPlace();
  stage.pass(3700);
  grants.network.isBusy = true;
  await grants.keep();
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [waiting] = await entries(place, "RETRYING");
  assert.match(waiting.message, /The log-in has to be renewed first, and the platform did not do so yet: The network is away\.$/);
});

test("When the network takes a grant back, all its channels become inactive at once, with the reason", async () => {
  const { place } = await grants.aGrantedPlace(3);
  grants.network.revoked = true;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const reason = "The access was taken back.";
  assert.deepEqual(
    await channelsOf(place),
    Array.from({ length: 3 }, () => ({ status: "INACTIVE", reason })),
  );
});

test("A refusal of tokens from before a log-in does not switch off what was connected again in the meantime", async () => {
  const { place } = await grants.aGrantedPlace(2);
  grants.network.revoked = true;
  grants.meanwhile = async () => {
    grants.meanwhile = async () => {
      grants.network.revoked = false;
    };
    stage.pass(1);
    await query(stage.app.db, { text: "update grants set version = version + 1, updated_at = $1", values: [stage.now()] });
  };
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.liveUntil(addSeconds(stage.now(), 120));
  assert.deepEqual(await statusesOf(place), ["ACTIVE", "ACTIVE"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("A token that is refused before its end is renewed first, and the post goes out once", async () => {
  const { place } = await grants.aGrantedPlace(2);
  stage.pass(1200);
  grants.network.valid.clear();
  await aPost(place, { publishMode: "IMMEDIATE" });
  grants.network.accepts = ({ access }) => access === "a1";
  await stage.liveUntil(addSeconds(stage.now(), 120));
  assert.equal(grants.network.renewals, 1);
  assert.deepEqual([...new Set(grants.used)].sort(), ["a0", "a1"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.deepEqual(await statusesOf(place), ["ACTIVE", "ACTIVE"]);
});

test("A token that looks new, as all do after a clock was set back, is renewed as well when it is refused", async () => {
  const { place } = await grants.aGrantedPlace(2);
  grants.network.valid.clear();
  grants.network.accepts = ({ access }) => access === "a1";
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.liveUntil(addSeconds(stage.now(), 120));
  assert.deepEqual([await statusesOf(place), grants.network.renewals], [["ACTIVE", "ACTIVE"], 1]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("The refusal of tokens stands that were got in place of refused ones, although the network says that they work", async () => {
  const { place } = await grants.aGrantedPlace();
  const accepts = grants.network.accepts.bind(grants.network);
  let isPost = false;
  grants.meanwhile = async () => {
    isPost = true;
  };
  grants.network.accepts = (tokens) => {
    const isRefused = isPost;
    isPost = false;
    return !isRefused && accepts(tokens);
  };
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.liveUntil(addSeconds(stage.now(), 300));
  assert.equal(grants.network.renewals, 1);
  const [{ reason }] = (await query<{ reason: string }>(stage.app.db, {
    text: "select reason from deliveries where brand_id = $1",
    values: [place.brandId],
  })) as [{ reason: string }];
  assert.equal(reason, "unauthorized");
});

test("While a refused token cannot be renewed because the network is away, the post waits for it", async () => {
  const { place } = await grants.aGrantedPlace();
  stage.pass(1200);
  grants.network.accepts = ({ access }) => access === "a1";
  grants.network.isBusy = true;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(await entries(place, "FAILED"), []);
  grants.network.isBusy = false;
  await stage.liveUntil(addSeconds(stage.now(), 300));
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("A refusal stands if the network renews the log-in no more, or refuses what it gives", async () => {
  for (const canRenew of [false, true]) {
    await grants.restart();
    const { place, grantId } = await grants.aGrantedPlace(2);
    stage.pass(1200);
    Object.assign(grants.network, { revoked: true, canRenew });
    await aPost(place, { publishMode: "IMMEDIATE" });
    await stage.liveUntil(addSeconds(stage.now(), 120));
    assert.deepEqual(await statusesOf(place), ["INACTIVE", "INACTIVE"]);
    assert.equal((await grants.grantOf(grantId)).endedReason, "The access was taken back.");
    assert.ok(grants.network.renewals <= 3, `${grants.network.renewals} renewals`);
    assert.equal((await entries(place, "PUBLISHED")).length, 0);
  }
});

test("A grant that the person took back is noticed within a day, without a post", async () => {
  const { place, grantId } = await grants.aGrantedPlace();
  grants.network.revoked = true;
  stage.pass(DAY_SECONDS + 1);
  await grants.keep();
  assert.match((await grants.grantOf(grantId)).endedReason ?? "", /unknown|taken back/);
  assert.deepEqual(await statusesOf(place), ["INACTIVE"]);
});

test("A log-in that cannot be renewed ends only if the network still refuses it minutes later", async () => {
  const { place } = await grants.aGrantedPlace();
  await query(stage.app.db, { text: "update grants set renew_at = null, access_ends_at = null, ends_at = null" });
  const keeps = async (seconds: number) => {
    stage.pass(seconds);
    await grants.keep();
    return statusesOf(place);
  };
  grants.network.revoked = true;
  assert.deepEqual(await keeps(25 * 3600), ["ACTIVE"]);
  grants.network.revoked = false;
  assert.deepEqual(await keeps(200), ["ACTIVE"]);
  grants.network.revoked = true;
  assert.deepEqual(await keeps(25 * 3600), ["ACTIVE"], "a refusal of the day before does not count");
  assert.deepEqual(await keeps(200), ["INACTIVE"]);
});

test("That a log-in ends soon is an event, once, with the brand's channels that publish by it", async () => {
  const { place, grantId } = await grants.aGrantedPlace(2);
  await aWebhook(stage, place, { events: ["channel.expiring"] });
  grants.network.canRenew = false;
  stage.pass(3000);
  await grants.keep();
  await grants.keep();
  const [event, ...others] = await toldIn(stage, place.brandId);
  assert.deepEqual(others, []);
  const { endsAt, accessEndsAt } = await grants.grantOf(grantId);
  const channels = (await must(place.api("GET", "/channels"))).map(({ id, name, type }: Record<string, unknown>) => ({ id, name, type }));
  assert.deepEqual(event?.body, {
    type: "channel.expiring",
    timestamp: stage.now(),
    data: {
      brand: { id: place.brandId, title: "Bakery" },
      channels: channels.sort((one: { id: number }, other: { id: number }) => one.id - other.id),
      account: "Ada",
      endsAt: endsAt ?? accessEndsAt,
    },
  });
  assert.equal(channels.length, 2);
});

test("Every brand that publishes by a log-in hears that it ends, however many there are", async () => {
  const { place, grantId } = await grants.aGrantedPlace(2);
  const others = await query<{ brandId: number }>(stage.app.db, {
    text: `with brand as (
             insert into brands (account_id, title, created_at, updated_at)
             select account_id, 'Branch', now(), now() from brands, generate_series(1, 35) where id = $1 returning id
           ), member as (
             insert into brand_members (brand_id, user_id, role, created_at)
             select brand.id, m.user_id, m.role, now() from brand, brand_members m where m.brand_id = $1
           ), channel as (
             insert into channels (brand_id, type, name, status, grant_id, settings, created_at, updated_at)
             select brand.id, h.type, h.name, 'ACTIVE', h.grant_id, '{}', now(), now()
             from brand, (select * from channels where grant_id = $2 order by id limit 1) h
           ) select id "brandId" from brand`,
    values: [place.brandId, grantId],
  });
  const last = others.at(-1)?.brandId ?? 0;
  await aWebhook(stage, { ...place, brandId: last }, { events: ["channel.expiring"] });
  grants.network.canRenew = false;
  stage.pass(3000);
  await grants.keep();
  assert.deepEqual(
    (await toldIn(stage, last)).map(({ body }) => body.type),
    ["channel.expiring"],
  );
});

test("A refused renewal does not stop channels whose token still works; a week before its end somebody is told", async () => {
  const { place, grantId } = await grants.aGrantedPlace();
  grants.network.canRenew = false;
  stage.pass(3000);
  await grants.keep();
  const grant = await grants.grantOf(grantId);
  assert.equal(grant.renewAt, null);
  assert.equal(grant.endedReason, null);
  assert.ok(grant.warnedAt !== null, "its end is near: it is told in the same round");
  const metrics = await (await fetch(`${stage.url}/metrics`)).text();
  assert.match(metrics, /^rostrum_channels_expiring\{type="Mastodon"\} 1$/m);
  assert.match(metrics, /^rostrum_channels\{type="Mastodon",status="ACTIVE"\} \d+$/m);
  assert.deepEqual(await statusesOf(place), ["ACTIVE"]);
  stage.pass(3600);
  await grants.keep();
  assert.deepEqual(await channelsOf(place), [{ status: "INACTIVE", reason: "The log-in has ended: log in again." }]);
});

test("Where giving one grant back may end others, only the last one is given back", async () => {
  await grants.restart();
  grants.network.revokesToo = ["mastodon"];
  grants.network.renew = (tokens) => ({ tokens });
  grants.network.accepts = () => true;
  const [first, second] = [await grants.aGrantedPlace(), await grants.aGrantedPlace()];
  const leave = async ({ place }: typeof first) => {
    const [channel] = await query<{ id: number }>(stage.app.db, {
      text: "select id from channels where brand_id = $1",
      values: [place.brandId],
    });
    await must(stage.admin("DELETE", `/channels/${channel?.id}`));
    stage.pass(3601);
    await grants.keep();
  };
  const left = () => query(stage.app.db, { text: "select id from grants where id in ($1, $2)", values: [first.grantId, second.grantId] });
  await leave(first);
  assert.deepEqual([grants.network.revocations.length, (await left()).length], [0, 1]);
  await leave(second);
  assert.deepEqual([grants.network.revocations.length, (await left()).length], [1, 0]);
});

test("Where giving a grant back may end channels that were connected by a token, it is deleted here and not given back", async () => {
  await grants.restart();
  grants.network.revokesTokensOf = ["Mastodon"];
  const { place, grantId } = await grants.aGrantedPlace(2);
  const [byLogIn, byToken] = await query<{ id: number }>(stage.app.db, {
    text: "select id from channels where brand_id = $1 order by id",
    values: [place.brandId],
  });
  await query(stage.app.db, { text: "update channels set grant_id = null where id = $1", values: [byToken?.id] });
  await must(stage.admin("DELETE", `/channels/${byLogIn?.id}`));
  stage.pass(3601);
  await grants.keep();
  assert.deepEqual(grants.network.revocations, []);
  assert.deepEqual(await query(stage.app.db, { text: "select id from grants where id = $1", values: [grantId] }), []);
});

test("When the last channel of a grant goes, the grant is given back at the network and deleted here", async () => {
  const { place, grantId } = await grants.aGrantedPlace(2);
  const [first, second] = await query<{ id: number }>(stage.app.db, {
    text: "select id from channels where brand_id = $1 order by id",
    values: [place.brandId],
  });
  await must(stage.admin("DELETE", `/channels/${first?.id}`));
  stage.pass(3601);
  await grants.keep();
  assert.deepEqual(grants.network.revocations, []);
  await must(stage.admin("DELETE", `/channels/${second?.id}`));
  await grants.keep();
  assert.deepEqual(grants.network.revocations.length, 1);
  assert.deepEqual(await query(stage.app.db, { text: "select id from grants where id = $1", values: [grantId] }), []);
});

test("Nothing is given back while a log-in is under way in its brand: networks may take the new one along", async () => {
  const { place, grantId } = await grants.aGrantedPlace();
  const one = await query<{ id: number; application: string }>(stage.app.db, {
    text: "select h.id, g.application from channels h join grants g on g.id = h.grant_id where h.brand_id = $1",
    values: [place.brandId],
  });
  await must(stage.admin("DELETE", `/channels/${one[0]?.id}`));
  const [logIn] = await query<{ id: number }>(stage.app.db, {
    text: `insert into log_ins (brand_id, type, application, sandbox, status, created_at, ends_at)
           select $1, 'Mastodon', g.application, g.sandbox, 'sent', $3::timestamptz, $3::timestamptz + interval '10 minutes' from grants g where g.id = $2
           returning id`,
    values: [place.brandId, grantId, stage.now()],
  });
  await grants.keep();
  assert.deepEqual(grants.network.revocations, []);
  // One that was marked before the log-in was stored is kept, too.
  await query(stage.app.db, { text: "update grants set leaving_at = $2 where id = $1", values: [grantId, stage.now()] });
  await grants.keep();
  assert.deepEqual(grants.network.revocations, []);
  await query(stage.app.db, { text: "update log_ins set status = 'failed' where id = $1", values: [logIn?.id] });
  await grants.keep();
  assert.equal(grants.network.revocations.length, 1);
  assert.deepEqual(await query(stage.app.db, { text: "select id from grants where id = $1", values: [grantId] }), []);
});

test("A log-in whose end comes while it is renewed goes on with what the renewal brings", async () => {
  const { place, grantId } = await grants.aGrantedPlace();
  stage.pass(3000);
  const end = addSeconds(stage.now(), 60);
  await query(stage.app.db, { text: "update grants set ends_at = $2 where id = $1", values: [grantId, end] });
  grants.network.meanwhile = async () => {
    stage.pass(61);
    await grants.keep();
  };
  await readyGrant(stage.app, grantId, new AbortController().signal);
  await grants.keep();
  assert.equal(grants.network.renewals, 1);
  assert.deepEqual(await statusesOf(place), ["ACTIVE"]);
  assert.equal(await grants.accessOf(grantId), "a1");
});

test("A log-in whose tokens no key opens lets the others pass", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3600 - 60);
  await query(stage.app.db, { text: "update grants set credentials = 'lost' where id = $1", values: [grantId] });
  await grants.keep();
  const { renewAt } = await grants.grantOf(grantId);
  assert.ok(renewAt !== null && renewAt > addSeconds(stage.now(), 300), String(renewAt));
});
