import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { useEffect, useRef } from "react";
import { printDay, printFullDay, printHour } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { hourCell } from "./cells.ts";
import { DropCell } from "./DropCell.tsx";
import { EntryCard } from "./EntryCard.tsx";
import { columnsOf, dayOf, minutesOf } from "./grid.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

interface TimeColumnsProps {
  readonly days: readonly string[];
  readonly today: string;
  readonly entries: readonly CalendarEntry[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HOUR_PIXELS = 64;
/** How long a card is, in minutes: two lines, or four in the narrow columns of a week. */
const CARD_MINUTES = { day: 48, week: 75 };
/** Beside the cards each hour stays free to be clicked. */
const FREE_PIXELS = 26;
/** Where a week without posts opens. */
const OPENS_AT_MINUTES = 8 * 60;

/** Days as columns of hours, opened at the first post. */
export function TimeColumns({ days, today, entries }: TimeColumnsProps) {
  const { nowLocal } = usePlan();
  const box = useRef<HTMLDivElement>(null);
  const first = entries.reduce<number | null>((least, { local }) => Math.min(least ?? Number.POSITIVE_INFINITY, minutesOf(local)), null);
  const span = `${days[0]} ${days.length}`;
  const isLoaded = first !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when other days are shown, not when a post moves
  useEffect(() => {
    const start = ((first ?? OPENS_AT_MINUTES) / 60) * HOUR_PIXELS;
    box.current?.scrollTo({ top: Math.max(0, start - HOUR_PIXELS / 2) });
  }, [span, isLoaded]);
  const byDay = Map.groupBy(entries, ({ local }) => dayOf(local));
  return (
    <section
      ref={box}
      className={classes.columns}
      style={{ gridTemplateColumns: `68px repeat(${days.length}, minmax(0, 1fr))` }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={
        days.length === 1 ? printFullDay(days[0] ?? today) : `${printFullDay(days[0] ?? today)} – ${printFullDay(days.at(-1) ?? today)}`
      }
    >
      <div className={classes.columnHead} />
      {days.map((day) => (
        <div key={day} className={`${classes.columnHead} ${day === today ? classes.today : ""}`}>
          {printDay(day)}
          {day === today && ` · ${words.today}`}
        </div>
      ))}
      <div className={classes.hours} aria-hidden>
        {HOURS.map((hour) => (
          <div key={hour} className={classes.hour}>
            {printHour(hour)}
          </div>
        ))}
      </div>
      {days.map((day) => {
        const those = byDay.get(day) ?? [];
        const places = columnsOf(
          those.map(({ local }) => minutesOf(local)),
          days.length === 1 ? CARD_MINUTES.day : CARD_MINUTES.week,
        );
        return (
          <section key={day} className={classes.column} aria-label={printFullDay(day)}>
            {HOURS.map((hour) => {
              const cell = hourCell(day, hour);
              const label = `${printFullDay(day)}, ${printHour(hour)}`;
              return (
                <DropCell
                  key={cell}
                  cell={cell}
                  label={label}
                  isPast={cell < nowLocal.replace(" ", "T").slice(0, 13)}
                  className={classes.hour ?? ""}
                />
              );
            })}
            {those.map((entry, index) => {
              const { column, columns } = places[index] ?? { column: 0, columns: 1 };
              const style = {
                top: `${(minutesOf(entry.local) / 60) * HOUR_PIXELS + 1}px`,
                left: `calc((100% - ${FREE_PIXELS}px) * ${column / columns})`,
                width: `calc((100% - ${FREE_PIXELS}px) / ${columns})`,
              };
              return (
                <div key={entry.key} className={classes.placed} style={style}>
                  <EntryCard entry={entry} isWide={days.length === 1 && columns === 1} />
                </div>
              );
            })}
          </section>
        );
      })}
    </section>
  );
}
