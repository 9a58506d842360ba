import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import {
  IconAlertTriangle,
  IconCalendarTime,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconPlayerPause,
  IconRepeat,
  IconSend,
  IconStack2,
} from "@tabler/icons-react";
import { type Mark, markOf, troublesOf } from "./marks.ts";

const ICONS: Readonly<Record<Mark, typeof IconSend>> = {
  scheduled: IconCalendarTime,
  queued: IconStack2,
  repeats: IconRepeat,
  stuck: IconPlayerPause,
  leaving: IconSend,
  published: IconCircleCheck,
  partly: IconCircleHalf2,
  failed: IconCircleX,
};

const COLOURS: Readonly<Record<Mark, string>> = {
  scheduled: "blue",
  queued: "violet",
  repeats: "gray",
  stuck: "orange",
  leaving: "cyan",
  published: "green",
  partly: "orange",
  failed: "red",
};

const SIZE = 14;

/** The colour of a post's edge. It only repeats what the icon and the label say. */
export function markColour(mark: Mark): string {
  return `var(--mantine-color-${COLOURS[mark]}-6)`;
}

/** How the post stands; its words are in the label of what it belongs to. */
export function MarkIcon({ entry }: { readonly entry: CalendarEntry }) {
  const mark = markOf(entry);
  const Icon = ICONS[mark];
  const isWarned = entry.state !== "LEFT" && troublesOf(entry).length > 0;
  return (
    <>
      <Icon size={SIZE} aria-hidden />
      {isWarned && <IconAlertTriangle size={SIZE} aria-hidden color="var(--mantine-color-red-text)" />}
    </>
  );
}
