import { Group, Text, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { DAY_MAX, printDay, printLocal, printLocalTime, printMoment, ownZone as zoneHere } from "../../parts/moments.ts";
import { useIsLeft } from "../../parts/use-is-left.ts";
import type { Movable } from "./moves.ts";
import type { Moves } from "./use-moves.ts";
import { words } from "./words.ts";

const { dialog } = words;

export interface Asked {
  readonly items: readonly Movable[];
  readonly day: string;
  /** `HH:mm`; empty: each keeps its own. */
  readonly time: string;
}

interface DateDialogProps {
  readonly asked: Asked;
  /**
   * A post as it is by now; null if it is not shown any more. What is moved is what was asked about, so that a move of somebody else is not
   * overwritten unsaid; once that has been said, what was found then.
   */
  readonly current: (item: Movable) => Movable | null;
  readonly zone: string;
  readonly moves: Moves;
  readonly onClose: () => void;
  readonly onMoved: (items: readonly Movable[]) => void;
}

const DRAFTS_LEAVE_AT = "09:00:00";

/** Asks when posts are to leave. The fields are the browser's own, which work by touch and by keyboard. */
export function DateDialog({ asked, current, zone, moves, onClose, onMoved }: DateDialogProps) {
  const [day, setDay] = useState(asked.day);
  const [time, setTime] = useState(asked.time);
  const [items, setItems] = useState(asked.items);
  const [isTold, setTold] = useState(false);
  const [problems, setProblems] = useState<{ readonly day?: string; readonly time?: string }>({});
  /** A reply may come when the dialog is closed, or open for another post. */
  const isLeft = useIsLeft();
  useEffect(() => {
    if (!isTold) return;
    const newer = items.map((item) => current(item) ?? item);
    if (newer.every(({ updatedAt }, index) => updatedAt === items[index]?.updatedAt)) return;
    setItems(newer);
    setTold(false);
  }, [isTold, items, current]);
  const mayKeep = items.length > 1;
  const own = zoneHere();
  // Browsers let a year have six digits.
  const isDay = day !== "" && day.length === DAY_MAX.length && day <= DAY_MAX;
  const moment = isDay && time !== "" ? momentOf(`${day}T${time}`, zone) : null;

  const move = () => {
    if (!isDay) return setProblems({ day: dialog.dayMissing });
    if (time === "" && !mayKeep) return setProblems({ time: dialog.timeMissing });
    const local = `${day} ${time}:00`;
    const goal = time === "" ? ({ to: "day", day, otherwise: DRAFTS_LEAVE_AT } as const) : ({ to: "date", local } as const);
    moves.move(items, goal, {
      where: time === "" ? printDay(day) : printLocal(local),
      refused: (sentence, isOutdated) => {
        if (isLeft.current) return false;
        // What is not shown any more cannot be moved from here as it is by now.
        if (isOutdated && items.some((item) => current(item) === null)) {
          onClose();
          return false;
        }
        setProblems({ time: sentence });
        if (isOutdated) setTold(true);
        return true;
      },
      done: () => {
        onMoved(items);
        if (!isLeft.current) onClose();
      },
    });
  };

  return (
    <FormDialog
      title={dialog.title({ count: items.length })}
      submit={dialog.move}
      isPending={moves.isBusy}
      onSubmit={move}
      onClose={onClose}
    >
      {items.length === 1 && <Text lineClamp={2}>{items[0]?.post}</Text>}
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label={dialog.day}
          value={day}
          max={DAY_MAX}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={problems.day}
          data-autofocus
        />
        <TextInput
          type="time"
          label={dialog.time}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
          error={problems.time}
        />
      </Group>
      {mayKeep && <Text size="sm">{dialog.keepTime({ time: printLocalTime(DRAFTS_LEAVE_AT) })}</Text>}
      <Text size="sm" c="dimmed">
        {dialog.zone({ zone })}
        {own !== zone && moment !== null && ` = ${printMoment(moment, own)} (${own})`}
      </Text>
    </FormDialog>
  );
}

function momentOf(local: string, zone: string): string {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString();
}
