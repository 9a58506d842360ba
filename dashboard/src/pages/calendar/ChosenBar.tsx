import { Button, CloseButton, Group, NumberInput, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { LayeredModal } from "../../parts/Dialog.tsx";
import classes from "./calendar.module.css";
import type { Movable } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

const { dialog, places } = words;

interface ChosenBarProps {
  readonly items: readonly Movable[];
  readonly onClear: () => void;
  /** What is done is chosen no more; what was chosen meanwhile still is. */
  readonly onDone: (items: readonly Movable[]) => void;
}

const DAYS_MAX = 3650;

/** What can be done with the posts that are chosen, all at once. */
export function ChosenBar({ items, onClear, onDone }: ChosenBarProps) {
  const { moves, ask, nowLocal } = usePlan();
  const [isShifting, { open, close }] = useDisclosure(false);
  /** Also after the bar is gone, when none of those posts is chosen any more. */
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = isShifting;
    return () => {
      isOpen.current = false;
    };
  }, [isShifting]);
  const [days, setDays] = useState<number | string>(1);
  const [problem, setProblem] = useState<string | null>(null);
  const shift = () =>
    moves.move(
      items,
      { to: "days", days: Number(days) },
      {
        refused: (sentence) => {
          setProblem(sentence);
          return isOpen.current;
        },
        done: () => {
          if (isOpen.current) close();
          onDone(items);
        },
      },
    );
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.bar} role="region" aria-label={words.chosen({ count: items.length })}>
      <Group gap="xs">
        <Text fw={600} aria-live="polite">
          {words.chosen({ count: items.length })}
        </Text>
        <Button size="compact-md" variant="default" onClick={() => ask(items, { day: nowLocal.slice(0, 10), time: "" })}>
          {dialog.toDate}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          onClick={() => {
            setProblem(null);
            open();
          }}
        >
          {dialog.shift}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={moves.isBusy}
          onClick={() => moves.move(items, { to: "queue", position: "BACK" }, { where: places.queue, done: () => onDone(items) })}
        >
          {dialog.toQueue}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={moves.isBusy}
          onClick={() => moves.move(items, { to: "draft" }, { where: places.drafts, done: () => onDone(items) })}
        >
          {dialog.toDrafts}
        </Button>
        <ConfirmButton
          size="compact-md"
          label={words.remove}
          question={dialog.removeQuestion({ count: items.length })}
          consequence={dialog.removeText({ count: items.length })}
          onConfirm={() => moves.remove(items, () => onDone(items))}
        />
        <CloseButton ml="auto" aria-label={dialog.clear} onClick={onClear} />
      </Group>
      <LayeredModal opened={isShifting} onClose={close} title={dialog.shiftTitle({ count: items.length })} centered>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            shift();
          }}
        >
          <Stack>
            <NumberInput
              label={dialog.shiftDays}
              description={dialog.shiftHint}
              value={days}
              onChange={setDays}
              min={-DAYS_MAX}
              max={DAYS_MAX}
              allowDecimal={false}
              hideControls
              error={problem}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {dialog.cancel}
              </Button>
              <Button type="submit" loading={moves.isBusy} disabled={days === "" || Number(days) === 0}>
                {dialog.move}
              </Button>
            </Group>
          </Stack>
        </form>
      </LayeredModal>
    </Paper>
  );
}
