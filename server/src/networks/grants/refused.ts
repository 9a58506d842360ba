import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { isClaimed, renewGrant } from "./renew.ts";
import { openTokens } from "./sealed.ts";
import { changeEnds, findGrant, type GrantRow } from "./store.ts";

/** Tokens as new as this, got in place of refused ones, will not be better for another renewal. */
const NEW_SECONDS = 600;
/**
 * When a service has last got tokens so, by grant. Their age alone would tell too little: all look new for an hour too long once a clock
 * that was ahead is set.
 */
const renewals = new WeakMap<App, Map<number, Instant>>();

/** When the refused tokens were taken, and until when the caller waits. */
export interface Refusal {
  readonly usedAt: Instant;
  readonly signal: AbortSignal;
}

/**
 * Gets other tokens in place of those that the network refused before their end, as it does after a change of the password or of
 * its own keys. `renewed`: there are others now, whoever got them; `later`: that could not be found out yet; `new`: they have just been
 * renewed for the same reason, so the refusal stands; `none`: it stands.
 */
export async function renewRefused(app: App, grantId: number, { usedAt, signal }: Refusal): Promise<"renewed" | "later" | "new" | "none"> {
  const refused = await findGrant(app.db, grantId);
  if (!isAlive(refused)) return "none";
  if (refused.updatedAt > usedAt) return "renewed";
  if (refused.renewAt === null) return "none";
  const now = app.clock.now();
  // Tokens that nobody has tried yet: the earlier ones may still be good. Or somebody's renewal is under way.
  if (openTokens(app, refused).unconfirmed !== null || isClaimed(refused, now)) return "later";
  const renewedAt = renewals.getOrInsertComputed(app, () => new Map());
  const earlier = renewedAt.get(grantId);
  if (earlier !== undefined && earlier <= now && earlier > addSeconds(now, -NEW_SECONDS)) return "new";
  await using lock = await app.grantLocks.acquire(grantId);
  if (lock === null) return "later";
  // Due now; nothing changes if somebody has renewed or claimed it meanwhile.
  await changeEnds(app.db, { ...refused, renewAt: now });
  await renewGrant(app, grantId, AbortSignal.any([signal, lock.signal]));
  const grant = await findGrant(app.db, grantId);
  if (!isAlive(grant)) return "none";
  if (grant.credentials !== refused.credentials) {
    renewedAt.set(grantId, now);
    return "renewed";
  }
  return grant.renewAt === null ? "none" : "later";
}

function isAlive(grant: GrantRow | null): grant is GrantRow & { readonly credentials: string } {
  return grant !== null && grant.credentials !== null;
}
