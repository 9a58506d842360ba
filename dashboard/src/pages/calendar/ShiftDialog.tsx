import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { useIsLeft } from "../../parts/use-is-left.ts";
import type { Movable } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

const { dialog } = words;
const DAYS_MAX = 3650;

interface ShiftDialogProps {
  readonly items: readonly Movable[];
  readonly onClose: () => void;
  readonly onDone: (items: readonly Movable[]) => void;
}

/** Asks by how many days posts move, each at its own time. */
export function ShiftDialog({ items, onClose, onDone }: ShiftDialogProps) {
  const { moves } = usePlan();
  const [days, setDays] = useState<number | string>(1);
  const [problem, setProblem] = useState<string | null>(null);
  const isLeft = useIsLeft();
  const shift = () =>
    moves.move(
      items,
      { to: "days", days: Number(days) },
      {
        refused: (sentence) => {
          setProblem(sentence);
          return !isLeft.current;
        },
        done: () => {
          if (!isLeft.current) onClose();
          onDone(items);
        },
      },
    );
  return (
    <FormDialog
      title={dialog.shiftTitle({ count: items.length })}
      submit={dialog.move}
      isPending={moves.isBusy}
      canSubmit={days !== "" && Number(days) !== 0}
      onSubmit={shift}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
