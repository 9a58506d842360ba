import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { LayeredModal } from "../../parts/Dialog.tsx";
import { DAY_MAX, printDay, printLocal, printLocalTime, printMoment, ownZone as zoneHere } from "../../parts/moments.ts";
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
  readonly asked: Asked | null;
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
  const [day, setDay] = useState("");
  const [time, setTime] = useState("");
  const [items, setItems] = useState<readonly Movable[]>([]);
  const [isTold, setTold] = useState(false);
  const [problems, setProblems] = useState<{ readonly day?: string; readonly time?: string }>({});
  /** What is asked by now: a reply may come when the dialog is closed, or open for another post. */
  const latest = useRef(asked);
  useEffect(() => {
    latest.current = asked;
    if (asked === null) return;
    setDay(asked.day);
    setTime(asked.time);
    setProblems({});
    setTold(false);
    setItems(asked.items);
  }, [asked]);
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
        if (latest.current !== asked) return false;
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
        if (latest.current === asked) onClose();
      },
    });
  };

  return (
    <LayeredModal opened={asked !== null} onClose={onClose} title={dialog.title({ count: items.length })} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <Stack>
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {dialog.cancel}
            </Button>
            <Button type="submit" loading={moves.isBusy}>
              {dialog.move}
            </Button>
          </Group>
        </Stack>
      </form>
    </LayeredModal>
  );
}

function momentOf(local: string, zone: string): string {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString();
}
