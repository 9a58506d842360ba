import { addSeconds, secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { waitAsked } from "../../connectors/api.ts";
import type { Held } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import type { Halt, Send, Verdict } from "../../connectors/once/visible.ts";
import { isTurnedAway } from "../../connectors/turned-away.ts";
import { wait } from "../../connectors/wait.ts";
import { readContainer, unreadName } from "./container.ts";
import { holdSeconds, isKnown, reasonOf, unauthorized, verdictOf } from "./errors.ts";
import { BLOCK_HOURS, CONTAINER_LIFE_SECONDS, HOUR_SECONDS, QUOTA_RETRY_SECONDS } from "./facts.ts";
import type { Container } from "./progress.ts";
import { ask } from "./session.ts";
import { deadToken, type Run, stopOf, tryAgain } from "./work.ts";

const Made = z.object({ id: z.string().min(1) });
const RELEASE_TIMEOUT_SECONDS = 60;
const NOT_READY_SECONDS = 10;
const UNREAD_AGAIN_SECONDS = 300;
/** The third time, the container is made anew. */
const GONE_WAITS = [30, 120, 5, 30, 120];

interface Releasing {
  readonly part: string;
  readonly container: Container;
}

/** Publishes the part's container: the one request that readers see. */
export function release(run: Run, releasing: Releasing): Send {
  const { session } = run;
  return async ({ silences, faults }) => {
    const reply = await ask(session, {
      method: "POST",
      path: `${session.userId}/media_publish`,
      fields: { creation_id: releasing.container.id },
      timeoutSeconds: RELEASE_TIMEOUT_SECONDS,
    });
    if (reply.kind === "ok") {
      const id = Made.safeParse(reply.body).data?.id;
      if (id === undefined) return { kind: "doubtful", reason: "Instagram: the response names no post" };
      return { kind: "made", made: { id, url: null, at: session.call.now() } };
    }
    if (reply.kind === "unreached") return { kind: "refused", halt: await stopOf(run, reply, releasing.part) };
    // A refusal is about this request alone; an earlier one that got no answer may have published the container.
    if (silences + faults > 0 || !(await saysNothingWasDone(run, reply, releasing))) return doubtful(run, reply, releasing);
    return { kind: "refused", halt: await plainRefusal(run, reply, releasing) };
  };
}

/** Whether the refusal proves that the container was not published. Throttled and blocked requests have been seen to publish. */
async function saysNothingWasDone({ session }: Run, failure: GraphFailure, { container }: Releasing): Promise<boolean> {
  const { kind } = verdictOf(failure);
  if (kind === "outage" || kind === "blocked" || kind === "held" || kind === "again") return false;
  if (isKnown(failure)) return true;
  const state = await readContainer(session, container.id);
  // It was finished before the request, so one that is in progress is being published.
  return state.kind !== "published" && state.kind !== "inProgress" && state.kind !== "unread";
}

async function plainRefusal(run: Run, failure: GraphFailure, { part }: Releasing): Promise<Halt> {
  const { session, progress } = run;
  const reason = reasonOf(failure);
  const verdict = verdictOf(failure);
  if (verdict.kind === "unauthorized") return unauthorized(reason, verdict, session.via);
  if (verdict.kind === "quota") return { kind: "held", reason, retryAfterSeconds: QUOTA_RETRY_SECONDS, scope: "channel" };
  // Where its container cannot be read, this is how it says that it is not ready.
  if (verdict.kind === "notReady") return wait(progress.failures(unreadName(part)) > 0 ? UNREAD_AGAIN_SECONDS : NOT_READY_SECONDS, reason);
  if (verdict.kind !== "gone" && verdict.kind !== "unseen") return stopOf(run, failure, part);
  const dead = await deadToken(session);
  if (dead !== null) return dead;
  if (progress.failures(`${part} gone`) === 2) await progress.setContainer(part, null);
  return tryAgain(run, { what: `${part} gone`, reason, waits: GONE_WAITS });
}

/** The network is not asked again for a while, should the container turn out not to be published. */
async function doubtful(run: Run, failure: GraphFailure, releasing: Releasing): Promise<Verdict> {
  const verdict = verdictOf(failure);
  const reason = reasonOf(failure);
  const unclear = { kind: "doubtful", reason, ...waitAsked(failure) } as const;
  if (verdict.kind === "outage") return { ...unclear, isTurnedAway: isTurnedAway(failure) };
  const answered = { ...unclear, isFault: true };
  if (verdict.kind === "held")
    return { ...answered, hold: { kind: "held", reason, retryAfterSeconds: holdSeconds(failure), scope: verdict.scope } };
  return verdict.kind === "blocked" ? { ...answered, ...(await blocked(run, reason, releasing)) } : answered;
}

/** The same container is tried again some hours later, and then another one, once. */
async function blocked({ session, progress }: Run, reason: string, { part, container }: Releasing) {
  if (progress.failures(renewedName(part)) > 0) return { isRefusal: true, reason: BLOCKED };
  const blocks = progress.failures(blocksName(part));
  await progress.setFailures(blocksName(part), blocks + 1);
  const hours = BLOCK_HOURS[blocks];
  // After the last wait the container is left to end: only then may another one be made.
  const end = addSeconds(container.madeAt, CONTAINER_LIFE_SECONDS);
  const retryAfterSeconds = hours === undefined ? secondsBetween(session.call.now(), end) : hours * HOUR_SECONDS;
  const hold: Held = { kind: "held", reason, retryAfterSeconds, scope: "channel" };
  return { hold };
}

const BLOCKED = "Instagram blocks what this account publishes. Open Instagram and see what it asks for.";

/** Its container has ended and left nothing, so that another one is made. */
export async function forgetContainer({ progress }: Run, part: string): Promise<void> {
  await progress.setContainer(part, null);
  if (progress.failures(blocksName(part)) === 0) return;
  await progress.setFailures(blocksName(part), 0);
  await progress.setFailures(renewedName(part), 1);
}

/** How often the account was blocked when the part's container was to be published, and whether one that was blocked has ended. */
function blocksName(part: string): string {
  return `${part} blocks`;
}

function renewedName(part: string): string {
  return `${part} renewed`;
}
