import { Button, Group, Popover, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconCalendarClock, IconChevronDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { DAY_MAX, ownZone, printMoment } from "../../../parts/moments.ts";
import { momentOf } from "../checks.ts";
import type { When } from "../state.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./foot.module.css";
import { lacksTimes, sensibleTime, timeOf } from "./times.ts";

interface WhenPickerProps {
  readonly composer: Composer;
  readonly collection: { readonly id: number; readonly title: string } | null;
  readonly localDate: string | null;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** When it goes out, with the date that this is. */
export function WhenPicker({ composer, collection, localDate, isOpen, onOpen }: WhenPickerProps) {
  const { draft, change, queue, zone, base, problems, brandId } = composer;
  const { when } = draft;
  const say = words.foot;
  const before = base?.draft.when ?? null;
  const ground = { queue, localDate };
  const shown = timeOf(when, ground);
  const isLacking = lacksTimes(when, queue);
  const options: readonly When[] = [
    ...(before?.mode === "QUEUE" ? [{ mode: "QUEUE", position: "STAY" } as const] : []),
    { mode: "QUEUE", position: "BACK" },
    { mode: "QUEUE", position: "FRONT" },
    when.mode === "SCHEDULE" ? when : before?.mode === "SCHEDULE" ? before : sensibleTime({ queue, zone, now: new Date() }),
    { mode: "IMMEDIATE" },
    { mode: "DRAFT" },
  ];
  const choose = (option: When) => {
    change({ when: option });
    // A date is looked at before it is taken.
    onOpen(option.mode === "SCHEDULE" || lacksTimes(option, queue));
  };
  const isFaulty = isLacking || problems.scheduledAt !== undefined;
  return (
    <Popover opened={isOpen} onChange={onOpen} position="top-start" width={320} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <button type="button" className={css.pick} data-kind="when" data-bad={isFaulty || undefined} onClick={() => onOpen(!isOpen)}>
          <IconCalendarClock size={18} stroke={1.75} aria-hidden />
          <VisuallyHidden>{words.foot.when}: </VisuallyHidden>
          <span>
            <small>{shown.mode}</small>
            {shown.moment}
          </span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={6} role="dialog" aria-label={say.when}>
        {isLacking && collection !== null && (
          <Stack gap={6} p={8}>
            <Text size="sm" role="alert">
              {say.noTimesText({ collection: collection.title })}
            </Text>
            <Button
              size="xs"
              variant="light"
              renderRoot={(props) => (
                <Link to="/brands/$brandId/collections/$collectionId" params={{ brandId, collectionId: collection.id }} {...props} />
              )}
            >
              {say.chooseTimes}
            </Button>
          </Stack>
        )}
        {options.map((option) => {
          const time = timeOf(option, ground);
          const isChosen = isSameKind(option, when);
          return (
            <button key={keyOf(option)} type="button" className={css.item} aria-pressed={isChosen} onClick={() => choose(option)}>
              <span>{time.mode}</span>
              <small>{time.moment}</small>
            </button>
          );
        })}
        {when.mode === "SCHEDULE" && (
          <DateFields
            when={when}
            zone={zone}
            error={problems.scheduledAt}
            onChange={(next) => change({ when: next })}
            onDone={() => onOpen(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function keyOf(when: When): string {
  return when.mode === "QUEUE" ? when.position : when.mode;
}

function isSameKind(one: When, other: When): boolean {
  return keyOf(one) === keyOf(other);
}

interface DateFieldsProps {
  readonly when: Extract<When, { mode: "SCHEDULE" }>;
  readonly zone: string;
  readonly error: string | undefined;
  readonly onChange: (when: When) => void;
  readonly onDone: () => void;
}

function DateFields({ when, zone, error, onChange, onDone }: DateFieldsProps) {
  const say = words.foot;
  const at = momentOf(when, zone);
  const isElsewhere = ownZone() !== zone;
  return (
    <Stack gap={6} p={8}>
      <Group align="flex-end" wrap="nowrap" gap={8}>
        <TextInput
          flex={1}
          type="date"
          max={DAY_MAX}
          label={say.date}
          value={when.date}
          error={error !== undefined}
          aria-describedby="when-notes"
          onChange={({ currentTarget: { value } }) => onChange({ ...when, date: value })}
        />
        <TextInput
          type="time"
          label={say.time}
          value={when.time}
          error={error !== undefined}
          aria-describedby="when-notes"
          onChange={({ currentTarget: { value } }) => onChange({ ...when, time: value.slice(0, 5) })}
        />
      </Group>
      <Stack gap={2} id="when-notes">
        {error !== undefined && (
          <Text size="sm" c="var(--fail)" role="alert">
            {error}
          </Text>
        )}
        <Text size="sm" c="var(--text-2)">
          {isElsewhere && say.zone({ zone })} {say.lead}
        </Text>
        {at !== null && isElsewhere && (
          <Text size="sm" c="var(--text-2)">
            {say.yourZone({ moment: printMoment(at, ownZone()), zone: ownZone() })}
          </Text>
        )}
      </Stack>
      <Button size="sm" variant="light" onClick={onDone}>
        {say.done}
      </Button>
    </Stack>
  );
}
