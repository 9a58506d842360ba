import { Popover, Stack, UnstyledButton } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { printFullDay } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { type DayItem, folded, isPost } from "./day.ts";
import { type CardForm, EntryCard } from "./EntryCard.tsx";
import { FreeGhost } from "./FreeGhost.tsx";
import { words } from "./words.ts";

/** A post or a free slot. */
export function Item({ item, form }: { readonly item: DayItem; readonly form: CardForm }) {
  return isPost(item) ? <EntryCard entry={item.entry} form={form} /> : <FreeGhost slot={item.slot} />;
}

/** What a month shows of a day; the rest opens beside it. */
export function FoldedItems({ day, items }: { readonly day: string; readonly items: readonly DayItem[] }) {
  const { shown, posts, free } = folded(items);
  const more = posts > 0 ? words.morePosts({ count: posts }) : words.moreFree({ count: free });
  return (
    <>
      {shown.map((item) => (
        <Item key={item.key} item={item} form="small" />
      ))}
      {posts + free > 0 && <Rest day={day} items={items} label={more} />}
    </>
  );
}

interface RestProps {
  readonly day: string;
  readonly items: readonly DayItem[];
  readonly label: string;
}

/** Few days are opened of many: what holds the rest is made when it is first asked for. */
function Rest(props: RestProps) {
  const [isAskedFor, setAskedFor] = useState(false);
  if (isAskedFor) return <AskedRest {...props} />;
  return <More {...props} aria-haspopup="dialog" aria-expanded={false} onClick={() => setAskedFor(true)} />;
}

function AskedRest(props: RestProps) {
  const { day, items } = props;
  return (
    <Popover width={260} position="right-start" shadow="md" trapFocus withinPortal defaultOpened>
      <Popover.Target>
        <More {...props} />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={printFullDay(day)}>
        <div className={classes.pop}>
          <Stack gap={4}>
            {items.map((item) => (
              <Item key={item.key} item={item} form="small" />
            ))}
          </Stack>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function More({ day, items: _items, label, ...button }: RestProps & ComponentProps<"button">) {
  return (
    <UnstyledButton className={classes.more} {...button}>
      {label}
      <span className="unseen"> {words.onDay({ day: printFullDay(day) })}</span>
    </UnstyledButton>
  );
}
