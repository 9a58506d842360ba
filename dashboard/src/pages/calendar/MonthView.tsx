import { memo } from "react";
import { printFullDay, printShortWeekday } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { DayHead } from "./DayHead.tsx";
import { FoldedItems } from "./DayItems.tsx";
import { DropCell } from "./DropCell.tsx";
import { type Day, NOTHING } from "./day.ts";
import { isWeekend } from "./grid.ts";

interface MonthViewProps {
  readonly days: readonly string[];
  readonly today: string;
  /** The day that the keyboard is on. */
  readonly focusDay: string;
  readonly items: ReadonlyMap<string, Day>;
  /** Reads a day whole. */
  readonly open: (day: string) => unknown;
}

/** Five whole weeks. Crowded days fold. */
export const MonthView = memo(function MonthView({ days, today, focusDay, items, open }: MonthViewProps) {
  return (
    <div className={classes.month}>
      {days.slice(0, 7).map((day) => (
        <div key={day} className={classes.weekday} aria-hidden>
          {printShortWeekday(day)}
        </div>
      ))}
      {days.map((day) => {
        const those = items.get(day) ?? NOTHING;
        const name = [classes.cell, isWeekend(day) && classes.weekend].filter(Boolean).join(" ");
        const label = printFullDay(day);
        return (
          <DropCell key={day} day={day} label={label} isPast={day < today} className={name}>
            <section className={classes.inCell} aria-label={label}>
              <DayHead day={day} today={today} isFocused={day === focusDay} />
              <FoldedItems day={day} those={those} open={open} />
            </section>
          </DropCell>
        );
      })}
    </div>
  );
});
