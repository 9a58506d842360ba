import { Alert, Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import type { Day } from "@rostrum/contract/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isDialogOpen } from "../../parts/dialogs.ts";
import { Conflict } from "./Conflict.tsx";
import { CopyDialog } from "./CopyDialog.tsx";
import type { ShownCollection } from "./differences.ts";
import { nextPosts } from "./next-posts.ts";
import { printDays, printSlot } from "./print.ts";
import { comingQuery } from "./queries.ts";
import { placeOf } from "./SlotChip.tsx";
import { SlotDialog } from "./SlotDialog.tsx";
import { useWeek, type WeekState } from "./use-week.ts";
import { type BoardActions, WeekBoard } from "./WeekBoard.tsx";
import { WeekList } from "./WeekList.tsx";
import { added, copied, crowdedDays, moved, removed, type Slot, shownHours, slotsOn, type Week } from "./week.ts";
import { words } from "./words.ts";

const USUAL_HOURS = { from: 7, to: 20 };
const ALL_HOURS = { from: 0, to: 23 };
const FIRST_TIME = "09:00";

interface Props {
  readonly brandId: number;
  readonly collection: ShownCollection;
  readonly mayChange: boolean;
}

type Open =
  | { readonly kind: "add"; readonly day: Day; readonly time: string }
  | { readonly kind: "slot"; readonly slot: Slot }
  | { readonly kind: "copy"; readonly day: Day };

/** The week of a collection, and what can be done with it. */
export function WeekTab({ brandId, collection, mayChange }: Props) {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const state = useWeek(brandId, collection);
  const { week, change } = state;
  const coming = useQuery(comingQuery(brandId)).data ?? [];
  const next = nextPosts(week, coming, collection.id);
  const [open, setOpen] = useState<Open | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [atEnd, setAtEnd] = useState("");
  const focus = useFocusOnSlot(week);
  const { undo } = state;
  useHotkeys(undo === null ? [] : [["mod+Z", () => void (isDialogOpen() || undo())]]);
  const close = () => setOpen(null);

  const move = (slot: Slot, place: { readonly day: Day; readonly time: string }, joins = false) => {
    const after = moved(week, slot, place);
    const crowded = crowdedText(week, after, collection);
    setAtEnd(crowded ?? "");
    if (crowded !== null) return;
    change({ week: after, said: words.said.moved({ from: printSlot(slot), to: printSlot(place) }), joins });
    focus.wanted(placeOf(place));
  };
  const remove = (slot: Slot) => change({ week: removed(week, slot), said: words.said.removed({ slot: printSlot(slot) }) });
  const actions: BoardActions | null = mayChange
    ? {
        open: (slot) => setOpen({ kind: "slot", slot }),
        add: ({ day, time }) => setOpen({ kind: "add", day, time: time ?? slotsOn(week, day).at(-1)?.time ?? FIRST_TIME }),
        copy: (day) => setOpen({ kind: "copy", day }),
        remove,
        drop: move,
        move: (slot, place) => (place === null ? setAtEnd(words.said.atEnd) : move(slot, place, focus.isAt(placeOf(slot)))),
      }
    : null;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.boardLead({ zone: collection.timezone ?? "UTC" })} {mayChange && !isPhone && words.boardHelp}
      </Text>
      <Group justify="space-between" align="flex-start" mih={mayChange ? 36 : undefined}>
        {mayChange ? <Progress state={state} note={atEnd} /> : <span />}
        {!isPhone && <Switch label={words.allHours} checked={isWhole} onChange={({ currentTarget }) => setWhole(currentTarget.checked)} />}
      </Group>
      {isPhone ? (
        <WeekList week={week} next={next} actions={actions} />
      ) : (
        <WeekBoard week={week} hours={shownHours(week, isWhole ? ALL_HOURS : USUAL_HOURS)} next={next} actions={actions} />
      )}
      {open?.kind === "add" && (
        <SlotDialog
          place={open}
          isNew
          problemAt={(place) => crowdedText(week, added(week, place), collection)}
          onDone={({ day, time }) => {
            close();
            change({ week: added(week, { day, time }), said: words.said.added({ slot: printSlot({ day, time }) }) });
          }}
          onRemove={null}
          onClose={close}
        />
      )}
      {open?.kind === "slot" && (
        <SlotDialog
          place={open.slot}
          isNew={false}
          problemAt={(place) => crowdedText(week, moved(week, same(week, open.slot), place), collection)}
          onDone={(place) => {
            close();
            move(same(week, open.slot), place);
          }}
          onRemove={() => {
            close();
            remove(same(week, open.slot));
          }}
          onClose={close}
        />
      )}
      {open?.kind === "copy" && (
        <CopyDialog
          day={open.day}
          times={slotsOn(week, open.day).map(({ time }) => time)}
          problemWith={(to) => crowdedText(week, copied(week, open.day, to), collection)}
          onDone={(to) => {
            close();
            change({ week: copied(week, open.day, to), said: words.said.copied({ from: words.days[open.day], to: printDays(to) }) });
          }}
          onClose={close}
        />
      )}
    </Stack>
  );
}

/** How it is going: stored or not, what was done last, and the way back. */
function Progress({ state, note }: { readonly state: WeekState; readonly note: string }) {
  const { saving, said, undo } = state;
  if (saving.kind === "conflict")
    return <Conflict seen={saving.seen} theirs={saving.theirs} onKeepMine={state.keepMine} onTakeTheirs={state.discard} />;
  if (saving.kind === "failed") {
    return (
      <Alert color="red" role="alert" title={words.failed} flex={1}>
        <Text mb="sm">{saving.message}</Text>
        <Group gap="xs">
          <Button onClick={state.keepMine}>{words.tryAgain}</Button>
          <Button variant="default" onClick={state.discard}>
            {words.discard}
          </Button>
        </Group>
      </Alert>
    );
  }
  const progress = said === "" ? "" : saving.kind === "saved" ? words.savedWeek : words.saving;
  return (
    <Group gap="sm" flex={1}>
      <Text size="sm" role="status">
        {[said, note, progress].filter(Boolean).join(" ")}
      </Text>
      {undo !== null && (
        <Button variant="default" size="compact-md" onClick={undo}>
          {words.undo}
        </Button>
      )}
    </Group>
  );
}

function crowdedText(before: Week, after: Week, { slotsPerDayMax }: ShownCollection): string | null {
  const days = crowdedDays(before, after, slotsPerDayMax);
  return days.length === 0 ? null : words.crowded({ days: printDays(days), max: slotsPerDayMax });
}

/** The slot as the week has it now: it may have been read again while a dialog was open. */
function same(week: Week, slot: Slot): Slot {
  const here = week.filter((one) => placeOf(one) === placeOf(slot));
  // One that was new when the dialog was opened has got its id since.
  return week.find((one) => one === slot) ?? here.find(({ id }) => id === slot.id) ?? (slot.id === undefined ? here[0] : null) ?? slot;
}

/** A slot that moves is drawn anew elsewhere: the keyboard goes with it. */
function useFocusOnSlot(week: Week) {
  const place = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the week has been drawn anew
  useEffect(() => {
    if (place.current === null) return;
    const { activeElement } = document;
    const isElsewhere = activeElement !== null && activeElement !== document.body && !activeElement.hasAttribute("data-slot");
    if (isElsewhere) place.current = null;
    else document.querySelector<HTMLElement>(`[data-slot="${place.current}"]`)?.focus();
  }, [week]);
  return {
    wanted: (wanted: string) => {
      place.current = wanted;
    },
    /** Whether this slot is the one that has just moved. */
    isAt: (at: string) => place.current === at,
  };
}
