import { Button, Group, Loader } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { printLocal, ownZone as zoneHere } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { ChosenBar } from "./ChosenBar.tsx";
import classes from "./calendar.module.css";
import { hourCell, timeAt } from "./cells.ts";
import { type Asked, DateDialog } from "./DateDialog.tsx";
import { DayList } from "./DayList.tsx";
import { DraftTray } from "./DraftTray.tsx";
import { Dragging } from "./Dragging.tsx";
import { daysOf, firstDayOf, windowOf } from "./grid.ts";
import { MonthView } from "./MonthView.tsx";
import { isOf } from "./marks.ts";
import { type Movable, movableOf } from "./moves.ts";
import { type Plan, PlanContext } from "./plan-context.ts";
import { calendarQuery } from "./queries.ts";
import { changedSearch, type SearchChange } from "./search.ts";
import { TimeColumns } from "./TimeColumns.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useChosen } from "./use-chosen.ts";
import { type Moves, useMoves } from "./use-moves.tsx";
import { useNowLocal } from "./use-now.ts";
import { words } from "./words.ts";

const PHONE = "(max-width: 48em)";
const DROPPED_DRAFT_TIME = "09:00";

/** Everything of a brand by time: to look at, to move, and to write for. */
export function CalendarPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const search = useSearch({ from: "/brands/$brandId/calendar" });
  const navigate = useNavigate({ from: "/brands/$brandId/calendar" });
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) === true;
  const nowLocal = useNowLocal(zone);
  const today = nowLocal.slice(0, 10);
  const view = isPhone ? "list" : (search.view ?? "month");
  const day = search.date ?? today;
  const days = daysOf(view, day, firstDayOf(new Intl.DateTimeFormat().resolvedOptions().locale));
  const calendar = useQuery(calendarQuery(brandId, windowOf(days, zone)));
  const chosen = useChosen();
  const made = useMoves(brandId);
  const moves: Moves = {
    ...made,
    remove: (gone, done) =>
      made.remove(gone, () => {
        chosen.forget(gone);
        done?.();
      }),
  };
  const [asked, setAsked] = useState<Asked | null>(null);

  // What has been read stays while it cannot be read anew.
  if (calendar.error !== null && calendar.data === undefined) throw calendar.error;
  const entries = (calendar.data?.entries ?? []).filter(
    (entry) =>
      (search.collection === undefined || entry.collectionId === search.collection) &&
      (search.state === undefined || isOf(entry, search.state)),
  );
  const canEdit = brand !== null && has(brand, "editor");
  const order = entries.flatMap((entry) => movableOf(entry) ?? []);
  // As they are by now: what has been chosen may have been changed since.
  const known = new Map((calendar.data?.entries ?? []).flatMap((entry) => movableOf(entry) ?? []).map((item) => [item.postId, item]));
  const current = (item: Movable) => known.get(item.postId) ?? null;
  const items = new Map([...chosen.items].map(([id, item]) => [id, current(item) ?? item]));
  const plan: Plan = {
    brandId,
    zone,
    ownZone: zoneHere() === zone ? null : zoneHere(),
    nowLocal,
    canEdit,
    canDrag: view !== "list",
    moves,
    isChoosing: chosen.isChoosing,
    chosen: items,
    choose: (item, how) => chosen.choose(item, how, order),
    renewChosen: chosen.renew,
    ask: (items, suggestion) => setAsked({ items, ...suggestion }),
  };
  const go = (change: SearchChange) => void navigate({ search: changedSearch(search, change) });
  const drop = (item: Movable, cell: string) => {
    const local = timeAt(cell, item.local);
    if (local === null) setAsked({ items: [item], day: cell, time: DROPPED_DRAFT_TIME });
    else if (local !== item.local) moves.move([item], { to: "date", local }, { where: printLocal(local) });
  };
  const isHours = view === "week" || view === "day";
  const startDay = days.includes(today) ? today : (days[0] ?? today);
  return (
    <PlanContext value={plan}>
      <PageHead title={words.title} lead={words.lead(zone, zoneHere())}>
        {canEdit && (
          <Group gap="xs">
            <Button variant="default" onClick={chosen.toggleChoosing} aria-pressed={chosen.isChoosing}>
              {chosen.isChoosing ? words.stopChoosing : words.choose}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/brands/$brandId/import" params={{ brandId }} {...props} />}>
              {words.import}
            </Button>
            <Button renderRoot={(props) => <Link to="/brands/$brandId/write" params={{ brandId }} {...props} />}>{words.write}</Button>
          </Group>
        )}
      </PageHead>
      <Toolbar
        view={view}
        choice={isPhone ? null : view}
        day={day}
        days={days}
        search={search}
        collections={calendar.data?.collections}
        go={go}
      />
      <Dragging isHours={isHours} startCell={isHours ? hourCell(startDay, Number(nowLocal.slice(11, 13))) : startDay} onDrop={drop}>
        <div className={classes.layout} aria-busy={calendar.isFetching}>
          <div>
            {calendar.data === undefined && <Loader aria-label={words.title} />}
            {calendar.data !== undefined && view === "month" && (
              <MonthView days={days} month={day.slice(0, 7)} today={today} entries={entries} />
            )}
            {calendar.data !== undefined && isHours && <TimeColumns days={days} today={today} entries={entries} />}
            {view === "list" && entries.length > 0 && <DayList entries={entries} today={today} />}
            {view === "list" && calendar.data !== undefined && entries.length === 0 && (
              <Empty title={words.none} text={calendar.data.entries.length === 0 ? words.noneText : words.noneFiltered} />
            )}
            {items.size > 0 && <ChosenBar items={[...items.values()]} onClear={chosen.clear} onDone={chosen.forget} />}
          </div>
          <DraftTray />
        </div>
      </Dragging>
      <DateDialog asked={asked} current={current} zone={zone} moves={moves} onClose={() => setAsked(null)} onMoved={chosen.forget} />
    </PlanContext>
  );
}
