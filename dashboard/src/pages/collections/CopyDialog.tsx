import { Checkbox, Stack } from "@mantine/core";
import { DAYS, type Day } from "@rostrum/contract/formats.ts";
import { useState } from "react";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { printLocalTime } from "../../parts/moments.ts";
import { words } from "./words.ts";

interface Props {
  readonly day: Day;
  readonly times: readonly string[];
  /** Why it cannot be copied to these days; null if it can. */
  readonly problemWith: (to: readonly Day[]) => string | null;
  readonly onDone: (to: readonly Day[]) => void;
  readonly onClose: () => void;
}

/** Copies the times of a day to others. */
export function CopyDialog({ day, times, problemWith, onDone, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const done = () => {
    const to = DAYS.filter((one) => chosen.includes(one));
    const wrong = to.length === 0 ? words.copyNone : problemWith(to);
    if (wrong === null) onDone(to);
    else setProblem(wrong);
  };
  return (
    <FormDialog
      title={words.copyTitle({ day: words.days[day] })}
      lead={words.copyText({ times: times.map(printLocalTime).join(", ") })}
      submit={words.copyNow}
      isPending={false}
      onSubmit={done}
      onClose={onClose}
    >
      <Checkbox.Group label={words.copyTo} value={[...chosen]} onChange={setChosen} error={problem}>
        <Stack gap="xs" my="xs">
          {DAYS.filter((one) => one !== day).map((one) => (
            <Checkbox key={one} value={one} label={words.days[one]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
