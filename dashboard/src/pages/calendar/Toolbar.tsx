import { ActionIcon, Button, Menu, NativeSelect, SegmentedControl } from "@mantine/core";
import { IconChecks, IconChevronLeft, IconChevronRight, IconDots, IconFileImport, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import classes from "./calendar.module.css";
import { stepDay, VIEWS, type View } from "./grid.ts";
import { STATES, type StateFilter } from "./marks.ts";
import type { CalendarSearch, SearchChange } from "./search.ts";
import { printSpan } from "./spans.ts";
import { words } from "./words.ts";

interface ToolbarProps {
  readonly brandId: number;
  readonly canEdit: boolean;
  readonly isPhone: boolean;
  /** Beside an open panel there is less room: what filters by state waits. */
  readonly isTight: boolean;
  readonly view: View;
  readonly day: string;
  readonly days: readonly string[];
  readonly search: CalendarSearch;
  /** Undefined until they are read. */
  readonly collections: readonly { readonly id: number; readonly title: string }[] | undefined;
  readonly isChoosing: boolean;
  readonly toggleChoosing: () => void;
  readonly go: (change: SearchChange) => void;
}

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/** Which time is shown, how, and of what. */
export function Toolbar({
  brandId,
  canEdit,
  isPhone,
  isTight,
  view,
  day,
  days,
  search,
  collections,
  isChoosing,
  toggleChoosing,
  go,
}: ToolbarProps) {
  // The address may name one that has been deleted: what filters has to be seen, or it cannot be taken back.
  const isUnknown = search.collection !== undefined && collections?.every(({ id }) => id !== search.collection) === true;
  const titles = [
    { value: "", label: words.allCollections },
    ...(collections ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
    ...(isUnknown ? [{ value: String(search.collection), label: words.unknownCollection }] : []),
  ];
  const filters = [{ value: "", label: words.allStates }, ...STATES.map((value) => ({ value, label: words.states[value] }))];
  const span = printSpan(view, days);
  useEffect(() => {
    document.title = `${words.title} · Rostrum`;
  }, []);
  return (
    <header className={classes.head}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.previous} onClick={() => go({ date: stepDay(view, day, -1) })}>
        <IconChevronLeft {...ICON} />
      </ActionIcon>
      <Button variant="default" size="compact-md" onClick={() => go({ date: undefined })}>
        {words.today}
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.next} onClick={() => go({ date: stepDay(view, day, 1) })}>
        <IconChevronRight {...ICON} />
      </ActionIcon>
      <h1 className={classes.span} aria-live="polite">
        <span className="unseen">{words.title}: </span>
        {span}
      </h1>
      {!isPhone && (
        <SegmentedControl
          size="sm"
          aria-label={words.view}
          value={view}
          onChange={(value) => go({ view: value as View })}
          data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        />
      )}
      <span className={classes.grow} />
      <NativeSelect
        className={classes.filter}
        size="sm"
        aria-label={words.collection}
        data={titles}
        value={search.collection === undefined ? "" : String(search.collection)}
        onChange={({ currentTarget: { value } }) => go({ collection: value === "" ? undefined : Number(value) })}
      />
      {(!isTight || search.state !== undefined) && (
        <NativeSelect
          className={classes.filter}
          size="sm"
          aria-label={words.state}
          data={filters}
          value={search.state ?? ""}
          onChange={({ currentTarget: { value } }) => go({ state: value === "" ? undefined : (value as StateFilter) })}
        />
      )}
      {canEdit && (
        <>
          {isPhone && (
            <ActionIcon
              variant="default"
              aria-label={isChoosing ? words.stopChoosing : words.choose}
              aria-pressed={isChoosing}
              onClick={toggleChoosing}
            >
              <IconChecks {...ICON} />
            </ActionIcon>
          )}
          {!isPhone && (!isTight || isChoosing) && (
            <Button variant="default" px="sm" leftSection={<IconChecks {...ICON} />} onClick={toggleChoosing} aria-pressed={isChoosing}>
              {isChoosing ? words.stopChoosing : words.choose}
            </Button>
          )}
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.more}>
                <IconDots {...ICON} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconFileImport {...ICON} />}
                renderRoot={(props) => <Link to="/brands/$brandId/import" params={{ brandId }} {...props} />}
              >
                {words.import}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {!isPhone && (
            <Button
              leftSection={<IconPlus {...ICON} />}
              renderRoot={(props) => <Link to="/brands/$brandId/write" params={{ brandId }} {...props} />}
            >
              {words.write}
            </Button>
          )}
        </>
      )}
    </header>
  );
}
