import { Link } from "@tanstack/react-router";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printLocal } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";
import css from "./overview.module.css";
import { WEEK_DAYS } from "./queries.ts";
import { words } from "./words.ts";

interface NumbersProps {
  readonly brandId: number;
  readonly overview: {
    readonly days: readonly { readonly posts: number; readonly free: number }[];
    readonly sent: number;
    readonly failed: number;
    readonly gained: readonly number[];
  };
  readonly freeSlots: readonly { readonly local: string }[];
}

/** Four numbers, each a way to where it comes from. */
export function Numbers({ brandId, overview: { days, sent, failed, gained }, freeSlots }: NumbersProps) {
  const params = { brandId };
  const week = days.slice(0, WEEK_DAYS);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  const [before, now] = [sum(gained.slice(0, WEEK_DAYS)), sum(gained.slice(WEEK_DAYS))];
  const percent = before === 0 ? null : Math.round(((now - before) / before) * 100);
  return (
    <nav className={css.numbers} aria-label={words.numbers}>
      <Link to="/brands/$brandId/queue" params={params} className={css.number}>
        <span>{words.planned}</span>
        <b>{printCount(sum(week.map(({ posts }) => posts)))}</b>
      </Link>
      <Link to="/brands/$brandId/calendar" params={params} className={css.number}>
        <span>{words.free}</span>
        <b>
          {printCount(freeSlots.length)}{" "}
          {freeSlots[0] !== undefined && <small>{words.nextFree({ when: printLocal(freeSlots[0].local) })}</small>}
        </b>
      </Link>
      <Link to="/brands/$brandId/published" params={params} className={css.number}>
        <span>{words.sent}</span>
        <b>
          {printCount(sent)}{" "}
          {failed > 0 && (
            <small className={css.failed}>
              <StateMark state="failed" isNamed /> {words.failed({ count: failed })}
            </small>
          )}
        </b>
      </Link>
      <Link to="/brands/$brandId/analytics" params={params} className={css.number}>
        <span>{words.gained}</span>
        <b>
          {printCount(now)}{" "}
          {percent !== null && percent !== 0 && (
            <small>
              {words.change({ percent: `${percent > 0 ? "+" : "−"}${printCount(Math.abs(percent))}` })}
              <span className="unseen"> {percent > 0 ? words.more : words.less}</span>
            </small>
          )}
        </b>
        <Spark points={gained} />
      </Link>
    </nav>
  );
}

/** The course of two weeks. Decoration: the numbers stand beside it. */
function Spark({ points }: { readonly points: readonly number[] }) {
  const max = Math.max(...points);
  if (max === 0) return null;
  const at = (value: number, place: number) => `${(place / (points.length - 1)) * 120},${40 - (value / max) * 34}`;
  const line = points.map(at).join(" ");
  return (
    <svg className={css.spark} viewBox="0 0 120 44" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,44 ${line} 120,44`} fill="var(--accent-soft)" />
      <polyline points={line} fill="none" stroke="var(--accent-text)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
