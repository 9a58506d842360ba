import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "./differences.ts";
import { printSlot } from "./print.ts";

const SEEN = {
  title: "Bread",
  description: null,
  status: "ACTIVE",
  maxRepublish: 0,
  channels: [{ id: 1, name: "Shop", status: "ACTIVE", type: "Mastodon" }],
  queues: [
    { id: 1, day: "MON", time: "09:00", date: "MON 09:00", status: "PENDING" },
    { id: 2, day: "MON", time: "09:00", date: "MON 09:00", status: "PENDING" },
  ],
} as const;
type Collection = Parameters<typeof differences>[0];
const seen = SEEN as unknown as Collection;

test("what somebody else has changed is said, part by part", () => {
  const now = {
    ...seen,
    title: "Rolls",
    status: "PAUSED",
    maxRepublish: 4,
    channels: [],
    queues: [{ id: 1, day: "TUE", time: "10:00", date: "TUE 10:00", status: "PENDING" }],
  } as unknown as Collection;
  assert.deepEqual(differences(seen, now), [
    "The title is now “Rolls”.",
    "It is now paused.",
    "Evergreen is now “Back in the queue after 4 weeks”.",
    "Channels: without Shop.",
    `Slots: with ${printSlot({ day: "TUE", time: "10:00" })}, without ${[1, 2].map(() => printSlot({ day: "MON", time: "09:00" })).join(", ")}.`,
  ]);
});

test("a slot that has got a new id is no difference", () => {
  assert.deepEqual(differences(seen, { ...seen, queues: seen.queues.map((slot) => ({ ...slot, id: slot.id + 10 })) }), []);
});
