import { Button } from "@mantine/core";
import { memo, useMemo, useState } from "react";
import { printFullDay } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { Item } from "./DayItems.tsx";
import { type Day, type DayItem, isPost, unreadOf } from "./day.ts";
import { VirtualRows } from "./VirtualRows.tsx";
import { words } from "./words.ts";

type Row =
  | { readonly key: string; readonly day: string; readonly note: string }
  | { readonly key: string; readonly item: DayItem }
  | { readonly key: string; readonly rest: string; readonly unread: number };

interface DayListProps {
  readonly items: ReadonlyMap<string, Day>;
  /** The first day that is shown. */
  readonly from: string;
  readonly today: string;
  /** Reads a day whole. */
  readonly open: (day: string) => Promise<unknown>;
}

const HEADING_PIXELS = 48;
const CARD_PIXELS = 76;

/** Posts and free slots by day, one below the other. */
export const DayList = memo(function DayList({ items, from, today, open }: DayListProps) {
  const rows = useMemo(() => [...items].flatMap(([day, those]) => (day < from ? [] : rowsOf(day, those))), [items, from]);
  return (
    <div className={classes.list}>
      <VirtualRows
        rows={rows}
        keyOf={({ key }) => key}
        pixelsOf={(row) => ("item" in row ? CARD_PIXELS : HEADING_PIXELS)}
        draw={(row) =>
          "day" in row ? (
            <div className={classes.listHead}>
              <h2>
                {printFullDay(row.day)}
                {row.day === today && ` · ${words.today}`}
              </h2>
              <span>{row.note}</span>
            </div>
          ) : (
            <div className={classes.listRow}>
              {"item" in row ? <Item item={row.item} form="wide" /> : <Rest day={row.rest} unread={row.unread} open={open} />}
            </div>
          )
        }
      />
    </div>
  );
});

/** What has not been read of a day comes after its last post that has been. */
function rowsOf(day: string, those: Day): Row[] {
  const rows: Row[] = those.items.map((item) => ({ key: item.key, item }));
  const unread = unreadOf(those);
  const last = those.items.findLastIndex(isPost);
  if (unread > 0) rows.splice(last + 1, 0, { key: `${day} rest`, rest: day, unread });
  return [{ key: day, day, note: noteOf(those) }, ...rows];
}

function Rest({ day, unread, open }: { readonly day: string; readonly unread: number; readonly open: DayListProps["open"] }) {
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    await open(day);
    setReading(false);
  };
  return (
    <Button variant="default" size="compact-md" loading={isReading} onClick={read}>
      {words.showAll({ count: unread })}
      <span className="unseen"> {words.onDay({ day: printFullDay(day) })}</span>
    </Button>
  );
}

function noteOf({ posts, free }: Day): string {
  const parts = [
    ...(posts === 0 ? [] : [words.counts.posts({ count: posts })]),
    ...(free === 0 ? [] : [words.counts.free({ count: free })]),
  ];
  return parts.join(", ");
}
