import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { keeperOf, logInCall } from "../platforms/log-ins.ts";
import { endIfOver, probeGrant, renewGrant } from "./renew.ts";
import { openTokens } from "./sealed.ts";
import {
  deleteLeaving,
  findGrant,
  hasChannelByToken,
  hasNeighbour,
  hasTwin,
  keepIfNeeded,
  type LeavingGrant,
  listDueProbes,
  listDueRenewals,
  listLeaving,
  listOverGrants,
  markLeaving,
  postponeDue,
  postponeLeaving,
  takeEndingGrants,
} from "./store.ts";

const POLL_MILLISECONDS = 30_000;
const BATCH = 50;
/** How long before its end the person is told that they have to log in again. */
export const WARNING_SECONDS = 7 * 24 * 3600;
/** A grant without channels is given back this long after the log-in. */
const UNUSED_SECONDS = 3600;
const REVOCATION_TRIES_MAX = 5;
const REVOCATION_SECONDS = 60;
const REVOCATION_SECONDS_MAX = 30;
/** Tokens that no key opens, for one, stay so until somebody logs in again. */
const TROUBLE_SECONDS = 600;

/** What else is done with a grant whose tokens the network has just accepted. */
type Accepted = (app: App, grantId: number, stop: AbortSignal) => Promise<void>;

/** Keeps grants alive until stopped: renews and probes them, tells who has to log in again, gives back what nobody needs. Never rejects. */
export async function runGrants(app: App, stop: AbortSignal, accepted: Accepted): Promise<void> {
  while (!stop.aborted) {
    await keepGrants(app, stop, accepted).catch((error: unknown) => app.log.error({ event: "engine trouble", part: "grants", err: error }));
    await sleep(POLL_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
  }
}

/** Does everything that is due for grants, once. */
export async function keepGrants(app: App, stop: AbortSignal, accepted?: Accepted): Promise<void> {
  const now = app.clock.now();
  const working: number[] = [];
  for (const id of await listDueRenewals(app.db, now, BATCH)) await underLock(app, id, stop, (signal) => renewGrant(app, id, signal));
  for (const id of await listDueProbes(app.db, now, BATCH))
    await underLock(app, id, stop, async (signal) => {
      if (await probeGrant(app, id, signal)) working.push(id);
    });
  for (const id of await listOverGrants(app.db, now, BATCH)) await underLock(app, id, stop, () => endIfOver(app, id));
  for (const { id, application, name, endsAt, channels } of await takeEndingGrants(app.db, {
    now,
    until: addSeconds(now, WARNING_SECONDS),
  })) {
    app.log.warn({ event: "grant ends soon", grant: id, application, person: name, endsAt, channels });
  }
  await markLeaving(app.db, { now, before: addSeconds(now, -UNUSED_SECONDS) });
  for (const grant of await listLeaving(app.db, now, BATCH)) await underLock(app, grant.id, stop, (signal) => giveBack(app, grant, signal));
  // Last, and without a lock: nothing waits for it.
  for (const id of stop.aborted ? [] : working) {
    await accepted?.(app, id, stop).catch((error: unknown) =>
      app.log.warn({ event: "engine trouble", part: "grant", grant: id, err: error }),
    );
  }
}

/** One that is being looked after elsewhere needs nothing here. An error concerns one grant alone, which lets the others pass. */
async function underLock(app: App, id: number, stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (stop.aborted) return;
  await using lock = await app.grantLocks.acquire(id);
  if (lock === null) return;
  await work(AbortSignal.any([stop, lock.signal])).catch(async (error: unknown) => {
    app.log.error({ event: "engine trouble", part: "grant", grant: id, err: error });
    const now = app.clock.now();
    await postponeDue(app.db, { id, now, until: addSeconds(now, TROUBLE_SECONDS) });
  });
}

/** Revokes it at the network where that exists, and deletes it here in any case. */
async function giveBack(app: App, { id, leavingTries }: LeavingGrant, stop: AbortSignal): Promise<void> {
  if (await keepIfNeeded(app.db, id, app.clock.now())) return;
  const isDone =
    leavingTries >= REVOCATION_TRIES_MAX || (await isRevoked(app, id, stop).catch((error: unknown) => notRevoked(app, id, error)));
  if (isDone) return deleteLeaving(app.db, id);
  await postponeLeaving(app.db, id, addSeconds(app.clock.now(), REVOCATION_SECONDS * 4 ** leavingTries));
}

/** As with tokens that no key opens. */
function notRevoked(app: App, id: number, error: unknown): false {
  app.log.warn({ event: "grant not given back", grant: id, err: error });
  return false;
}

async function isRevoked(app: App, id: number, stop: AbortSignal): Promise<boolean> {
  const grant = await findGrant(app.db, id);
  const keeper = grant === null ? null : keeperOf(app, grant.application);
  if (grant === null || grant.credentials === null || keeper?.logIn.revoke === undefined || (await hasTwin(app.db, grant))) return true;
  if (await hasNeighbour(app.db, grant, keeper.logIn.revokesToo ?? [])) return true;
  if (await hasChannelByToken(app.db, grant, keeper.logIn.revokesTokensOf ?? [])) return true;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(REVOCATION_SECONDS_MAX * 1000)]);
  const call = await logInCall(app, keeper, { sandbox: grant.sandbox, signal });
  const { remoteId, scopes } = grant;
  return (await keeper.logIn.revoke({ remoteId, scopes, credentials: openTokens(app, grant).current }, call)) === "revoked";
}
