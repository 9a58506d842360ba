import { ActionIcon, Group, Stack, Text, Title } from "@mantine/core";
import { DAYS } from "@rostrum/contract/formats.ts";
import { IconCopy, IconPlus } from "@tabler/icons-react";
import type { NextPost } from "./next-posts.ts";
import { SlotChip } from "./SlotChip.tsx";
import { type BoardActions, keyOf } from "./WeekBoard.tsx";
import type { Slot, Week } from "./week.ts";
import { words } from "./words.ts";

interface Props {
  readonly week: Week;
  readonly next: ReadonlyMap<Slot, NextPost>;
  readonly actions: BoardActions | null;
}

/** The week on a phone: the days below each other. */
export function WeekList({ week, next, actions }: Props) {
  return (
    <Stack gap="lg">
      {DAYS.map((day) => {
        const own = week.filter((slot) => slot.day === day);
        return (
          <Stack key={day} component="section" gap={6} aria-label={words.days[day]}>
            <Group justify="space-between">
              <Title order={2} size="h5" tt="capitalize">
                {words.days[day]}
              </Title>
              {actions !== null && (
                <Group gap="xs">
                  {own.length > 0 && (
                    <ActionIcon
                      variant="default"
                      size={36}
                      aria-label={words.copyDay({ day: words.days[day] })}
                      onClick={() => actions.copy(day)}
                    >
                      <IconCopy size={18} aria-hidden />
                    </ActionIcon>
                  )}
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={words.addOn({ day: words.days[day] })}
                    onClick={() => actions.add({ day, time: null })}
                  >
                    <IconPlus size={18} aria-hidden />
                  </ActionIcon>
                </Group>
              )}
            </Group>
            {own.length === 0 && (
              <Text size="sm" c="dimmed">
                {words.noSlotsOn}
              </Text>
            )}
            {own.map((slot, index) => (
              <SlotChip key={keyOf(slot, index)} slot={slot} next={next.get(slot) ?? null} actions={actions} />
            ))}
          </Stack>
        );
      })}
    </Stack>
  );
}
