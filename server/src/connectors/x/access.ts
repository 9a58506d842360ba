import type { Refusal } from "./api.ts";
import { busy, reasonOf, type Stop } from "./errors.ts";
import { PROFILE_PRICE } from "./prices.ts";
import { readProfile } from "./profile.ts";
import type { Work } from "./work.ts";

const AGAIN_SECONDS = 5;
const UNCLEAR_SECONDS = 300;

/**
 * X refused the token. That happens at random among calls that succeed, and the token may just have been renewed, so each call is
 * repeated once; then only a refusal of the account itself ends the log-in. `what` names the call among those for the post.
 */
export async function afterDenial({ server, call, progress, piece }: Work, refusal: Refusal, what: string): Promise<Stop> {
  const reason = reasonOf(refusal);
  if ((await progress.strike("access", `${piece.name} ${what}`)) === 1) return busy(reason, AGAIN_SECONDS);
  const hold = await call.spend(PROFILE_PRICE);
  if (hold !== null) return hold;
  const outcome = await readProfile(server);
  if (outcome.kind === "read") return { kind: "rejected", reason: `${reason}, although the log-in works. Log in to X again.` };
  const isDead = outcome.sign === "access" || outcome.sign === "suspended";
  return isDead ? { kind: "unauthorized", reason: outcome.reason, scope: "grant", probed: "ended" } : busy(reason, UNCLEAR_SECONDS);
}
