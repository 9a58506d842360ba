import { useSuspenseQuery } from "@tanstack/react-query";
import css from "./analytics.module.css";
import { print } from "./print.ts";
import { goodHoursQuery } from "./queries.ts";
import { Section } from "./Section.tsx";
import { words } from "./words.ts";

/** When this brand's posts did best, or that there are too few to say. */
export function GoodHours({ brandId }: { readonly brandId: number }) {
  const { isEnough, posts, postsNeeded, hours } = useSuspenseQuery(goodHoursQuery(brandId)).data;
  return (
    <Section title={words.goodHours} lead={words.goodHoursLead}>
      {!isEnough && <p className={css.quiet}>{words.notEnough({ posts, needed: postsNeeded })}</p>}
      {isEnough && hours.length === 0 && <p className={css.quiet}>{words.noGood}</p>}
      {hours.length > 0 && (
        <ol className={css.hours}>
          {hours.map(({ weekday, hour, average, posts: count }) => (
            <li key={`${weekday} ${hour}`} className={css.hour}>
              <b className="figures">{words.goodHour({ weekday: print.weekday(weekday), hour: print.hour(hour) })}</b>
              <span className={css.meta}>{words.goodHourOf({ average: print.average(average), posts: count })}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
