import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { dataOf, once } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { channelsQuery } from "../channels/queries.ts";
import { PRESET_NAMES, PRESETS, type PresetName, type Slot } from "./presets.ts";
import type { WelcomeSearch } from "./search.ts";
import { WeekOfTimes } from "./WeekOfTimes.tsx";
import css from "./welcome.module.css";
import { words } from "./words.ts";

interface Props {
  readonly brand: SessionBrand;
  readonly go: (to: WelcomeSearch) => void;
}

/** When posts go out, by a preset; it makes the collection with all channels and opens the composer. */
export function TimesStep({ brand, go }: Props) {
  const { id: brandId, title } = brand;
  const navigate = useNavigate();
  const { data: channels } = useQuery(channelsQuery(brandId));
  const [preset, setPreset] = useState<PresetName | null>("twoADay");
  const [slots, setSlots] = useState<readonly Slot[]>(PRESETS.twoADay);
  const create = useAct(
    (ids: readonly number[]) => dataOf(once.createCollection({ brandId, title: words.collection, channels: [...ids], queues: [...slots] })),
    { changes: [["brand", brandId]], showsFailures: true },
  );
  const write = () =>
    create.mutate(
      (channels ?? []).map(({ id }) => id),
      {
        onSuccess: ({ id }) =>
          void navigate({ to: "/brands/$brandId/write", params: { brandId }, search: { collection: id, first: true } }),
      },
    );
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{words.timesTitle({ brand: title })}</Title>
        <Text c="dimmed">{words.timesLead}</Text>
      </div>
      <fieldset className={css.presets} aria-label={words.preset}>
        {PRESET_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={preset === name}
            onClick={() => {
              setPreset(name);
              setSlots(PRESETS[name]);
            }}
          >
            {words.presets[name]}
          </button>
        ))}
        <button type="button" aria-pressed={preset === null} onClick={() => setPreset(null)}>
          {words.ownTimes}
        </button>
      </fieldset>
      <WeekOfTimes
        slots={slots}
        onChange={(next) => {
          setPreset(null);
          setSlots(next);
        }}
      />
      <Text size="sm" c="dimmed">
        {words.notSure}
      </Text>
      {channels?.length === 0 && <Alert color="yellow">{words.noChannels}</Alert>}
      {create.error !== null && (
        <Alert color="red" role="alert">
          {create.error.message}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="subtle" onClick={() => go({ brand: brandId, step: "networks" })}>
          {words.back}
        </Button>
        <Group>
          <Text size="sm" c="dimmed">
            {words.slotCount({ count: slots.length })}
          </Text>
          <Button size="md" onClick={write} loading={create.isPending} disabled={channels === undefined}>
            {words.write}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
