import type { Instant } from "@rostrum/contract/formats.ts";
import { dayName, slotStatus } from "../queue/rules.ts";
import type { CollectionRow, EmbeddedChannelRow, SlotRow } from "./store.ts";

/** A collection as the API returns it, from its row, channels and slots. */
export function presentCollection(
  row: CollectionRow,
  parts: { channels: readonly EmbeddedChannelRow[]; slots: readonly SlotRow[]; timezone: string | null; now: Instant },
) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    evergreen: { enabled: row.maxRepublish !== 0, maxRepublish: row.maxRepublish },
    maxRepublish: row.maxRepublish,
    timezone: parts.timezone,
    channels: parts.channels
      .filter((channel) => channel.collectionId === row.id)
      .map(({ id, name, status, type }) => ({ id, name, status, type })),
    queues: parts.slots.filter((slot) => slot.collectionId === row.id).map((slot) => presentSlot(slot, parts.timezone ?? "UTC", parts.now)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function presentSlot(slot: SlotRow, timezone: string, now: Instant) {
  const day = dayName(slot.day);
  return { id: slot.id, day, time: slot.time, date: `${day} ${slot.time}`, status: slotStatus(slot.sentAt, timezone, now) };
}
