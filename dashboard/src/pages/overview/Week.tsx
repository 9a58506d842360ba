import { Button } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { has } from "../../api/session.ts";
import { GhostSlot } from "../../parts/look/GhostSlot.tsx";
import { hueOf } from "../../parts/look/hues.ts";
import { PostCard } from "../../parts/look/PostCard.tsx";
import { printLocal, printLocalTime, printLongDay, printShortWeekday } from "../../parts/moments.ts";
import css from "./overview.module.css";
import { WEEK_DAYS } from "./queries.ts";
import { daysOf, type Place, type ReadWeek, stateOf } from "./week.ts";
import { words } from "./words.ts";

/** More are in the calendar. */
const PLACES_MAX = 4;

interface WeekProps {
  readonly brand: SessionBrand;
  /** `YYYY-MM-DD`, from today on. */
  readonly days: readonly string[];
  readonly week: ReadWeek;
}

/** Seven days in columns: posts, free slots, and days without either. */
export function Week({ brand, days, week }: WeekProps) {
  const id = useId();
  const mayWrite = has(brand, "editor");
  const columns = daysOf(days.slice(0, WEEK_DAYS), week);
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.sectionHead}>
        <h2 id={id}>{words.week}</h2>
        <span className={css.sectionLead}>{words.weekLead({ free: week.freeSlots.length })}</span>
        <Link to="/brands/$brandId/calendar" params={{ brandId: brand.id }} className={css.sectionLink}>
          {words.calendar}
        </Link>
      </div>
      <div className={css.week}>
        {columns.map(({ day, places, count }, index) => (
          <section key={day} className={css.day} aria-label={printLongDay(day)}>
            <p className={css.dayHead} data-today={index === 0 || undefined} aria-hidden>
              {printShortWeekday(day)} <b>{Number(day.slice(8))}</b>
            </p>
            {places.slice(0, PLACES_MAX).map((place) => (
              <PlaceView key={keyOf(place)} place={place} brand={brand} />
            ))}
            {count > PLACES_MAX && (
              <Link to="/brands/$brandId/calendar" params={{ brandId: brand.id }} search={{ date: day }} className={css.moreOfDay}>
                {words.moreOfDay({ count: count - PLACES_MAX })}
              </Link>
            )}
            {places.length === 0 && (
              <div className={css.noPost}>
                <span>{words.noPost}</span>
                {mayWrite && (
                  <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
                    aria-label={words.addOn({ day: printLongDay(day) })}
                    renderRoot={(props) => (
                      <Link to="/brands/$brandId/write" params={{ brandId: brand.id }} search={{ date: day }} {...props} />
                    )}
                  >
                    {words.add}
                  </Button>
                )}
              </div>
            )}
          </section>
        ))}
      </div>
    </section>
  );
}

function keyOf(place: Place): string {
  return place.kind === "post" ? place.entry.key : `free ${place.local} ${place.slot.collectionId}`;
}

function PlaceView({ place, brand }: { readonly place: Place; readonly brand: SessionBrand }) {
  const navigate = useNavigate();
  const params = { brandId: brand.id };
  const hour = printLocalTime(place.local);
  if (place.kind === "free") {
    const { collectionId } = place.slot;
    const write = () => void navigate({ to: "/brands/$brandId/write", params, search: { collection: collectionId } });
    return <GhostSlot hour={hour} when={printLocal(place.local)} isWordy disabled={!has(brand, "editor")} onClick={write} />;
  }
  const { post, postId, picture, channels, state, collectionId } = place.entry;
  const hasLeft = state === "LEFT" || state === "LEAVING";
  const open = () => {
    if (postId === null) return;
    void (hasLeft
      ? navigate({ to: "/brands/$brandId/published", params, search: { post: postId } })
      : navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { ...params, postId } }));
  };
  return (
    <PostCard
      hour={hour}
      text={post}
      picture={picture}
      types={channels.flatMap(({ type }) => type ?? [])}
      state={stateOf(place.entry)}
      hue={hueOf(collectionId)}
      onClick={open}
      disabled={postId === null}
    />
  );
}
