import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Account } from "../connectors/connector.ts";
import type { Json } from "../connectors/json.ts";
import type { GrantEnds, LogIn, OpenGrant, RenewOutcome } from "../connectors/log-in.ts";
import { one, query, transaction } from "../database/query.ts";
import { aPlace, aPost, entries, must, type Place } from "../testing/builders.ts";
import { instantConnector } from "../testing/instant-connector.ts";
import { openStage, type Stage } from "../testing/stage.ts";
import { storeGrant } from "./keep.ts";
import { keepGrants } from "./loop.ts";

const DAY_SECONDS = 24 * 3600;

/** A network whose tokens last an hour; each renewal makes the earlier refresh token useless once the new access token was used. */
class Network {
  refresh = "r0";
  valid = new Set(["a0"]);
  renewals = 0;
  revoked = false;
  canRenew = true;
  revocations: string[] = [];
  isAway = false;

  renew(tokens: Tokens): { tokens: Tokens } | null {
    if (!this.canRenew || tokens.refresh !== this.refresh) return null;
    this.renewals += 1;
    return { tokens: { access: `a${this.renewals}`, refresh: `r${this.renewals}` } };
  }

  accepts({ access, refresh }: Tokens): boolean {
    if (this.revoked) return false;
    if (access !== `a${this.renewals}` && !this.valid.has(access)) return false;
    // Used: its refresh token takes over.
    if (access === `a${this.renewals}`) {
      this.valid.add(access);
      this.refresh = refresh;
    }
    return true;
  }
}

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

const tokensOf = (credentials: Json): Tokens => credentials as unknown as Tokens;

let network: Network;
let stage: Stage;
let used: string[];
before(async () => {
  const connector = instantConnector("Mastodon");
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...connector,
      logIns: [logIn()],
      publish: async (post, account: Account) => {
        const { access } = tokensOf(account.grant?.credentials ?? {});
        used.push(access);
        if (!network.accepts(tokensOf(account.grant?.credentials ?? {})))
          return { kind: "unauthorized", reason: "The access was taken back.", scope: "grant" };
        return { kind: "published", remoteId: post.key, url: null };
      },
    },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  network = new Network();
  used = [];
});

function endsAt(now: Instant): GrantEnds {
  return { accessEndsAt: addSeconds(now, 3600), renewAt: addSeconds(now, 2700), endsAt: null };
}

function logIn(): LogIn {
  const renew = async ({ credentials }: OpenGrant): Promise<RenewOutcome> => {
    if (network.isAway) return { kind: "busy", reason: "The network is away.", retryAfterSeconds: 60 };
    const renewed = network.renew(tokensOf(credentials));
    if (renewed === null) return { kind: "ended", reason: "The refresh token is unknown." };
    return { kind: "renewed", credentials: { ...renewed.tokens }, ends: endsAt(stage.now()) };
  };
  return {
    application: "mastodon",
    network: "Mastodon",
    scopes: [],
    begin: async () => ({ kind: "refused", reason: "not used" }),
    finish: async () => ({ kind: "declined" }),
    accounts: async () => ({ kind: "listed", accounts: [] }),
    renew,
    probe: async ({ credentials }) => {
      if (network.isAway) return { kind: "unknown", reason: "away" };
      return network.accepts(tokensOf(credentials)) ? { kind: "works" } : { kind: "ended", reason: "The access was taken back." };
    },
    revoke: async ({ credentials }) => {
      network.revocations.push(tokensOf(credentials).access);
      return "revoked";
    },
  };
}

let people = 0;

/** A place whose channels hang on one new grant. */
async function aGrantedPlace(channels = 1): Promise<{ place: Place; grantId: number }> {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  people += 1;
  const facts = {
    application: "mastodon",
    remoteId: `person ${people}`,
    name: "Ada",
    scopes: ["write"],
    credentials: { access: "a0", refresh: "r0" },
    ends: endsAt(stage.now()),
  };
  const grantId = await transaction(stage.app.db, (tx) => storeGrant(stage.app, tx, { sandbox: true, clientId: "", facts }));
  for (let more = 1; more < channels; more += 1)
    await must(
      stage.admin("POST", `/brands/${place.brandId}/channels`, { type: "Mastodon", name: `More ${people} ${more}`, sandbox: true }),
    );
  await query(stage.app.db, { text: "update channels set grant_id = $2 where brand_id = $1", values: [place.brandId, grantId] });
  return { place, grantId };
}

const keep = () => keepGrants(stage.app, new AbortController().signal);
const grantOf = (id: number) =>
  one<{ version: number; renewAt: Instant | null; endsAt: Instant | null; endedReason: string | null; warnedAt: Instant | null }>(
    stage.app.db,
    {
      text: `select version, renew_at "renewAt", ends_at "endsAt", ended_reason "endedReason", warned_at "warnedAt" from grants where id = $1`,
      values: [id],
    },
  );
const channelsOf = async (place: Place) =>
  query<{ status: string; reason: string | null }>(stage.app.db, {
    text: `select status, inactive_reason reason from channels where brand_id = $1 order by id`,
    values: [place.brandId],
  });

test("A grant is renewed before its token ends, and posts go out with the new one", async () => {
  const { place, grantId } = await aGrantedPlace();
  stage.pass(3600 - 60);
  await keep();
  assert.equal(network.renewals, 1);
  const { renewAt } = await grantOf(grantId);
  assert.ok(renewAt !== null && renewAt >= addSeconds(stage.now(), 2700) && renewAt < addSeconds(stage.now(), 3600), "renewals are spread");
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(used, ["a1"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("A token that has ended is renewed before the post is sent, whoever was asleep", async () => {
  const { place } = await aGrantedPlace();
  stage.pass(5 * DAY_SECONDS);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(used, ["a1"]);
});

test("Ten calls at once renew a grant once", async () => {
  const { grantId } = await aGrantedPlace();
  stage.pass(3700);
  const { readyGrant } = await import("./keep.ts");
  const ready = await Promise.all(Array.from({ length: 10 }, () => readyGrant(stage.app, grantId, new AbortController().signal)));
  assert.equal(network.renewals, 1);
  assert.deepEqual(new Set(ready.map(({ credentials }) => tokensOf(credentials).access)), new Set(["a1"]));
});

test("While the network is away nothing is lost: the post waits, uses the grant once it is renewed, and goes out once", async () => {
  const { place } = await aGrantedPlace();
  stage.pass(3700);
  network.isAway = true;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(used, []);
  network.isAway = false;
  await stage.liveUntil(addSeconds(stage.now(), 600));
  assert.deepEqual(used, ["a1"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("A log-in in the middle of a renewal wins: its tokens stay", async () => {
  const { grantId } = await aGrantedPlace();
  stage.pass(3000);
  const remoteId = `person ${people}`;
  const { renew } = network;
  network.renew = (tokens) => renew.call(network, tokens);
  const facts = {
    application: "mastodon",
    remoteId,
    name: "Ada",
    scopes: ["write"],
    credentials: { access: "new", refresh: "new" },
    ends: endsAt(stage.now()),
  };
  const again = new Promise<void>((resolve, reject) => {
    network.renew = (tokens) => {
      transaction(stage.app.db, (tx) => storeGrant(stage.app, tx, { sandbox: true, clientId: "", facts })).then(() => resolve(), reject);
      return renew.call(network, tokens);
    };
  });
  // The log-in is stored before the renewal is: its statement waits for nobody.
  const probing = network.accepts.bind(network);
  network.accepts = (tokens) => tokens.access === "new" || probing(tokens);
  await Promise.all([keep(), again]);
  await keep();
  const { readyGrant } = await import("./keep.ts");
  const { credentials } = await readyGrant(stage.app, grantId, new AbortController().signal);
  assert.equal(tokensOf(credentials).access, "new");
});

test("New tokens that the network refuses give way to the earlier ones", async () => {
  const { grantId } = await aGrantedPlace();
  stage.pass(3000);
  network.accepts = ({ access }) => access === "a0";
  await keep();
  const { readyGrant } = await import("./keep.ts");
  assert.equal(tokensOf((await readyGrant(stage.app, grantId, new AbortController().signal)).credentials).access, "a0");
  assert.equal((await grantOf(grantId)).endedReason, null);
});

test("When the network takes a grant back, all its channels become inactive at once, with the reason", async () => {
  const { place } = await aGrantedPlace(3);
  network.revoked = true;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const reason = "The platform refused the channel's access: The access was taken back.";
  assert.deepEqual(
    await channelsOf(place),
    Array.from({ length: 3 }, () => ({ status: "INACTIVE", reason })),
  );
});

test("A grant that the person took back is noticed within a day, without a post", async () => {
  const { place, grantId } = await aGrantedPlace();
  network.revoked = true;
  stage.pass(DAY_SECONDS + 1);
  await keep();
  assert.match((await grantOf(grantId)).endedReason ?? "", /unknown|taken back/);
  assert.deepEqual(
    (await channelsOf(place)).map(({ status }) => status),
    ["INACTIVE"],
  );
});

test("A refused renewal does not stop channels whose token still works; a week before its end somebody is told", async () => {
  const { place, grantId } = await aGrantedPlace();
  network.canRenew = false;
  stage.pass(3000);
  await keep();
  const grant = await grantOf(grantId);
  assert.equal(grant.renewAt, null);
  assert.equal(grant.endedReason, null);
  assert.ok(grant.warnedAt !== null, "its end is near: it is told in the same round");
  const metrics = await (await fetch(`${stage.url}/metrics`)).text();
  assert.match(metrics, /^rostrum_log_ins_ending\{type="Mastodon"\} 1$/m);
  assert.match(metrics, /^rostrum_channels\{type="Mastodon",status="ACTIVE"\} \d+$/m);
  assert.deepEqual(
    (await channelsOf(place)).map(({ status }) => status),
    ["ACTIVE"],
  );
  stage.pass(3600);
  await keep();
  assert.deepEqual(await channelsOf(place), [{ status: "INACTIVE", reason: "The log-in has ended: log in again." }]);
});

test("When the last channel of a grant goes, the grant is given back at the network and deleted here", async () => {
  const { place, grantId } = await aGrantedPlace(2);
  const [first, second] = await query<{ id: number }>(stage.app.db, {
    text: "select id from channels where brand_id = $1 order by id",
    values: [place.brandId],
  });
  await must(stage.admin("DELETE", `/channels/${first?.id}`));
  stage.pass(3601);
  await keep();
  assert.deepEqual(network.revocations, []);
  await must(stage.admin("DELETE", `/channels/${second?.id}`));
  await keep();
  assert.deepEqual(network.revocations.length, 1);
  assert.deepEqual(await query(stage.app.db, { text: "select id from grants where id = $1", values: [grantId] }), []);
});
