import { type Instant, printLocal, printUtc } from "@rostrum/contract/formats.ts";
import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";
import { type ForecastReason, isObstacle, statusFor } from "@rostrum/contract/reasons.ts";
import type { WeeklySlot } from "../queue/rules.ts";
import type { ForecastEntry } from "./foresee.ts";
import { flatMapInTurns } from "./in-turns.ts";
import type { ForecastPost } from "./rules.ts";

const BEGINNING_LENGTH_MAX = 40;

/** The entries as lines, with the minute in the brand's time zone and in UTC. Lets others have their turn. */
export function presentForecast(entries: readonly ForecastEntry[], timezone: string): Promise<ForecastLine[]> {
  const beginnings = new Map<ForecastPost, string>();
  const localMinute = minutePrinter(timezone);
  const collections = new Set(entries.map((entry) => entry.collection));
  const slots = new Map([...collections].flatMap((collection) => collection.slots.map((slot) => [slot.id, slotText(slot)])));
  return flatMapInTurns(entries, ({ post, collection, channel, leaves, obstacle, delay }) => ({
    local: leaves === null ? null : localMinute(leaves.arrivesAt),
    utc: leaves === null ? null : printUtc(leaves.arrivesAt).slice(0, 16),
    postId: post.id,
    post: beginningOf(post),
    collectionId: collection.id,
    collection: collection.title,
    channelId: channel?.id ?? null,
    channel: channel?.name ?? null,
    channelType: channel?.type ?? null,
    slot: leaves?.slotId == null ? null : (slots.get(leaves.slotId) ?? null),
    outcome: outcomeOf({ leaves, obstacle }),
    reason: (obstacle ?? delay)?.reason ?? null,
    message: (obstacle ?? delay)?.message ?? null,
  }));

  function beginningOf(post: ForecastPost): string {
    const known = beginnings.get(post) ?? beginning(post.title);
    beginnings.set(post, known);
    return known;
  }
}

/** `Mon 09:00`. */
export function slotText(slot: WeeklySlot): string {
  return `${slot.day.slice(0, 1)}${slot.day.slice(1).toLowerCase()} ${slot.time}`;
}

/** An inactive or missing channel means SKIPPED; otherwise the obstacle decides. */
export function outcomeOf({ leaves, obstacle }: Pick<ForecastEntry, "leaves" | "obstacle">): ForecastLine["outcome"] {
  if (leaves === null) return "STAYS";
  return obstacle === null ? "PUBLISHED" : entryStatus(obstacle.reason);
}

/** The status of the entry for a channel that will not get the post. */
export function entryStatus(reason: ForecastReason): "SKIPPED" | "FAILED" {
  if (reason === "held_too_long") return "FAILED";
  return isObstacle(reason) ? statusFor(reason) : "SKIPPED";
}

/** White space other than single spaces. */
const UNEVEN = /[^\S ]| {2}/u;

/** The start of the text on one line. */
export function beginning(text: string, lengthMax = BEGINNING_LENGTH_MAX): string {
  // The text may be long and is printed once per round, so cut it before collapsing white space.
  const start = text.slice(0, lengthMax * 8);
  const line = (UNEVEN.test(start) ? start.replace(/\s+/gu, " ") : start).trim();
  if (line.length <= lengthMax) return line;
  // As far as a character more than fits reaches, at two units each.
  const letters = [...line.slice(0, 2 * lengthMax + 2)];
  return letters.length <= lengthMax ? line : `${letters.slice(0, lengthMax - 1).join("")}…`;
}

/** Caches by minute: many entries share one, and time zone conversion is slow. */
function minutePrinter(timezone: string): (at: Instant) => string {
  const known = new Map<Instant, string>();
  return (at) => {
    const minute = known.get(at) ?? printLocal(at, timezone).slice(0, 16);
    known.set(at, minute);
    return minute;
  };
}
