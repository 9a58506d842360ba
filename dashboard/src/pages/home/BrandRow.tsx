import type { HomeBrand } from "@rostrum/contract/private/home.ts";
import type { Need } from "@rostrum/contract/private/needs.ts";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { BrandLogo } from "../../parts/look/avatars.tsx";
import { NetworkDiscs } from "../../parts/look/NetworkDisc.tsx";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printLocal } from "../../parts/moments.ts";
import { isUrgent } from "../../parts/needs/NeedRow.tsx";
import { pillOf } from "../../parts/needs/sentences.ts";
import css from "./home.module.css";
import { summed } from "./order.ts";
import { words } from "./words.ts";

/** State pills beside a brand; the panel has all that needs somebody. */
const PILLS_MAX = 2;
/** From so many gaps on, they stand out. */
const MANY_GAPS = 5;

interface BrandRowProps {
  readonly brand: SessionBrand;
  readonly summary: HomeBrand;
  readonly needs: readonly Need[];
}

/** A brand in a line, which leads to its overview. */
export function BrandRow({ brand, summary: { networks, next, days }, needs }: BrandRowProps) {
  const gaps = days.reduce((sum, { free }) => sum + free, 0);
  const hasSlots = days.some(({ slots }) => slots > 0);
  const pills = summed(needs).slice(0, PILLS_MAX);
  return (
    <li>
      <Link to="/brands/$brandId" params={{ brandId: brand.id }} className={css.row}>
        <span className={css.brand}>
          <BrandLogo brand={brand} size={34} />
          <span className={css.brandText}>
            <b>{brand.title}</b>
            {networks.length > 0 && <NetworkDiscs types={networks} size={15} max={6} />}
          </span>
        </span>
        <span className={css.next}>
          {next === null ? (
            <span className={css.none}>{words.noNext}</span>
          ) : (
            <>
              <PostThumb picture={next.picture} size={36} />
              <span className={css.nextText}>
                <span className={css.nextTime}>{printLocal(next.local)}</span>
                <span className={css.nextPost}>{next.post}</span>
              </span>
            </>
          )}
        </span>
        <span className={css.strip}>
          <Strip days={days} />
          <span className={css.gaps} data-many={gaps >= MANY_GAPS || undefined}>
            {gaps > 0 ? words.gaps({ count: gaps }) : hasSlots ? words.full : ""}
          </span>
        </span>
        <span className={css.pills}>
          {pills.length === 0 && <span className={css.none}>{networks.length === 0 ? words.notSetUp : words.allWell}</span>}
          {pills.map(({ need, count }) => (
            <span key={need.key} className={css.pill} data-tone={isUrgent(need.kind) ? "fail" : "wait"}>
              {(need.kind === "FAILED" || need.kind === "UNDECIDED") && <StateMark state="failed" isNamed />}
              {pillOf(need, count, brand.timezone ?? "UTC")}
            </span>
          ))}
        </span>
        <IconChevronRight size={16} stroke={1.75} className={css.chevron} aria-hidden />
      </Link>
    </li>
  );
}

/** Pixels of the tallest bar, and of one post. */
const BAR_MAX = 26;
const BAR_PER_POST = 9;

/** Two weeks as bars: posts, a dashed frame for a slot without one, a low line without slots. Decoration: the number of gaps is beside it. */
function Strip({ days }: { readonly days: HomeBrand["days"] }) {
  return (
    <span className={css.bars} aria-hidden>
      {days.map(({ day, posts, free }) =>
        free > 0 ? (
          <i key={day} data-gap />
        ) : posts > 0 ? (
          <i key={day} style={{ height: Math.min(BAR_MAX, BAR_PER_POST * posts + 2) }} />
        ) : (
          <i key={day} data-none />
        ),
      )}
    </span>
  );
}
