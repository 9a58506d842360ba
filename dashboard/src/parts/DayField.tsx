import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { DAY_MAX } from "./moments.ts";

interface DayFieldProps {
  readonly label: string;
  readonly day: string;
  readonly error?: string | false;
  readonly onDay: (day: string | null) => void;
}

/** While a year is typed, its first digits are years as well: those are nobody's wish. */
const YEAR_MIN = "1900";

/** A day, which counts once it is whole. */
export function DayField({ label, day, error = false, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const change = (value: string) => {
    setTyped(value);
    if (value === "" || value >= YEAR_MIN) onDay(value === "" ? null : value);
  };
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      max={DAY_MAX}
      error={error}
      onChange={({ currentTarget: { value } }) => change(value)}
      onBlur={() => setTyped(day)}
    />
  );
}
