import { Radio, Stack } from "@mantine/core";
import { printLocalTime } from "../moments.ts";
import { EVENING, MORNING, PRESETS, type Preset } from "./presets.ts";
import { words } from "./words.ts";

/** Good times for a collection, to begin with. */
export function TimesChoice({ value, onChange }: { readonly value: Preset; readonly onChange: (preset: Preset) => void }) {
  const hours = { morning: printLocalTime(MORNING), evening: printLocalTime(EVENING) };
  const labels: Readonly<Record<Preset, string>> = {
    weekdays: words.presets.weekdays(hours),
    thrice: words.presets.thrice(hours),
    daily: words.presets.daily(hours),
    own: words.presets.own,
  };
  return (
    <Radio.Group label={words.label} value={value} onChange={(chosen) => onChange(chosen as Preset)}>
      <Stack gap="xs" mt={6}>
        {PRESETS.map((preset) => (
          <Radio key={preset} value={preset} label={labels[preset]} {...(preset === "own" && { description: words.ownHint })} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
