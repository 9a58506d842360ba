import { Link } from "@tanstack/react-router";
import { printFullDay, printShortWeekday } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { usePlan } from "./plan-context.ts";
import { printShortMonth } from "./spans.ts";
import { words } from "./words.ts";

interface DayHeadProps {
  readonly day: string;
  readonly today: string;
  /** Of all days one is in the order of the tab key; the arrow keys lead to the others. */
  readonly isFocused: boolean;
  readonly isNamed?: boolean;
}

/** The number of a day, which leads to its week. */
export function DayHead({ day, today, isFocused, isNamed = false }: DayHeadProps) {
  const { brandId, search } = usePlan();
  const isToday = day === today;
  return (
    <span className={classes.dayHead} data-through data-today={isToday || undefined} data-past={day < today || undefined}>
      <Link
        className={classes.dayLink}
        to="/brands/$brandId/calendar"
        params={{ brandId }}
        search={{ ...search, view: "week", date: day }}
        tabIndex={isFocused ? 0 : -1}
        data-day={day}
        {...(isToday ? { "aria-current": "date" as const } : {})}
      >
        {isNamed && <span className={classes.dayName}>{printShortWeekday(day)} </span>}
        <span className={classes.dayNumber}>{Number(day.slice(8))}</span>
        <span className="unseen">
          {isToday && ` ${words.today}`}, {printFullDay(day)}
        </span>
      </Link>
      {day.endsWith("-01") && <span className={classes.monthName}>{printShortMonth(day)}</span>}
    </span>
  );
}
