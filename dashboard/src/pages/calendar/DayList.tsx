import { Title } from "@mantine/core";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { printFullDay } from "../../parts/moments.ts";
import { EntryCard } from "./EntryCard.tsx";
import { dayOf } from "./grid.ts";
import { VirtualRows } from "./VirtualRows.tsx";
import { words } from "./words.ts";

type Row = { readonly key: string; readonly day: string } | { readonly key: string; readonly entry: CalendarEntry };

const HEADING_PIXELS = 48;
const CARD_PIXELS = 60;

/** The posts by day. */
export function DayList({ entries, today }: { readonly entries: readonly CalendarEntry[]; readonly today: string }) {
  const rows = [...Map.groupBy(entries, ({ local }) => dayOf(local))].flatMap(([day, those]): Row[] => [
    { key: day, day },
    ...those.map((entry) => ({ key: entry.key, entry })),
  ]);
  return (
    <VirtualRows
      rows={rows}
      keyOf={({ key }) => key}
      pixelsOf={(row) => ("day" in row ? HEADING_PIXELS : CARD_PIXELS)}
      draw={(row) =>
        "entry" in row ? (
          <EntryCard entry={row.entry} isWide />
        ) : (
          <Title order={3} size="h5" pt="md" pb={4}>
            {printFullDay(row.day)}
            {row.day === today && ` · ${words.today}`}
          </Title>
        )
      }
    />
  );
}
