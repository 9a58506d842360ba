import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { QueryConfig } from "pg";
import { type CrashPoint, watchCrashPoints } from "../../ground/crash-points.ts";
import { query } from "../../ground/database/query.ts";
import { eventually } from "../../testing/eventually.ts";
import type { Stage } from "../../testing/stage.ts";
import { keepGrants } from "./loop.ts";
import { type Grants, openGrants } from "./testing.ts";

const DAY_SECONDS = 24 * 3600;

let grants: Grants;
let stage: Stage;
before(async () => {
  grants = await openGrants();
  stage = grants.stage;
});
after(() => grants[Symbol.asyncDispose]());
beforeEach(() => grants.restart());

test("New tokens that the network refuses after the earlier ones have ended are replaced by others", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3700);
  grants.network.accepts = ({ access }) => access === "a2";
  await grants.keep();
  assert.equal(await grants.accessOf(grantId), "a2");
});

test("A grant of which the network refuses all tokens that it gives ends, after few renewals", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3700);
  grants.network.accepts = () => false;
  for (let round = 0; round < 10; round += 1) {
    await grants.keep();
    stage.pass(100);
  }
  assert.equal((await grants.grantOf(grantId)).endedReason, "The access was taken back.");
  assert.equal(grants.network.renewals, 3);
});

/** Runs `work` in a process that dies at the point. */
async function dying(point: CrashPoint, work: () => Promise<void>): Promise<void> {
  watchCrashPoints((reached) => {
    if (reached === point) throw new Error(`died at ${point}`);
  });
  await work().finally(() => watchCrashPoints(() => {}));
}

for (const point of ["grant.after-claim", "grant.after-renew"] as const) {
  test(`A renewal that was cut off (${point}) is not repeated while its request may be on its way`, async () => {
    const { grantId } = await grants.aGrantedPlace();
    stage.pass(3000);
    await dying(point, grants.keep);
    const { renewals } = grants.network;
    stage.pass(80);
    await grants.keep();
    assert.equal(grants.network.renewals, renewals);
    stage.pass(20);
    await grants.keep();
    assert.equal(grants.network.renewals, renewals + 1);
    assert.equal(await grants.accessOf(grantId), `a${grants.network.renewals}`);
  });
}

test("New tokens that nobody confirmed before they ended are renewed in turn", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3000);
  await dying("grant.after-store", grants.keep);
  // As if the new access token had been used: from now on the network takes the new refresh token alone.
  grants.network.refresh = "r1";
  grants.network.accepts = ({ access }) => access === "a2";
  stage.pass(5 * DAY_SECONDS);
  await grants.keep();
  assert.equal(await grants.accessOf(grantId), "a2");
});

test("That the network refuses a token that has ended does not end the grant, as long as its renewal is to come", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(DAY_SECONDS + 1);
  grants.network.isBusy = true;
  const { accepts } = grants.network;
  grants.network.accepts = () => false;
  await grants.keep();
  assert.equal((await grants.grantOf(grantId)).endedReason, null);
  grants.network.isBusy = false;
  grants.network.accepts = accepts;
  stage.pass(100);
  await grants.keep();
  assert.equal(await grants.accessOf(grantId), "a1");
});

test("Neither the end of the service nor the loss of the lock interrupts a renewal", async () => {
  const { grantId } = await grants.aGrantedPlace();
  stage.pass(3000);
  const stop = new AbortController();
  grants.network.meanwhile = async () => {
    stop.abort();
    await query(stage.app.db, {
      text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rostrum locks'`,
    });
    // Answers on a new connection, so the loss of the earlier one is known.
    await eventually("another lock can be taken", async () => {
      await using lock = await stage.app.grantLocks.acquire(grantId + 1000).catch(() => null);
      return lock !== null;
    });
  };
  await keepGrants(stage.app, stop.signal);
  assert.equal(grants.network.wasInterrupted, false);
  assert.equal(await grants.accessOf(grantId), "a1");
});

for (const moment of ["before", "after"] as const) {
  test(`New tokens are kept when the database is lost ${moment} it has stored them`, async () => {
    const { grantId } = await grants.aGrantedPlace();
    stage.pass(3000);
    let losses = 0;
    const db = new Proxy(stage.app.db, {
      get(target, name) {
        if (name !== "query") return Reflect.get(target, name);
        return async (statement: QueryConfig) => {
          const isLost = statement.name === "replace_grant_credentials" && losses === 0;
          if (!isLost) return await target.query(statement);
          losses += 1;
          if (moment === "after") await target.query(statement);
          throw new Error("Connection terminated unexpectedly");
        };
      },
    });
    await keepGrants({ ...stage.app, db }, new AbortController().signal);
    assert.equal(losses, 1);
    assert.equal(grants.network.renewals, 1);
    assert.equal(await grants.accessOf(grantId), "a1");
  });
}
