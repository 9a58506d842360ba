import { Anchor, VisuallyHidden } from "@mantine/core";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { Link } from "@tanstack/react-router";
import { printFullDay, printShortWeekday } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { DropCell } from "./DropCell.tsx";
import { EntryCard } from "./EntryCard.tsx";
import { dayOf } from "./grid.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

interface MonthViewProps {
  readonly days: readonly string[];
  /** `Y-m`: days of other months are toned down. */
  readonly month: string;
  readonly today: string;
  readonly entries: readonly CalendarEntry[];
}

const SHOWN_MAX = 3;

/** A month in whole weeks. Crowded days fold into "+n more", which opens the day. */
export function MonthView({ days, month, today, entries }: MonthViewProps) {
  const { brandId } = usePlan();
  const byDay = Map.groupBy(entries, ({ local }) => dayOf(local));
  return (
    <div className={classes.month}>
      {days.slice(0, 7).map((day) => (
        <div key={day} className={classes.weekday} aria-hidden>
          {printShortWeekday(day)}
        </div>
      ))}
      {days.map((day) => {
        const those = byDay.get(day) ?? [];
        // One more post takes no more room than the words that there is one.
        const shown = those.length <= SHOWN_MAX + 1 ? those : those.slice(0, SHOWN_MAX);
        const more = those.length - shown.length;
        const name = [classes.cell, day === today && classes.today, !day.startsWith(month) && classes.other].filter(Boolean).join(" ");
        const toDay = (search: object) => ({ ...search, view: "day" as const, date: day });
        return (
          <DropCell key={day} cell={day} label={printFullDay(day)} isPast={day < today} className={name}>
            <section className={classes.inCell} aria-label={printFullDay(day)}>
              <Link
                className={classes.dayNumber}
                to="/brands/$brandId/calendar"
                params={{ brandId }}
                search={toDay}
                {...(day === today ? { "aria-current": "date" as const } : {})}
              >
                {Number(day.slice(8))}
                {day === today && ` ${words.today}`}
                <VisuallyHidden>, {printFullDay(day)}</VisuallyHidden>
              </Link>
              {shown.map((entry) => (
                <EntryCard key={entry.key} entry={entry} />
              ))}
              {more > 0 && (
                <Anchor
                  size="sm"
                  lh="24px"
                  display="inline-block"
                  renderRoot={(props) => <Link to="/brands/$brandId/calendar" params={{ brandId }} search={toDay} {...props} />}
                >
                  {words.more(more)}
                  <VisuallyHidden> {words.onDay(printFullDay(day))}</VisuallyHidden>
                </Anchor>
              )}
            </section>
          </DropCell>
        );
      })}
    </div>
  );
}
