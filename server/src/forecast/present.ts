import { type Instant, printLocal, printUtc } from "@rostrum/contract/formats.ts";
import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";
import { type ForecastReason, isObstacle, statusFor } from "@rostrum/contract/reasons.ts";
import type { WeeklySlot } from "../queue/rules.ts";
import type { ForecastEntry } from "./foresee.ts";

const BEGINNING_LENGTH_MAX = 40;

/** The entries as lines, the brand's wall-clock minute beside the UTC minute. */
export function presentForecast(entries: readonly ForecastEntry[], timezone: string): ForecastLine[] {
  const localMinute = minutePrinter(timezone);
  const collections = new Set(entries.map((entry) => entry.collection));
  const slots = new Map([...collections].flatMap((collection) => collection.slots.map((slot) => [slot.id, slotText(slot)])));
  return entries.map(({ post, collection, channel, leaves, obstacle }) => ({
    local: leaves === null ? null : localMinute(leaves.at),
    utc: leaves === null ? null : printUtc(leaves.at).slice(0, 16),
    postId: post.id,
    post: beginning(post.title),
    collectionId: collection.id,
    collection: collection.title,
    channelId: channel?.id ?? null,
    channel: channel?.name ?? null,
    channelType: channel?.type ?? null,
    slot: leaves?.slotId == null ? null : (slots.get(leaves.slotId) ?? null),
    outcome: outcomeOf({ leaves, obstacle }),
    reason: obstacle?.reason ?? null,
  }));
}

/** `Mon 09:00`. */
export function slotText(slot: WeeklySlot): string {
  return `${slot.day.slice(0, 1)}${slot.day.slice(1).toLowerCase()} ${slot.time}`;
}

/** What a channel that is inactive, or not there, does not get is SKIPPED; for the rest the obstacle says it. */
export function outcomeOf({ leaves, obstacle }: Pick<ForecastEntry, "leaves" | "obstacle">): ForecastLine["outcome"] {
  if (leaves === null) return "STAYS";
  return obstacle === null ? "PUBLISHED" : entryStatus(obstacle.reason);
}

/** How the entry of a channel reads that will not have the post. */
export function entryStatus(reason: ForecastReason): "SKIPPED" | "FAILED" {
  return isObstacle(reason) ? statusFor(reason) : "SKIPPED";
}

/** The first words on one line. */
export function beginning(text: string): string {
  // The text may be long and is printed for each of many rounds; its white space is not.
  const line = text
    .slice(0, BEGINNING_LENGTH_MAX * 8)
    .replace(/\s+/gu, " ")
    .trim();
  const letters = [...line];
  return letters.length <= BEGINNING_LENGTH_MAX ? line : `${letters.slice(0, BEGINNING_LENGTH_MAX - 1).join("")}…`;
}

/** Many entries leave at one moment, and asking for the wall clock is slow. */
function minutePrinter(timezone: string): (at: Instant) => string {
  const known = new Map<Instant, string>();
  return (at) => {
    const minute = known.get(at) ?? printLocal(at, timezone).slice(0, 16);
    known.set(at, minute);
    return minute;
  };
}
