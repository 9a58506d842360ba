import { Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { Day } from "@rostrum/contract/formats.ts";
import type { KeyboardEvent } from "react";
import { printLocal, printLocalTime } from "../../parts/moments.ts";
import type { NextPost } from "./next-posts.ts";
import classes from "./week.module.css";
import { dayBeside, LEAP_MINUTES, type Slot, STEP_MINUTES, timeBeside } from "./week.ts";
import { words } from "./words.ts";

/** What can be done with slots; null for those who may only look. */
export interface SlotActions {
  open(slot: Slot): void;
  remove(slot: Slot): void;
  /** By keyboard; null: it is at the end already. */
  move(slot: Slot, place: { readonly day: Day; readonly time: string } | null): void;
}

interface Props {
  readonly slot: Slot;
  readonly next: NextPost | null;
  readonly actions: SlotActions | null;
  /** Of the drag, on the board. */
  readonly handle?: Readonly<Record<string, unknown>>;
}

/** A slot: its time, and what it publishes next. */
export function SlotChip({ slot, next, actions, handle }: Props) {
  const { day, time } = slot;
  const contents = (
    <>
      <Text component="span" display="block" size="sm" fw={600}>
        <VisuallyHidden>{words.days[day]} </VisuallyHidden>
        {printLocalTime(time)}
      </Text>
      {next !== null && (
        <Text component="span" display="block" size="xs" lineClamp={2}>
          <VisuallyHidden>{words.publishesNext} </VisuallyHidden>
          {next.post}
        </Text>
      )}
    </>
  );
  const title = next === null ? undefined : words.next({ post: next.post, when: printLocal(next.local) });
  if (actions === null)
    return (
      <div className={classes.chip} title={title}>
        {contents}
      </div>
    );
  return (
    <UnstyledButton
      className={classes.chip}
      title={title}
      {...handle}
      data-slot={placeOf(slot)}
      onClick={() => actions.open(slot)}
      onKeyDown={(event) => onKey(event, slot, actions)}
    >
      {contents}
    </UnstyledButton>
  );
}

/** How a slot is found again after it has moved. */
export function placeOf({ day, time }: Pick<Slot, "day" | "time">): string {
  return `${day} ${time}`;
}

function onKey(event: KeyboardEvent, slot: Slot, actions: SlotActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const minutes = event.shiftKey ? LEAP_MINUTES : STEP_MINUTES;
  const act: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => actions.move(slot, dayBeside(slot, -1)),
    ArrowRight: () => actions.move(slot, dayBeside(slot, 1)),
    ArrowUp: () => actions.move(slot, timeBeside(slot, -minutes)),
    ArrowDown: () => actions.move(slot, timeBeside(slot, minutes)),
    Delete: () => actions.remove(slot),
    Backspace: () => actions.remove(slot),
  };
  const chosen = act[event.key];
  if (chosen === undefined) return;
  event.preventDefault();
  chosen();
}
