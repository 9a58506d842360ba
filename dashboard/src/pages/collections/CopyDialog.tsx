import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { DAYS, type Day } from "@rostrum/contract/formats.ts";
import { useState } from "react";
import { Dialog } from "../../parts/Dialog.tsx";
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
    <Dialog onClose={onClose} title={words.copyTitle({ day: words.days[day] })} centered closeButtonProps={{ "aria-label": words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
      >
        <Stack>
          <Text size="sm">{words.copyText({ times: times.map(printLocalTime).join(", ") })}</Text>
          <Checkbox.Group label={words.copyTo} value={[...chosen]} onChange={setChosen} error={problem}>
            <Stack gap="xs" my="xs">
              {DAYS.filter((one) => one !== day).map((one) => (
                <Checkbox key={one} value={one} label={words.days[one]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.copyNow}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
