import { printFullDay } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { Item } from "./DayItems.tsx";
import { type DayItem, isPost } from "./day.ts";
import { VirtualRows } from "./VirtualRows.tsx";
import { words } from "./words.ts";

type Row = { readonly key: string; readonly day: string; readonly note: string } | { readonly key: string; readonly item: DayItem };

const HEADING_PIXELS = 48;
const CARD_PIXELS = 76;

/** Posts and free slots by day, one below the other. */
export function DayList({ items, today }: { readonly items: ReadonlyMap<string, readonly DayItem[]>; readonly today: string }) {
  const rows = [...items].flatMap(([day, those]): Row[] => [
    { key: day, day, note: noteOf(those) },
    ...those.map((item) => ({ key: item.key, item })),
  ]);
  return (
    <div className={classes.list}>
      <VirtualRows
        rows={rows}
        keyOf={({ key }) => key}
        pixelsOf={(row) => ("day" in row ? HEADING_PIXELS : CARD_PIXELS)}
        draw={(row) =>
          "item" in row ? (
            <div className={classes.listRow}>
              <Item item={row.item} form="wide" />
            </div>
          ) : (
            <div className={classes.listHead}>
              <h2>
                {printFullDay(row.day)}
                {row.day === today && ` · ${words.today}`}
              </h2>
              <span>{row.note}</span>
            </div>
          )
        }
      />
    </div>
  );
}

function noteOf(items: readonly DayItem[]): string {
  const posts = items.filter(isPost).length;
  const free = items.length - posts;
  const parts = [
    ...(posts === 0 ? [] : [words.counts.posts({ count: posts })]),
    ...(free === 0 ? [] : [words.counts.free({ count: free })]),
  ];
  return parts.join(", ");
}
