import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { printDay, printFullDay, printMonth } from "../../parts/moments.ts";
import { stepDay, VIEWS, type View } from "./grid.ts";
import { STATES, type StateFilter } from "./marks.ts";
import type { CalendarSearch, SearchChange } from "./search.ts";
import { states, views, words } from "./words.ts";

interface ToolbarProps {
  readonly view: View;
  /** Null where the size of the window decides. */
  readonly choice: View | null;
  readonly day: string;
  readonly days: readonly string[];
  readonly search: CalendarSearch;
  /** Undefined until they are read. */
  readonly collections: readonly { readonly id: number; readonly title: string }[] | undefined;
  readonly go: (change: SearchChange) => void;
}

/** Which time is shown, how, and of what. */
export function Toolbar({ view, choice, day, days, search, collections, go }: ToolbarProps) {
  // The address may name one that has been deleted: what filters has to be seen, or it cannot be taken back.
  const isUnknown = search.collection !== undefined && collections?.every(({ id }) => id !== search.collection) === true;
  const titles = [
    { value: "", label: words.allCollections },
    ...(collections ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
    ...(isUnknown ? [{ value: String(search.collection), label: words.unknownCollection }] : []),
  ];
  const filters = [{ value: "", label: words.allStates }, ...STATES.map((value) => ({ value, label: states[value] }))];
  return (
    <Group justify="space-between" mb="sm" align="flex-end">
      <Group gap="xs">
        <ActionIcon variant="default" size="lg" aria-label={words.previous} onClick={() => go({ date: stepDay(view, day, -1) })}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => go({ date: undefined })}>
          {words.today}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={words.next} onClick={() => go({ date: stepDay(view, day, 1) })}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite">
          {titleOf(view, day, days)}
        </Title>
      </Group>
      <Group gap="xs" align="flex-end">
        {choice !== null && (
          <SegmentedControl
            aria-label={words.view}
            value={choice}
            onChange={(value) => go({ view: value as View })}
            data={VIEWS.map((value) => ({ value, label: views[value] }))}
          />
        )}
        <NativeSelect
          aria-label={words.collection}
          data={titles}
          value={search.collection === undefined ? "" : String(search.collection)}
          onChange={({ currentTarget: { value } }) => go({ collection: value === "" ? undefined : Number(value) })}
        />
        <NativeSelect
          aria-label={words.state}
          data={filters}
          value={search.state ?? ""}
          onChange={({ currentTarget: { value } }) => go({ state: value === "" ? undefined : (value as StateFilter) })}
        />
      </Group>
    </Group>
  );
}

function titleOf(view: View, day: string, days: readonly string[]): string {
  if (view === "day") return printFullDay(day);
  if (view === "week") return `${printDay(days[0] ?? day)} – ${printDay(days.at(-1) ?? day)}`;
  return printMonth(day);
}
