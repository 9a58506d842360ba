import { Button, Popover, Stack, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { type Slot, timesOn, WEEK, type WeekDay, withSlot } from "./presets.ts";
import css from "./welcome.module.css";
import { words } from "./words.ts";

interface Props {
  readonly slots: readonly Slot[];
  readonly onChange: (slots: readonly Slot[]) => void;
}

/** A week of times: each can be taken away, and more added. */
export function WeekOfTimes({ slots, onChange }: Props) {
  return (
    <div className={css.week}>
      {WEEK.map((day) => (
        <div key={day}>
          <p>{words.days[day]}</p>
          {timesOn(day, slots).map((time) => (
            <button
              key={time}
              type="button"
              className={css.time}
              aria-label={words.remove({ time, day: words.days[day] })}
              onClick={() => onChange(slots.filter((slot) => slot !== `${day} ${time}`))}
            >
              {time}
              <IconX size={13} aria-hidden />
            </button>
          ))}
          <AddTime day={day} onAdd={(time) => onChange(withSlot(slots, day, time))} />
        </div>
      ))}
    </div>
  );
}

function AddTime({ day, onAdd }: { readonly day: WeekDay; readonly onAdd: (time: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [time, setTime] = useState("12:00");
  const name = words.days[day];
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withArrow>
      <Popover.Target>
        <button type="button" className={css.add} aria-label={words.addOn({ day: name })} onClick={() => setOpen(!isOpen)}>
          <IconPlus size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onAdd(time);
            setOpen(false);
          }}
        >
          <Stack gap="xs">
            <TextInput
              type="time"
              label={words.timeOn({ day: name })}
              value={time}
              required
              onChange={({ currentTarget }) => setTime(currentTarget.value)}
            />
            <Button type="submit">{words.add}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
