import { DAY_ENTRIES_MAX } from "@rostrum/contract/private/calendar.ts";
import { memo } from "react";
import { printFullDay } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { DayHead } from "./DayHead.tsx";
import { SteppedItems } from "./DayItems.tsx";
import { DropCell } from "./DropCell.tsx";
import { type Day, NOTHING } from "./day.ts";
import { isWeekend } from "./grid.ts";
import { words } from "./words.ts";

interface WeekViewProps {
  readonly days: readonly string[];
  readonly today: string;
  readonly focusDay: string;
  readonly items: ReadonlyMap<string, Day>;
  /** Reads a day whole. */
  readonly open: (day: string) => unknown;
}

/** Seven columns of whole cards, one below the other: no hour is a place, and so nothing overlaps. */
export const WeekView = memo(function WeekView({ days, ...rest }: WeekViewProps) {
  return (
    <div className={classes.week}>
      {days.map((day) => (
        <Column key={day} day={day} {...rest} />
      ))}
    </div>
  );
});

function Column({ day, today, focusDay, items, open }: { readonly day: string } & Omit<WeekViewProps, "days">) {
  const those = items.get(day) ?? NOTHING;
  const { posts: filled, free } = those;
  const all = filled + free;
  const label = printFullDay(day);
  const name = [classes.column, isWeekend(day) && classes.weekend].filter(Boolean).join(" ");
  return (
    <DropCell day={day} label={label} isPast={day < today} className={name}>
      <section className={classes.inCell} aria-label={label}>
        <span className={classes.columnHead} data-through>
          <DayHead day={day} today={today} isFocused={day === focusDay} isNamed />
          {all > 0 && (
            <span className={classes.filled}>
              <span aria-hidden>{words.filled({ filled, all })}</span>
              <span className="unseen">{words.filledLong({ filled, all })}</span>
            </span>
          )}
        </span>
        <SteppedItems those={those} first={DAY_ENTRIES_MAX} form="tall" className={classes.stack} open={() => open(day)} />
      </section>
    </DropCell>
  );
}
