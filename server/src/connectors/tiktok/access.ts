import { type Failure, reasonOf } from "./api.ts";
import { busy, outcomeOf, type Stop, signOf } from "./errors.ts";
import { readPerson } from "./person.ts";
import type { Work } from "./work.ts";

const AGAIN_SECONDS = 5;
const UNCLEAR_SECONDS = 300;

/** The outcome of a request that failed and that readers could not have noticed. */
export async function setback(work: Pick<Work, "server" | "progress">, failure: Failure): Promise<Stop> {
  return signOf(failure) === "dead token" ? afterDenial(work, failure) : outcomeOf(failure);
}

/**
 * TikTok refused the token. It may just have been renewed, so the call is repeated once; then only a refusal of the account itself
 * ends the log-in.
 */
async function afterDenial({ server, progress }: Pick<Work, "server" | "progress">, failure: Failure): Promise<Stop> {
  const reason = reasonOf(failure);
  if ((await progress.strike("access")) === 1) return busy(reason, AGAIN_SECONDS);
  const person = await readPerson(server, { hasProfile: false });
  const isDead = person.kind === "refused" && person.isDead;
  return isDead
    ? { kind: "unauthorized", reason: `${person.reason}. Log in to TikTok again.`, scope: "grant", probed: "ended" }
    : busy(reason, UNCLEAR_SECONDS);
}
