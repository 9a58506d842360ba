import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { openAccount } from "../../brands/channels/account.ts";
import { NO_CHECKPOINT } from "../../brands/channels/checkpoints.ts";
import { requireLogIn } from "../../brands/channels/manage-store.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import type { Call, Connector, CountsOutcome, Unauthorized } from "../../networks/connectors/connector.ts";
import { GrantTrouble } from "../../networks/grants/keep.ts";
import { renewRefused } from "../../networks/grants/refused.ts";
import { reach } from "../../networks/platforms/hosts.ts";
import { probeOf, type Refused } from "./access.ts";
import { withAfterthoughts } from "./afterwards.ts";
import { nextCountsAt } from "./count-times.ts";
import { type CountedEntry, hasDueStep, listDueCounts, postponeCounts, storeCounts } from "./counts-store.ts";
import { type EngineChannel, findEngineChannel } from "./store.ts";

/** At most so many entries in one job. */
const BATCH = 25;
/** A platform that refuses counts for now is not asked again sooner. */
const RETRY_SECONDS_MIN = 60;
/** Nor is it left alone for longer: what it has counted may have been given free, as a budget is. */
const RETRY_SECONDS_MAX = 24 * 3600;
/** How often it is looked whether a hold still lasts. */
const HOLD_LOOK_SECONDS = 3600;
/** So many refusals in a row are about the account and not about a post. */
const REFUSALS_MAX = 2;

/**
 * Refreshes the engagement counts of the channel's entries that are due, as many at a time as the platform tells in one call, and
 * stores them before the next call. Ends early if a post is due on the channel, since one account is asked one thing at a time.
 */
export async function refreshCounts(app: App, channelId: number, signal: AbortSignal): Promise<void> {
  const now = app.clock.now();
  const due = await listDueCounts(app.db, { channelId, now, limit: BATCH });
  const channel = due.length === 0 ? null : await findEngineChannel(app.db, channelId);
  if (channel === null) return;
  const connector = app.connectors[channel.type];
  const isCounted = connector?.counts !== undefined && channel.status !== "REMOVED";
  // Without an id there is nothing to ask for.
  const later: CountedEntry[] = due.map(({ id, remoteId, publishedAt }) => {
    return { id, remoteId, counts: null, nextAt: isCounted && remoteId !== null ? nextCountsAt(publishedAt, now) : null };
  });
  // A channel that is connected again goes on counting.
  if (!isCounted || channel.status !== "ACTIVE") {
    await storeCounts(app.db, later, now);
    return;
  }
  // While the platform lets nothing through, it is asked nothing. A hold may end before its time.
  if (channel.heldUntil !== null && channel.heldUntil > now) {
    const look = addSeconds(now, HOLD_LOOK_SECONDS);
    return postponeCounts(app.db, { channelId, until: channel.heldUntil < look ? channel.heldUntil : look });
  }
  await readInTurns({ app, channel, connector, signal }, later);
}

interface Counting {
  readonly app: App;
  readonly channel: EngineChannel;
  readonly connector: Connector;
  readonly signal: AbortSignal;
}

async function readInTurns(counting: Counting, due: readonly CountedEntry[]): Promise<void> {
  const { app, channel, signal } = counting;
  let left = due;
  let refusals = 0;
  while (left.length > 0 && !signal.aborted) {
    const now = app.clock.now();
    if (left !== due && (await hasDueStep(app.db, channel.id, now))) return;
    const turn = await readTurn(counting, left);
    refusals = turn.outcome?.kind === "unavailable" ? refusals + 1 : 0;
    const isOver = turn.outcome === null || turn.outcome.kind === "unauthorized" || refusals === REFUSALS_MAX;
    const until = turn.outcome?.kind === "busy" ? addSeconds(now, bounded(turn.outcome.retryAfterSeconds)) : null;
    const entries = isOver ? [...turn.entries, ...turn.left] : turn.entries;
    crashPoint("counts.before-write");
    const readIn = await storeCounts(
      app.db,
      entries.map((entry) => ({ ...entry, nextAt: entry.nextAt === null ? null : (until ?? entry.nextAt) })),
      now,
    );
    if (until !== null) await postponeCounts(app.db, { channelId: channel.id, until });
    crashPoint("counts.after-write");
    for (const brandId of readIn) app.changes.tell(brandId, "published");
    if (isOver || until !== null) return;
    left = turn.left;
  }
}

interface TurnRead {
  /** Null if the network could not be asked: the next regular time will do, and asking at once again would fail as well. */
  readonly outcome: CountsOutcome | null;
  /** With what was read of them. */
  readonly entries: readonly CountedEntry[];
  /** Those that were not asked about. */
  readonly left: readonly CountedEntry[];
}

/** Asks about the first of the entries, as many as one call tells. */
async function readTurn({ app, channel, connector, signal }: Counting, due: readonly CountedEntry[]): Promise<TurnRead> {
  try {
    const usedAt = app.clock.now();
    const call: Call = { ...reach(app, channel), signal, checkpoint: NO_CHECKPOINT, ownedByOthers: async () => new Set() };
    const account = await openAccount(app, channel, signal);
    const together = connector.countedTogether?.(account) ?? BATCH;
    const [entries, left] = [due.slice(0, together), due.slice(together)];
    const ids = entries.flatMap(({ remoteId }) => (remoteId === null ? [] : [remoteId]));
    const outcome = (ids.length === 0 ? NOTHING : await connector.counts?.(ids, account, call)) ?? null;
    if (outcome?.kind === "unauthorized" && (await isOver({ app, channel, connector, account, call }, outcome, usedAt)))
      await requireLogIn(app.db, { channelId: channel.id, reason: outcome.reason, now: app.clock.now(), usedAt });
    const read = withCounts(entries, outcome);
    if (outcome?.kind !== "counted") return { outcome, entries: read, left };
    return { outcome, entries: await withAfterthoughts({ app, channel, connector, account, call }, read), left };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof GrantTrouble) app.log.warn({ event: "counts without access", channel: channel.id, reason: error.message });
    else app.log.error({ event: "counts failed", channel: channel.id, type: channel.type, err: error });
    return { outcome: null, entries: due, left: [] };
  }
}

function withCounts(entries: readonly CountedEntry[], outcome: CountsOutcome | null): CountedEntry[] {
  const counts = outcome?.kind === "counted" ? outcome.counts : {};
  const located = (outcome !== null && "located" in outcome ? outcome.located : undefined) ?? {};
  return entries.map((entry) => {
    if (entry.remoteId === null) return entry;
    const place = located[entry.remoteId] ?? null;
    return { ...entry, counts: counts[place?.remoteId ?? entry.remoteId] ?? null, place };
  });
}

/** Whether the access is over, as opposed to tokens that can be renewed, or access that the network accepts for something else. */
async function isOver(refused: Refused, outcome: Unauthorized, usedAt: Instant): Promise<boolean> {
  if ((await probeOf(refused, outcome)).kind !== "ended") return false;
  const { app, channel, call } = refused;
  const renewal = channel.grantId === null ? "none" : await renewRefused(app, channel.grantId, { usedAt, signal: call.signal });
  return renewal === "none" || renewal === "new";
}

function bounded(seconds: number): number {
  return Math.min(RETRY_SECONDS_MAX, Math.max(RETRY_SECONDS_MIN, seconds));
}

const NOTHING: CountsOutcome = { kind: "counted", counts: {} };
