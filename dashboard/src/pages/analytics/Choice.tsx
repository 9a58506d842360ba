import { NativeSelect, SimpleGrid } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { collectionsQuery, conditionsQuery } from "../../api/brand-queries.ts";
import { DayField } from "../../parts/DayField.tsx";
import { type AnalyticsSearch, PRESETS, type Range, type RangeProblem, readAnalyticsSearch } from "./search.ts";
import { words } from "./words.ts";

interface ChoiceProps {
  readonly brandId: number;
  readonly search: AnalyticsSearch;
  /** The days that are shown, or what is wrong with those that are asked for. */
  readonly range: Range | { readonly problem: RangeProblem };
  readonly onChange: (search: AnalyticsSearch) => void;
}

/** Which days, and of what: all of it is in the address. */
export function Choice({ brandId, search, range, onChange }: ChoiceProps) {
  const channels = useSuspenseQuery(conditionsQuery(brandId)).data;
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const { from, to } = search;
  const isOwn = from !== undefined && to !== undefined;
  const set = (change: Readonly<Record<string, unknown>>) => onChange(readAnalyticsSearch({ ...search, ...change }));
  const problem = "problem" in range ? range.problem : null;
  return (
    <SimpleGrid component="section" aria-label={words.choice} cols={{ base: 1, xs: 2, md: isOwn ? 5 : 3 }} spacing="sm" mb="lg">
      <NativeSelect
        label={words.days}
        value={isOwn ? "own" : String(search.days ?? 30)}
        onChange={({ currentTarget: { value } }) =>
          set(value === "own" ? { ...range, days: undefined } : { days: Number(value), from: undefined, to: undefined })
        }
        data={[...PRESETS.map((days) => ({ value: String(days), label: words.presets[days] })), { value: "own", label: words.own }]}
      />
      {isOwn && (
        <>
          <DayField
            label={words.from}
            day={from}
            error={problem === "old" && words.problems.old}
            onDay={(day) => day !== null && set({ from: day })}
          />
          <DayField
            label={words.to}
            day={to}
            error={(problem === "order" || problem === "long") && words.problems[problem]}
            onDay={(day) => day !== null && set({ to: day })}
          />
        </>
      )}
      <NativeSelect
        label={words.channel}
        value={String(search.channel ?? "")}
        onChange={({ currentTarget: { value } }) => set({ channel: value === "" ? undefined : Number(value) })}
        data={[
          { value: "", label: words.everyChannel },
          ...channels.map(({ id, type, name }) => ({ value: String(id), label: `${type} · ${name}` })),
        ]}
      />
      <NativeSelect
        label={words.collection}
        value={String(search.collection ?? "")}
        onChange={({ currentTarget: { value } }) => set({ collection: value === "" ? undefined : Number(value) })}
        data={[{ value: "", label: words.everyCollection }, ...collections.map(({ id, title }) => ({ value: String(id), label: title }))]}
      />
    </SimpleGrid>
  );
}
