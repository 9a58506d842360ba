import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import type { AccountGrant } from "../connectors/connector.ts";
import type { GrantFacts } from "../connectors/log-in.ts";
import { endsSoon, renewalTime, renewGrant } from "./renew.ts";
import { openTokens, sealTokens } from "./sealed.ts";
import { findGrant, type GrantRow, setCredentials, upsertGrant } from "./store.ts";

/** How long a call waits for another process that renews the grant. */
const WAIT_SECONDS_MAX = 30;
const WAIT_MILLISECONDS = 250;
const FIRST_PROBE_SECONDS = 24 * 3600;

/** Stores what a person gave: a new grant, or their earlier one with the new tokens. Returns its id. */
export async function storeGrant(
  app: App,
  tx: Queryable,
  { sandbox, clientId, facts }: { readonly sandbox: boolean; readonly clientId: string; readonly facts: GrantFacts },
): Promise<number> {
  const now = app.clock.now();
  const { application, remoteId, name, scopes, ends } = facts;
  const renewAt = renewalTime(ends, Math.random());
  const probeAt = addSeconds(now, FIRST_PROBE_SECONDS);
  const id = await upsertGrant(tx, { application, clientId, sandbox, remoteId, name, scopes, ...ends, renewAt, probeAt, now });
  await setCredentials(tx, id, sealTokens(app, id, { current: facts.credentials, unconfirmed: null }));
  return id;
}

/** A grant that cannot be used now: no call is made, and nothing is lost. */
export class GrantTrouble extends Error {
  override readonly name = "GrantTrouble";
}

/** The log-in has ended: the person has to log in again. */
export class GrantOver extends GrantTrouble {}

/** The grant with tokens that last for a call: renewed first if they are about to end. Throws `GrantTrouble` if there are none. */
export async function readyGrant(app: App, grantId: number, signal: AbortSignal): Promise<AccountGrant> {
  let grant = await findGrant(app.db, grantId);
  const giveUpAt = performance.now() + WAIT_SECONDS_MAX * 1000;
  while (grant !== null && needsRenewal(grant, app.clock.now()) && performance.now() < giveUpAt && !signal.aborted) {
    await using lock = await app.grantLocks.acquire(grantId);
    if (lock === null) await sleep(WAIT_MILLISECONDS);
    else await renewGrant(app, grantId, AbortSignal.any([signal, lock.signal]));
    const before: number = grant.version;
    grant = await findGrant(app.db, grantId);
    if (lock !== null && grant?.version === before) break;
  }
  if (grant === null || grant.credentials === null) throw new GrantOver(grant?.endedReason ?? "The log-in has ended.");
  if (isOver(grant, app.clock.now())) {
    const why = grant.renewalProblem === null ? "." : `: ${grant.renewalProblem}`;
    throw new GrantTrouble(`The log-in has to be renewed first, and the platform did not do so yet${why}`);
  }
  const { application, clientId, remoteId, scopes } = grant;
  return { application, clientId, remoteId, scopes, credentials: openTokens(app, grant).current };
}

function needsRenewal(grant: GrantRow, now: Instant): boolean {
  return grant.renewAt !== null && endsSoon(grant, now);
}

function isOver({ accessEndsAt }: GrantRow, now: Instant): boolean {
  return accessEndsAt !== null && accessEndsAt <= now;
}
