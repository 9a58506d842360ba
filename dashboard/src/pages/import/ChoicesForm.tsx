import { NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ImportPreview } from "@rostrum/contract/private/imports.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { collectionsQuery } from "../../api/brand-queries.ts";
import type { Choices } from "./choices.ts";
import { words } from "./words.ts";

interface ChoicesFormProps {
  readonly brandId: number;
  readonly preview: ImportPreview;
  readonly choices: Choices;
  readonly choose: (change: Partial<Choices>) => void;
}

/** What becomes of all rows. Only what makes a difference for this file is asked. */
export function ChoicesForm({ brandId, preview, choices, choose }: ChoicesFormProps) {
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const titles = collections.map(({ id, title }) => ({ value: String(id), label: title }));
  const asksDates = preview.questions.some(({ field }) => field === "dates") || choices.dates !== undefined;
  const { counts, places } = preview;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={words.mode}
          data={optionsOf(words.modes)}
          value={choices.mode}
          onChange={({ currentTarget: { value } }) => choose({ mode: value as Choices["mode"] })}
        />
        <NativeSelect
          label={words.collection}
          data={titles.length === 0 ? [{ value: "", label: words.noCollection }] : titles}
          value={String(preview.collectionId ?? "")}
          onChange={({ currentTarget: { value } }) => choose({ collectionId: Number(value) })}
        />
        {choices.mode === "SCHEDULED" && counts.undated > 0 && (
          <NativeSelect
            label={words.undated}
            data={optionsOf(words.undatedBecome)}
            value={choices.undated}
            onChange={({ currentTarget: { value } }) => choose({ undated: value as Choices["undated"] })}
          />
        )}
        {asksDates && (
          <NativeSelect
            label={words.dates}
            data={[...(choices.dates === undefined ? [{ value: "", label: words.datesUnknown }] : []), ...optionsOf(words.dateOrders)]}
            value={choices.dates ?? ""}
            onChange={({ currentTarget: { value } }) => value !== "" && choose({ dates: value as keyof typeof words.dateOrders })}
          />
        )}
        {(counts.before > 0 || counts.twice > 0 || choices.again === "IMPORT") && (
          <NativeSelect
            label={words.again}
            data={optionsOf(words.againChoices)}
            value={choices.again}
            onChange={({ currentTarget: { value } }) => choose({ again: value as Choices["again"] })}
          />
        )}
      </SimpleGrid>
      {places.length > 0 && (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {words.places}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {places.map(({ place, name, rows, collectionId }) => (
              <NativeSelect
                key={place}
                label={words.place({ name, count: rows })}
                data={[{ value: "", label: words.placeDefault }, ...titles]}
                value={String(collectionId ?? "")}
                onChange={({ currentTarget: { value } }) => choose({ places: withPlace(choices.places, place, value) })}
              />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </Stack>
  );
}

function withPlace(places: Choices["places"], place: number, value: string): Choices["places"] {
  // 0 is the collection above, also for a place that has a collection's name.
  return { ...places, [place]: Number(value) };
}

function optionsOf(choices: Readonly<Record<string, string>>) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}
