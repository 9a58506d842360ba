import { Button } from "@mantine/core";
import { useState } from "react";
import { printFullDay } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { DayHead } from "./DayHead.tsx";
import { Item } from "./DayItems.tsx";
import { DropCell } from "./DropCell.tsx";
import { type DayItem, isPost } from "./day.ts";
import { isWeekend } from "./grid.ts";
import { words } from "./words.ts";

interface WeekViewProps {
  readonly days: readonly string[];
  readonly today: string;
  readonly focusDay: string;
  readonly items: ReadonlyMap<string, readonly DayItem[]>;
}

/** More whole cards than these are drawn only when somebody asks. */
const SHOWN_MAX = 12;

/** Seven columns of whole cards, one below the other: no hour is a place, and so nothing overlaps. */
export function WeekView({ days, ...rest }: WeekViewProps) {
  return (
    <div className={classes.week}>
      {days.map((day) => (
        <Column key={day} day={day} {...rest} />
      ))}
    </div>
  );
}

function Column({ day, today, focusDay, items }: { readonly day: string } & Omit<WeekViewProps, "days">) {
  const [isWhole, setWhole] = useState(false);
  const those = items.get(day) ?? [];
  const shown = isWhole ? those : those.slice(0, SHOWN_MAX);
  const filled = those.filter(isPost).length;
  const label = printFullDay(day);
  const name = [classes.column, isWeekend(day) && classes.weekend].filter(Boolean).join(" ");
  return (
    <DropCell day={day} label={label} isPast={day < today} className={name}>
      <section className={classes.inCell} aria-label={label}>
        <span className={classes.columnHead} data-through>
          <DayHead day={day} today={today} isFocused={day === focusDay} isNamed />
          {those.length > 0 && (
            <span className={classes.filled}>
              <span aria-hidden>{words.filled({ filled, all: those.length })}</span>
              <span className="unseen">{words.filledLong({ filled, all: those.length })}</span>
            </span>
          )}
        </span>
        <div className={classes.stack} data-through>
          {shown.map((item) => (
            <Item key={item.key} item={item} form="tall" />
          ))}
          {shown.length < those.length && (
            <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
              {words.showAll({ count: those.length - shown.length })}
            </Button>
          )}
        </div>
      </section>
    </DropCell>
  );
}
