const WORK_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;
export const WEEK = [...WORK_DAYS, "Sat", "Sun"] as const;
export type WeekDay = (typeof WEEK)[number];

/** A weekly time in the brand's zone, as the API writes it: `Mon 09:00`. */
export type Slot = `${WeekDay} ${string}`;

/** Hours at which people look, until the brand's own results say better: mornings, and the way home. */
export const PRESETS = {
  threeAWeek: slotsOf(["Mon", "Wed", "Fri"], ["09:00"]),
  oneADay: slotsOf(WEEK, ["09:00"]),
  twoADay: slotsOf([...WORK_DAYS, "Sat"], ["09:00", "16:00"]),
} as const satisfies Readonly<Record<string, readonly Slot[]>>;
export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

/** The times of a day, earliest first. */
export function timesOn(day: WeekDay, slots: readonly Slot[]): string[] {
  return slots.flatMap((slot) => (slot.startsWith(day) ? [slot.slice(4)] : [])).sort();
}

/** One more; the same time twice is one. */
export function withSlot(slots: readonly Slot[], day: WeekDay, time: string): readonly Slot[] {
  return /^\d{2}:\d{2}$/.test(time) ? [...new Set([...slots, `${day} ${time}` as const])] : slots;
}

function slotsOf(days: readonly WeekDay[], times: readonly string[]): readonly Slot[] {
  return days.flatMap((day) => times.map((time): Slot => `${day} ${time}`));
}
