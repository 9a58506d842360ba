import { Loader } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { printLocal as localIn, toInstant } from "@rostrum/contract/formats.ts";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { locale } from "../../language/language.ts";
import { Empty } from "../../parts/Empty.tsx";
import { printFullDay, printLocal, ownZone as zoneHere } from "../../parts/moments.ts";
import { PostPanel } from "../../parts/post-panel/PostPanel.tsx";
import { say } from "../../parts/toast.tsx";
import { useGivenFiles } from "../../parts/use-given-files.ts";
import { useFullPage, useRail } from "../../shell/frame.ts";
import { ChosenBar } from "./ChosenBar.tsx";
import classes from "./calendar.module.css";
import { timeOn } from "./cells.ts";
import { type Asked, DateDialog } from "./DateDialog.tsx";
import { DayList } from "./DayList.tsx";
import { Dragging } from "./Dragging.tsx";
import { daysWith, NOTHING, unreadOf } from "./day.ts";
import { dayOf, daysOf, firstDayOf } from "./grid.ts";
import { MonthView } from "./MonthView.tsx";
import { type Movable, movableNow, movableOf } from "./moves.ts";
import { type Plan, PlanContext } from "./plan-context.ts";
import { changedSearch, type SearchChange } from "./search.ts";
import { Toolbar } from "./Toolbar.tsx";
import { Tray } from "./Tray.tsx";
import { useChosen, useChosenNow } from "./use-chosen.ts";
import { useDayKeys } from "./use-day-keys.ts";
import { useWriteWith } from "./use-file-drop.ts";
import { type Moves, useMoves } from "./use-moves.ts";
import { useNowLocal } from "./use-now.ts";
import { useReadDays } from "./use-read-days.ts";
import { useSteady } from "./use-steady.ts";
import { useStep } from "./use-step.ts";
import { WeekStrip } from "./WeekStrip.tsx";
import { WeekView } from "./WeekView.tsx";
import { words } from "./words.ts";

const PHONE = "(max-width: 48em)";
const NARROW = "(max-width: 75em)";
const DROPPED_DRAFT_TIME = "09:00";
const NO_ENTRIES: readonly CalendarEntry[] = [];

/** Everything of a brand by time: to look at, to move, and to write for. */
export function CalendarPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const asked = useSearch({ from: "/brands/$brandId/calendar" });
  // What is asked for is drawn in pieces, between which the page goes on answering.
  const search = useDeferredValue(asked);
  const navigate = useNavigate({ from: "/brands/$brandId/calendar" });
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) === true;
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true;
  const canEdit = brand !== null && has(brand, "editor");
  const openId = search.post ?? null;
  useFullPage();
  useRail(openId !== null);
  const nowLocal = useNowLocal(zone);
  const today = nowLocal.slice(0, 10);
  const view = isPhone ? "week" : (search.view ?? "month");
  const day = search.date ?? today;
  const days = useMemo(() => daysOf(view, day, firstDayOf(locale)), [view, day]);
  const calendar = useReadDays(brandId, { zone, days, search });
  const chosen = useChosen();
  // Of what is chosen, some may stand on crowded days, where it is not read anew.
  const made = useMoves(brandId, (moved) =>
    chosen.renew(moved.map((item) => ({ ...item, local: item.at === null ? null : localIn(toInstant(item.at), zone) }))),
  );
  const moves: Moves = {
    ...made,
    remove: (gone, done) =>
      made.remove(gone, () => {
        chosen.forget(gone);
        done?.();
      }),
  };
  const writeWith = useWriteWith(brandId);
  // Beside the days they begin a post without a date; without this the browser would leave the page for them.
  useGivenFiles((files) => canEdit && writeWith(files, {}));
  const [moving, setMoving] = useState<Asked | null>(null);
  const go = (change: SearchChange) => void navigate({ search: changedSearch(asked, change), resetScroll: false });

  const data = useDeferredValue(calendar.read);
  const entries = data?.entries ?? NO_ENTRIES;
  const items = useMemo(() => daysWith(data?.entries ?? [], data?.freeSlots ?? [], data?.counts ?? new Map()), [data]);
  const chosenItems = useChosenNow(chosen.items, data?.entries);
  const current = (item: Movable) => movableNow(data?.entries, item.postId);
  const collections = data?.collections;
  const ownZone = zoneHere() === zone ? null : zoneHere();
  const { isBusy } = moves;
  const canDrag = !isPhone && view !== "list";
  const { isChoosing } = chosen;
  const isCrowded = (day: string) => unreadOf(items.get(day) ?? NOTHING) > 0;
  /** A range has all posts between its ends, also those of crowded days. */
  const orderFor = (item: Movable, how: "toggle" | "range") => {
    const [first, last] = [chosen.latest()?.local, item.local].flatMap((local) => (local == null ? [] : dayOf(local))).toSorted();
    if (how === "toggle" || first === undefined || last === undefined) return entries;
    return [...items.keys()].some((day) => first <= day && day <= last && isCrowded(day)) ? calendar.open(first, last) : entries;
  };
  const act = useSteady({
    move: moves.move,
    remove: moves.remove,
    choose: async (item: Movable, how: "toggle" | "range") => {
      const order = orderFor(item, how);
      act.chooseOf(item, how, order instanceof Promise ? await order : order);
    },
    chooseOf: (item: Movable, how: "toggle" | "range", order: readonly CalendarEntry[]) =>
      chosen.choose(
        item,
        how,
        order.flatMap((entry) => movableOf(entry) ?? []),
      ),
    renewChosen: chosen.renew,
    open: calendar.open,
    ask: (items: readonly Movable[], suggestion: { readonly day: string; readonly time: string }) => setMoving({ items, ...suggestion }),
  });
  // The same as long as nothing that a card shows has changed: of a hundred cards none is drawn anew for nothing.
  const plan: Plan = useMemo(() => {
    const titles = new Map((collections ?? []).map(({ id, title }) => [id, title]));
    const { move, remove, choose, renewChosen, ask } = act;
    const titleOf = (id: number) => titles.get(id) ?? null;
    const facts = { brandId, zone, ownZone, nowLocal, canEdit, canDrag, openId, search, isChoosing, chosen: chosenItems };
    return { ...facts, choose, renewChosen, ask, titleOf, moves: { move, remove, isBusy } };
  }, [act, brandId, zone, ownZone, nowLocal, canEdit, canDrag, openId, search, isChoosing, chosenItems, isBusy, collections]);
  const drop: React.ComponentProps<typeof Dragging>["onDrop"] = (item, on, slot) => {
    if (slot?.isNext === true && slot.collectionId === item.collectionId) {
      return moves.move([item], { to: "queue", position: "BACK" }, { where: printLocal(slot.local) });
    }
    const local = slot?.local ?? timeOn(on, item.local);
    if (local === item.local && local !== null) return;
    if (local === null ? on < today : local < nowLocal) return void say({ message: words.past });
    if (local === null) setMoving({ items: [item], day: on, time: DROPPED_DRAFT_TIME });
    else moves.move([item], { to: "date", local }, { where: printLocal(local) });
  };
  const focusDay = days.includes(day) ? day : (days[0] ?? day);
  /** A phone shows the days of its week from the chosen one on. */
  const from = isPhone ? focusDay : "";
  const isFiltered = search.collection !== undefined || search.state !== undefined;
  const hasRows = [...items.keys()].some((one) => one >= from);
  const keys = useDayKeys({ brandId, canEdit, items, today, days, go });

  const step = useStep({ openId, entries, isCrowded, open: calendar.open, show: (post) => go({ post }) });
  const close = () => void navigate({ search: changedSearch(asked, { post: undefined }), resetScroll: false });
  // What has been read stays while it cannot be read anew.
  if (calendar.error !== null && calendar.read === undefined) throw calendar.error;
  return (
    <PlanContext value={plan}>
      <div className={classes.page} data-panel={openId !== null || undefined}>
        <div className={classes.main}>
          <Toolbar
            brandId={brandId}
            canEdit={canEdit}
            isPhone={isPhone}
            isTight={openId !== null && !isPhone}
            view={view}
            day={day}
            days={days}
            search={search}
            collections={data?.collections}
            isChoosing={isChoosing}
            toggleChoosing={chosen.toggleChoosing}
            go={go}
          />
          {ownZone !== null && <p className={classes.zones}>{words.zones({ zone, own: ownZone })}</p>}
          <Dragging startDay={days.includes(today) ? today : focusDay} onDrop={drop}>
            <div className={classes.layout} aria-busy={calendar.isFetching}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the days' links inside */}
              <div className={classes.area} onKeyDown={keys}>
                {data === undefined && <Loader aria-label={words.title} m="md" />}
                {data !== undefined && view === "month" && (
                  <MonthView days={days} today={today} focusDay={focusDay} items={items} open={act.open} />
                )}
                {data !== undefined && view === "week" && !isPhone && (
                  <WeekView key={days[0]} days={days} today={today} focusDay={focusDay} items={items} open={act.open} />
                )}
                {data !== undefined && isPhone && (
                  <WeekStrip days={days} day={focusDay} today={today} items={items} go={(date) => go({ date })} />
                )}
                {data !== undefined &&
                  (view === "list" || isPhone) &&
                  (hasRows ? (
                    <DayList items={items} from={from} today={today} open={act.open} />
                  ) : (
                    <div className={classes.nothing}>
                      <Empty
                        title={items.size > 0 ? printFullDay(from) : words.none}
                        text={items.size > 0 ? words.noneAfter : isFiltered ? words.noneFiltered : words.noneText}
                      />
                    </div>
                  ))}
                {chosenItems.size > 0 && <ChosenBar items={[...chosenItems.values()]} onClear={chosen.clear} onDone={chosen.forget} />}
              </div>
              <Tray isNarrow={!isPhone && (isNarrow || openId !== null)} />
            </div>
          </Dragging>
        </div>
        {openId !== null && (
          <PostPanel
            key={openId}
            brandId={brandId}
            postId={openId}
            onClose={close}
            returnTo={() => document.querySelector<HTMLElement>(`[data-post="${openId}"]`)}
            onStep={step}
            onMove={(item) =>
              setMoving({
                items: [item],
                day: (item.local ?? nowLocal).slice(0, 10),
                time: (item.local ?? "").slice(11, 16) || DROPPED_DRAFT_TIME,
              })
            }
          />
        )}
      </div>
      {moving !== null && (
        <DateDialog asked={moving} current={current} zone={zone} moves={moves} onClose={() => setMoving(null)} onMoved={chosen.forget} />
      )}
    </PlanContext>
  );
}
