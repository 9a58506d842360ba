import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import classes from "./calendar.module.css";
import type { Movable } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { ShiftDialog } from "./ShiftDialog.tsx";
import { words } from "./words.ts";

const { dialog, places } = words;

interface ChosenBarProps {
  readonly items: readonly Movable[];
  readonly onClear: () => void;
  /** What is done is chosen no more; what was chosen meanwhile still is. */
  readonly onDone: (items: readonly Movable[]) => void;
}

/** What can be done with the posts that are chosen, all at once. */
export function ChosenBar({ items, onClear, onDone }: ChosenBarProps) {
  const { moves, ask, nowLocal } = usePlan();
  const [isShifting, { open, close }] = useDisclosure(false);
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.bar} role="region" aria-label={words.chosen({ count: items.length })}>
      <Group gap="xs">
        <Text fw={600} aria-live="polite">
          {words.chosen({ count: items.length })}
        </Text>
        <Button size="compact-md" variant="default" onClick={() => ask(items, { day: nowLocal.slice(0, 10), time: "" })}>
          {dialog.toDate}
        </Button>
        <Button size="compact-md" variant="default" onClick={open}>
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
      {isShifting && <ShiftDialog items={items} onClose={close} onDone={onDone} />}
    </Paper>
  );
}
