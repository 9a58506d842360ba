import { DAYS, type Day } from "@rostrum/contract/formats.ts";

export const PRESETS = ["weekdays", "thrice", "daily", "own"] as const;
export type Preset = (typeof PRESETS)[number];

export const MORNING = "09:00";
export const EVENING = "17:00";

interface PresetSlot {
  readonly day: Day;
  /** `HH:mm`. */
  readonly time: string;
}

const WEEKDAYS: readonly Day[] = DAYS.slice(0, 5);

/** The week of a preset; own times are chosen one by one. */
export function slotsOf(preset: Preset): readonly PresetSlot[] {
  if (preset === "own") return [];
  if (preset === "daily") return DAYS.flatMap((day) => [MORNING, EVENING].map((time) => ({ day, time })));
  const days = preset === "weekdays" ? WEEKDAYS : WEEKDAYS.filter((_, index) => index % 2 === 0);
  return days.map((day) => ({ day, time: MORNING }));
}
