import type { Instant } from "@rostrum/contract/formats.ts";
import type { CalendarChannel, CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import type { ForecastEntry } from "../forecast/foresee.ts";
import { outcomeOf } from "../forecast/present.ts";

/** A departure that the forecast expects, or a queued post that keeps its place in a queue that does not move. */
export interface Planned {
  readonly postId: number;
  readonly collectionId: number;
  /** Null where nothing leaves: the date of its slot counts. */
  readonly at: Instant | null;
  readonly state: Exclude<CalendarEntry["state"], "LEFT">;
  readonly reason: CalendarEntry["reason"];
  readonly channels: readonly CalendarChannel[];
}

/** The forecast's entries as departures with their channels. What is already under way is left out: the ledger tells of it. */
export function plannedOf(entries: readonly ForecastEntry[]): Planned[] {
  const seen = new Set<number>();
  const departures = Map.groupBy(entries.filter(isPlanned), ({ post, leaves }) => `${post.id} ${leaves?.at}`);
  return [...departures.values()].flatMap((those) => {
    const [first] = those;
    if (first === undefined) return [];
    const { post, collection, leaves, obstacle } = first;
    const isFirst = !seen.has(post.id);
    seen.add(post.id);
    return {
      postId: post.id,
      collectionId: collection.id,
      at: leaves?.at ?? null,
      state: stateOf(first, isFirst),
      reason: leaves === null ? (obstacle?.reason ?? null) : null,
      channels: those.map(channelOf),
    };
  });
}

function isPlanned({ post: { place }, leaves, obstacle }: ForecastEntry): boolean {
  if (leaves === null) return place.kind === "queued" && obstacle?.reason !== "beyond_horizon";
  return place.kind !== "leaving" || leaves.slotId !== null;
}

function stateOf({ post: { place } }: ForecastEntry, isFirst: boolean): Planned["state"] {
  if (!isFirst || place.kind === "rejoins" || place.kind === "leaving") return "REPEATS";
  if (place.kind === "timed") return place.mode === "NOW" ? "LEAVING" : "SCHEDULED";
  return "QUEUED";
}

function channelOf(entry: ForecastEntry): CalendarChannel {
  const { channel, obstacle, delay } = entry;
  return {
    id: channel?.id ?? null,
    name: channel?.name ?? null,
    type: channel?.type ?? null,
    outcome: outcomeOf(entry),
    reason: (obstacle ?? delay)?.reason ?? null,
    message: (obstacle ?? delay)?.message ?? null,
  };
}
