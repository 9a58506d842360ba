import { hueOf } from "../../parts/look/hues.ts";
import { printFullDay, printShortWeekday } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { type Day, isPost, NOTHING } from "./day.ts";
import { words } from "./words.ts";

interface WeekStripProps {
  readonly days: readonly string[];
  readonly day: string;
  readonly today: string;
  readonly items: ReadonlyMap<string, Day>;
  readonly go: (day: string) => void;
}

const DOTS_MAX = 4;

/** A week as seven buttons with a dot for each post, and a ring for each free slot: on the phone. The list below begins with the day. */
export function WeekStrip({ days, day, today, items, go }: WeekStripProps) {
  return (
    <div className={classes.strip}>
      {days.map((one) => {
        const { items: those, posts, free } = items.get(one) ?? NOTHING;
        const says = [printFullDay(one), words.counts.posts({ count: posts }), words.counts.free({ count: free })];
        return (
          <button
            key={one}
            type="button"
            className={classes.stripDay}
            aria-pressed={one === day}
            {...(one === today ? { "aria-current": "date" as const } : {})}
            onClick={() => go(one)}
          >
            <span className="unseen">{says.join(", ")}</span>
            <span aria-hidden>{printShortWeekday(one)}</span>
            <b aria-hidden>{Number(one.slice(8))}</b>
            <span className={classes.dots} aria-hidden>
              {those.slice(0, DOTS_MAX).map((item) => (
                <i
                  key={item.key}
                  data-free={!isPost(item) || undefined}
                  style={{ "--c": hueOf(isPost(item) ? item.entry.collectionId : item.slot.collectionId) } as React.CSSProperties}
                />
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
}
