import { Button, NativeSelect, TextInput } from "@mantine/core";
import { DAYS, type Day } from "@rostrum/contract/formats.ts";
import { useState } from "react";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { printLocalTime } from "../../parts/moments.ts";
import { words } from "./words.ts";

interface Place {
  readonly day: Day;
  readonly time: string;
}

interface Props {
  /** Where it is, or is to be. */
  readonly place: Place;
  readonly isNew: boolean;
  /** Why it cannot be there; null if it can. */
  readonly problemAt: (place: Place) => string | null;
  readonly onDone: (place: Place) => void;
  /** Absent for a new slot. */
  readonly onRemove: (() => void) | null;
  readonly onClose: () => void;
}

/** A slot by day and time: the way without dragging. */
export function SlotDialog({ place, isNew, problemAt, onDone, onRemove, onClose }: Props) {
  const [day, setDay] = useState<Day>(place.day);
  const [time, setTime] = useState(place.time);
  const [problem, setProblem] = useState<string | null>(null);
  const done = () => {
    const wrong = /^\d\d:\d\d$/.test(time) ? problemAt({ day, time }) : words.invalidTime({ time: printLocalTime("09:00") });
    if (wrong === null) onDone({ day, time });
    else setProblem(wrong);
  };
  return (
    <FormDialog
      title={isNew ? words.newSlotTitle : words.slotTitle}
      submit={isNew ? words.add : words.move}
      isPending={false}
      foot={
        onRemove === null ? undefined : (
          <Button variant="subtle" color="red" onClick={onRemove}>
            {words.remove}
          </Button>
        )
      }
      onSubmit={done}
      onClose={onClose}
    >
      <NativeSelect
        label={words.slotDay}
        data={DAYS.map((value) => ({ value, label: words.days[value] }))}
        value={day}
        onChange={({ currentTarget }) => setDay(DAYS.find((one) => one === currentTarget.value) ?? day)}
      />
      <TextInput
        type="time"
        label={words.slotTime}
        value={time}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
        error={problem}
        data-autofocus
      />
    </FormDialog>
  );
}
