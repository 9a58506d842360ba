import { Button, NativeSelect, Popover, Stack, TextInput } from "@mantine/core";
import { POST_TYPES } from "@rostrum/contract/posts.ts";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { collectionsQuery, conditionsQuery } from "../../api/brand-queries.ts";
import { DayField } from "../../parts/DayField.tsx";
import css from "./published.module.css";
import { countMore, DAYS, isReversed, type PublishedSearch, SORTS, withFilter, withSort } from "./search.ts";
import { words } from "./words.ts";

interface FiltersProps {
  readonly brandId: number;
  readonly search: PublishedSearch;
  readonly needs: number;
  readonly leaving: number;
  readonly onChange: (search: PublishedSearch) => void;
}

/** Which posts are shown, and in which order: all of it is in the address. */
export function Filters({ brandId, search, needs, leaving, onChange }: FiltersProps) {
  return (
    <section aria-label={words.filters} className={css.bar}>
      <Views brandId={brandId} search={search} needs={needs} leaving={leaving} />
      <SearchField text={search.text ?? ""} onSearch={(text) => onChange(withFilter(search, { text }))} />
      <NativeSelect
        aria-label={words.days}
        value={search.from !== undefined || search.to !== undefined ? "own" : String(search.days ?? "")}
        onChange={({ currentTarget: { value } }) =>
          onChange(withFilter(search, { days: DAYS.find((days) => String(days) === value) ?? null, from: null, to: null }))
        }
        data={[
          { value: "", label: words.everyDay },
          ...DAYS.map((days) => ({ value: String(days), label: words.lastDays({ days }) })),
          ...(search.from !== undefined || search.to !== undefined ? [{ value: "own", label: words.ownDays }] : []),
        ]}
      />
      <More brandId={brandId} search={search} onChange={onChange} />
    </section>
  );
}

function Views({ brandId, search, needs, leaving }: Omit<FiltersProps, "onChange">) {
  const counts = { needs, leaving };
  return (
    <nav aria-label={words.viewsLabel} className={css.views}>
      {(["all", "needs", "leaving", "sent"] as const).map((view) => {
        const count = view === "needs" || view === "leaving" ? counts[view] : 0;
        const isCurrent = (search.view ?? "all") === view;
        return (
          <Link
            key={view}
            className={css.view}
            to="/brands/$brandId/published"
            params={{ brandId }}
            search={withFilter(search, { view: view === "all" ? null : view })}
            activeProps={{}}
            aria-current={isCurrent ? "page" : undefined}
          >
            {words.views[view]}
            {count > 0 && (
              <span className={css.badge} data-urgent={view === "needs" || undefined}>
                {count}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

function More({ brandId, search, onChange }: Pick<FiltersProps, "brandId" | "search" | "onChange">) {
  const [isOpen, setIsOpen] = useState(false);
  const count = countMore(search);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={300} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setIsOpen((before) => !before)}
          aria-expanded={isOpen}
        >
          {count === 0 ? words.filter : words.filterSet({ count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields brandId={brandId} search={search} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ brandId, search, onChange }: Pick<FiltersProps, "brandId" | "search" | "onChange">) {
  const channels = useQuery(conditionsQuery(brandId)).data ?? [];
  const collections = useQuery(collectionsQuery(brandId)).data ?? [];
  const set = (change: Parameters<typeof withFilter>[1]) => onChange(withFilter(search, change));
  const any = { value: "", label: words.any };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={words.sort}
        value={search.sort ?? (search.order === "asc" ? "oldest" : "newest")}
        onChange={({ currentTarget: { value } }) => {
          const sort = SORTS.find((key) => key === value) ?? null;
          onChange(sort === null ? withFilter(search, { sort, order: value === "oldest" ? "asc" : null }) : withSort(search, sort));
        }}
        data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
      />
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
        data={[any, ...POST_TYPES.map((type) => ({ value: type, label: words.types[type] }))]}
      />
      <DayField label={words.from} day={search.from ?? ""} onDay={(from) => set({ from, days: null })} />
      <DayField
        label={words.to}
        day={search.to ?? ""}
        error={isReversed(search) && words.wrongRange}
        onDay={(to) => set({ to, days: null })}
      />
      <Button
        variant="subtle"
        disabled={countMore(search) === 0}
        onClick={() => onChange(search.view === undefined ? {} : { view: search.view })}
      >
        {words.clear}
      </Button>
    </Stack>
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
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={255}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          onBlur={search}
        />
      </form>
    </search>
  );
}
