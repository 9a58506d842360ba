import { NativeSelect, Pagination, SimpleGrid, Stack, Text } from "@mantine/core";
import type { AuditEntry } from "@rostrum/contract/private/audit.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Empty } from "../../parts/Empty.tsx";
import { printMoment } from "../../parts/moments.ts";
import css from "./history.module.css";
import { historyQuery, PER_PAGE } from "./queries.ts";
import { type Group, type HistorySearch, readHistorySearch } from "./search.ts";
import { changeText, deedOf, wayOf } from "./sentences.ts";
import { words } from "./words.ts";

interface EntriesProps {
  /** Null: of the whole service. */
  readonly brandId: number | null;
  readonly zone: string;
  readonly search: HistorySearch;
  /** What can be chosen. */
  readonly groups: readonly Group[];
  readonly people: readonly { readonly name: string; readonly email: string }[];
  readonly onChange: (search: HistorySearch) => void;
}

/** Entries of the audit trail, newest first, with what they are chosen by: all of it is in the address. */
export function Entries({ brandId, zone, search, groups, people, onChange }: EntriesProps) {
  const { total, entries } = useSuspenseQuery(historyQuery(brandId, search)).data;
  const set = (change: Readonly<Record<string, string>>) => onChange(readHistorySearch({ ...search, page: undefined, ...change }));
  return (
    <Stack>
      <SimpleGrid component="section" aria-label={words.filters} cols={{ base: 1, xs: 2 }} spacing="sm" maw={560}>
        <NativeSelect
          label={words.what}
          value={search.what ?? ""}
          onChange={({ currentTarget: { value } }) => set({ what: value })}
          data={[{ value: "", label: words.everything }, ...groups.map((value) => ({ value, label: words.groups[value] }))]}
        />
        <NativeSelect
          label={words.who}
          value={search.who ?? ""}
          onChange={({ currentTarget: { value } }) => set({ who: value })}
          data={[
            { value: "", label: words.everybody },
            ...people.map(({ name, email }) => ({ value: email, label: `${name} · ${email}` })),
          ]}
        />
      </SimpleGrid>
      {total === 0 ? (
        <Empty title={words.none} text={words.noneText} />
      ) : (
        <Stack gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {words.found({ count: total })}
          </Text>
          <ul className={css.list} aria-label={words.title}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} zone={zone} />
            ))}
          </ul>
          {total > PER_PAGE && (
            <Pagination
              component="nav"
              aria-label={words.pages}
              total={Math.ceil(total / PER_PAGE)}
              value={search.page ?? 1}
              onChange={(page) => onChange(readHistorySearch({ ...search, page }))}
              getItemProps={(number) => ({ "aria-label": words.page({ page: number }) })}
              getControlProps={(control) => ({ "aria-label": control === "previous" ? words.previous : words.next })}
            />
          )}
        </Stack>
      )}
    </Stack>
  );
}

function Entry({ entry, zone }: { readonly entry: AuditEntry; readonly zone: string }) {
  return (
    <li className={css.entry}>
      <Stack gap={4}>
        <Text>{deedOf(entry)}</Text>
        {entry.changes.length > 0 && (
          <Text size="sm" className={css.changes}>
            {entry.changes.map((change) => (
              <span key={change.name}>{changeText(change)}</span>
            ))}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {printMoment(entry.at, zone)} · {wayOf(entry)}
        </Text>
      </Stack>
    </li>
  );
}
