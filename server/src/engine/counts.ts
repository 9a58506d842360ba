import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { openAccount } from "../channels/account.ts";
import { NO_CHECKPOINT } from "../channels/checkpoints.ts";
import { requireLogIn } from "../channels/manage-store.ts";
import type { Call, Connector, CountsOutcome } from "../connectors/connector.ts";
import { crashPoint } from "../crash-points.ts";
import { GrantTrouble } from "../grants/keep.ts";
import { type Refusal, renewRefused } from "../grants/refused.ts";
import { isAccepted } from "../grants/renew.ts";
import { reach } from "../platforms/hosts.ts";
import { nextCountsAt } from "./count-times.ts";
import { listDueCounts, storeCounts } from "./counts-store.ts";
import { type EngineChannel, findEngineChannel } from "./store.ts";

const BATCH = 25;
/** A platform that refuses counts for now is not asked again sooner. */
const RETRY_SECONDS_MIN = 60;

/** Refreshes the engagement counts of the channel's entries that are due, one batch at a time. */
export async function refreshCounts(app: App, channelId: number, signal: AbortSignal): Promise<void> {
  const now = app.clock.now();
  const due = await listDueCounts(app.db, { channelId, now, limit: BATCH });
  const channel = due.length === 0 ? null : await findEngineChannel(app.db, channelId);
  if (channel === null) return;
  const connector = app.connectors[channel.type];
  if (connector?.counts === undefined || channel.status === "REMOVED")
    return storeCounts(
      app.db,
      due.map((entry) => ({ ...entry, counts: null, nextAt: null })),
      now,
    );
  const later = due.map((entry) => ({ ...entry, counts: null, nextAt: nextCountsAt(entry.publishedAt, now) }));
  // A channel that is connected again goes on counting.
  if (channel.status !== "ACTIVE") return storeCounts(app.db, later, now);
  const outcome = await countsOf(app, channel, { connector, ids: due.map((entry) => entry.remoteId), signal });
  const { counts, located = {} } = outcome?.kind === "counted" ? outcome : NOTHING;
  crashPoint("counts.before-write");
  const retryAt = outcome?.kind === "busy" ? addSeconds(now, Math.max(RETRY_SECONDS_MIN, outcome.retryAfterSeconds)) : null;
  await storeCounts(
    app.db,
    later.map((entry) => {
      const place = located[entry.remoteId] ?? null;
      return { ...entry, counts: counts[place?.remoteId ?? entry.remoteId] ?? null, place, nextAt: earlier(entry.nextAt, retryAt) };
    }),
    now,
  );
  crashPoint("counts.after-write");
}

interface Counting {
  readonly connector: Connector;
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
}

/** Null if the network could not be asked: the next regular time will do, and asking at once again would fail as well. */
async function countsOf(app: App, channel: EngineChannel, { connector, ids, signal }: Counting): Promise<CountsOutcome | null> {
  try {
    const usedAt = app.clock.now();
    const call: Call = { ...reach(app, channel), signal, checkpoint: NO_CHECKPOINT, ownedByOthers: async () => new Set() };
    const account = await openAccount(app, channel, signal);
    const outcome = (await connector.counts?.(ids, account, call)) ?? null;
    if (outcome?.kind === "unauthorized" && (await isRefused(app, channel.grantId, { usedAt, signal })))
      await requireLogIn(app.db, { channelId: channel.id, reason: outcome.reason, now: app.clock.now(), usedAt });
    return outcome;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof GrantTrouble) app.log.warn({ event: "counts without access", channel: channel.id, reason: error.message });
    else app.log.error({ event: "counts failed", channel: channel.id, type: channel.type, err: error });
    return null;
  }
}

/** Whether the access is over, as opposed to tokens that had to be renewed, or new ones that the network accepts for something else. */
async function isRefused(app: App, grantId: number | null, refusal: Refusal): Promise<boolean> {
  if (grantId === null) return true;
  const renewal = await renewRefused(app, grantId, refusal);
  return renewal === "none" || (renewal === "new" && !(await isAccepted(app, grantId, refusal.signal)));
}

/** A refused count is retried before the next regular one, but there is none after the last. */
function earlier(regular: Instant | null, retryAt: Instant | null): Instant | null {
  return regular === null || retryAt === null || regular < retryAt ? regular : retryAt;
}

const NOTHING: Pick<Extract<CountsOutcome, { kind: "counted" }>, "counts" | "located"> = { counts: {} };
