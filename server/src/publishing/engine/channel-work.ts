import { inTurnOfBrand } from "../../brands/media/in-turn.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import { within } from "../../ground/spans.ts";
import { type Attempt, attemptOn, carryOut, conclude, type EngineContext, endOfCutOff } from "./attempt.ts";
import { beginAttemptSpan, tellEnd } from "./attempt-span.ts";
import { ChannelLine } from "./channel-line.ts";
import { refreshCounts } from "./counts.ts";
import type { Ends, Preparation } from "./preparation.ts";

/** After this many steps a long backlog yields to other channels; the clock requests the rest later. */
const STEPS_MAX = 100;

/**
 * Works through what is due on one channel, one step at a time: per-account concurrency is one. Does nothing if another
 * worker holds the channel; what is due is requested again later.
 */
export async function workOnChannel(ground: EngineContext, locks: AdvisoryLocks, channelId: number, stop: AbortSignal): Promise<void> {
  await using lock = await locks.acquire(channelId);
  if (lock === null) return;
  const ends = { lost: lock.signal, stop };
  await workOffLine(ground, channelId, ends);
  if (!isOver(ends)) await refreshCounts(ground.app, channelId, lock.signal);
}

async function workOffLine(ground: EngineContext, channelId: number, ends: Ends): Promise<void> {
  await using line = new ChannelLine(ground, channelId, ends);
  let begun: Begun | null = null;
  for (let step = 1; step <= STEPS_MAX && (begun !== null || !isOver(ends)); step += 1) {
    if (begun === null) {
      const preparation = await line.next();
      if (preparation === null || preparation.kind === "stopped") return;
      begun = await begin(ground, preparation);
      // The rows read along with it are just as stale.
      if (begun === null) line.forget();
    }
    if (begun !== null) begun = await workOff(ground, begun, line, { ends, isLast: step === STEPS_MAX });
  }
}

/** An attempt whose start has been stored. */
interface Begun {
  readonly attempt: Attempt;
  readonly number: number;
}

/** Null if no attempt is needed or the delivery has changed since it was read. */
async function begin({ app, ledger }: EngineContext, preparation: Exclude<Preparation, { kind: "stopped" }>): Promise<Begun | null> {
  if (preparation.kind !== "begins") {
    const end = preparation.kind === "ends" ? preparation.end : endOfCutOff(app, preparation.turn);
    await ledger.advance({ end, start: null });
    return null;
  }
  const attempt = attemptOn(app, preparation.prepared);
  const { number } = await ledger.advance({ end: null, start: attempt.start });
  return number === null ? null : { attempt, number };
}

/** Returns the attempt that started in the commit that ended this one. */
async function workOff(
  ground: EngineContext,
  { attempt, number }: Begun,
  line: ChannelLine,
  { ends, isLast }: { ends: Ends; isLast: boolean },
): Promise<Begun | null> {
  if (!isLast) line.follow();
  const span = beginAttemptSpan(ground.app, attempt, number);
  using _span = { [Symbol.dispose]: () => span?.end() };
  const end = await within(span, () =>
    inTurnOfBrand(ground.app, attempt.delivery.brandId, () => carryOut(ground, attempt, number, ends.lost)),
  );
  if (span !== null) tellEnd(span, end);
  // After a channel-wide refusal, read the channel again before starting anything.
  const stopsChannel = end.disconnect || end.holdsChannel;
  const ready = isOver(ends) || stopsChannel ? null : await line.takeReady();
  const following = ready === null ? null : attemptOn(ground.app, ready);
  const begun = await within(span, () => conclude(ground, attempt, { end, following, stop: ends.stop }));
  if (following !== null && begun !== null) return { attempt: following, number: begun };
  if (following !== null || stopsChannel) line.forget();
  return null;
}

function isOver({ lost, stop }: Ends): boolean {
  return lost.aborted || stop.aborted;
}
