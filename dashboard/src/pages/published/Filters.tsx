import { Button, Collapse, Group, NativeSelect, Paper, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { POST_TYPES } from "@rostrum/contract/posts.ts";
import { RESULT_STATES } from "@rostrum/contract/private/published.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { collectionsQuery, conditionsQuery } from "../../api/brand-queries.ts";
import { DayField } from "../../parts/DayField.tsx";
import { countMore, isFiltered, isReversed, type PublishedSearch, withFilter } from "./search.ts";
import { stateWords, typeWord, words } from "./words.ts";

interface FiltersProps {
  readonly brandId: number;
  readonly search: PublishedSearch;
  readonly onChange: (search: PublishedSearch) => void;
}

/** Which entries are shown, and in which order: all of it is in the address. */
export function Filters({ brandId, search, onChange }: FiltersProps) {
  const more = countMore(search);
  const [isOpen, { toggle }] = useDisclosure(more > 0);
  const set = (change: Parameters<typeof withFilter>[1]) => onChange(withFilter(search, change));
  return (
    <Paper component="section" aria-label={words.filters} mb="md">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <NativeSelect
            label={words.state}
            value={search.undecided ? "undecided" : (search.state ?? "")}
            onChange={({ currentTarget: { value } }) => set(stateChange(value))}
            data={[
              { value: "", label: words.everyState },
              { value: "undecided", label: words.undecided },
              ...RESULT_STATES.map((state) => ({ value: state, label: stateWords[state] })),
            ]}
          />
          <SearchField text={search.text ?? ""} onSearch={(text) => set({ text })} />
          <NativeSelect
            label={words.sort}
            value={search.sort ?? (search.order === "asc" ? "oldest" : "newest")}
            onChange={({ currentTarget: { value } }) => set(sortChange(value))}
            data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
          />
        </SimpleGrid>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={toggle} aria-expanded={isOpen} aria-controls="more-filters">
            {words.more(more)}
          </Button>
          {isFiltered(search) && (
            <Button variant="subtle" size="xs" onClick={() => onChange({})}>
              {words.clear}
            </Button>
          )}
        </Group>
        <Collapse expanded={isOpen} id="more-filters">
          <MoreFilters brandId={brandId} search={search} set={set} />
        </Collapse>
      </Stack>
    </Paper>
  );
}

interface MoreFiltersProps {
  readonly brandId: number;
  readonly search: PublishedSearch;
  readonly set: (change: Parameters<typeof withFilter>[1]) => void;
}

function MoreFilters({ brandId, search, set }: MoreFiltersProps) {
  const channels = useSuspenseQuery(conditionsQuery(brandId)).data;
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const any = { value: "", label: words.any };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="sm">
      <NativeSelect
        label={words.channel}
        value={String(search.channel ?? "")}
        onChange={({ currentTarget: { value } }) => set({ channel: value === "" ? null : Number(value) })}
        data={[any, ...channels.map(({ id, type, name }) => ({ value: String(id), label: `${type} · ${name}` }))]}
      />
      <NativeSelect
        label={words.collection}
        value={String(search.collection ?? "")}
        onChange={({ currentTarget: { value } }) => set({ collection: value === "" ? null : Number(value) })}
        data={[any, ...collections.map(({ id, title }) => ({ value: String(id), label: title }))]}
      />
      <NativeSelect
        label={words.type}
        value={search.type ?? ""}
        onChange={({ currentTarget: { value } }) => set({ type: value === "" ? null : value })}
        data={[any, ...POST_TYPES.map((type) => ({ value: type, label: typeWord(type) }))]}
      />
      <DayField label={words.from} day={search.from ?? ""} onDay={(from) => set({ from })} />
      <DayField label={words.to} day={search.to ?? ""} error={isReversed(search) && words.wrongRange} onDay={(to) => set({ to })} />
    </SimpleGrid>
  );
}

/** Searches when it is sent, or left. */
function SearchField({ text, onSearch }: { readonly text: string; readonly onSearch: (text: string | null) => void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const search = () => {
    if (typed.trim() !== text) onSearch(typed.trim() === "" ? null : typed.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <search>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          label={words.search}
          value={typed}
          maxLength={255}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          onBlur={search}
        />
      </form>
    </search>
  );
}

function stateChange(value: string): Parameters<typeof withFilter>[1] {
  if (value === "undecided") return { state: null, undecided: true };
  return { state: RESULT_STATES.find((state) => state === value) ?? null, undecided: null };
}

function sortChange(value: string): Parameters<typeof withFilter>[1] {
  if (value === "oldest") return { sort: null, order: "asc" };
  return { sort: (["likes", "comments", "shares"] as const).find((key) => key === value) ?? null, order: null };
}
