import { Button, Popover, UnstyledButton } from "@mantine/core";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { printFullDay } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { type Day, type DayItem, folded, isPost, unreadOf } from "./day.ts";
import { type CardForm, EntryCard } from "./EntryCard.tsx";
import { FreeGhost } from "./FreeGhost.tsx";
import { words } from "./words.ts";

/** A post or a free slot. */
export function Item({ item, form }: { readonly item: DayItem; readonly form: CardForm }) {
  return isPost(item) ? <EntryCard entry={item.entry} form={form} /> : <FreeGhost slot={item.slot} />;
}

interface FoldedItemsProps {
  readonly day: string;
  readonly those: Day;
  /** Reads a day whole. */
  readonly open: (day: string) => unknown;
}

/** What a month shows of a day; the rest opens beside it. */
export function FoldedItems({ day, those, open }: FoldedItemsProps) {
  const { shown, posts, free } = folded(those);
  const more = posts > 0 ? words.morePosts({ count: posts }) : words.moreFree({ count: free });
  return (
    <>
      {shown.map((item) => (
        <Item key={item.key} item={item} form="small" />
      ))}
      {posts + free > 0 && <Rest day={day} those={those} label={more} open={() => open(day)} />}
    </>
  );
}

interface RestProps {
  readonly day: string;
  readonly those: Day;
  readonly label: string;
  readonly open: () => unknown;
}

/** Few days are opened of many: what holds the rest is made when it is first asked for. */
function Rest(props: RestProps) {
  const { day, label } = props;
  const [isAskedFor, setAskedFor] = useState(false);
  if (isAskedFor) return <AskedRest {...props} />;
  return <More day={day} label={label} aria-haspopup="dialog" aria-expanded={false} onClick={() => setAskedFor(true)} />;
}

function AskedRest({ day, label, those, open }: RestProps) {
  return (
    <Popover width={260} position="right-start" shadow="md" trapFocus withinPortal defaultOpened>
      <Popover.Target>
        <More day={day} label={label} />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={printFullDay(day)}>
        <SteppedItems those={those} first={POP_FIRST} form="small" className={classes.pop} open={open} />
      </Popover.Dropdown>
    </Popover>
  );
}

const POP_FIRST = 50;
const STEP = 50;

interface SteppedItemsProps {
  readonly those: Day;
  /** How many are drawn before somebody asks for more. */
  readonly first: number;
  readonly form: CardForm;
  readonly className: string | undefined;
  readonly open: () => unknown;
}

/** A day from its first post on, as far as somebody asks: hundreds of cards drawn at once would hold the page up. */
export function SteppedItems({ those, first, form, className, open }: SteppedItemsProps) {
  const [count, setCount] = useState(first);
  const { items } = those;
  const unread = unreadOf(those);
  const shown = items.slice(0, count);
  const isToRead = unread > 0 && count > items.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once
  useEffect(() => {
    if (isToRead) void open();
  }, [isToRead]);
  const left = items.length + unread - shown.length;
  const box = useRef<HTMLDivElement>(null);
  /** The first one that somebody waits for: the button that they pressed may be gone when it comes. */
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null || awaited.current >= shown.length) return;
    box.current?.children[awaited.current]?.querySelector<HTMLElement>("a, button")?.focus();
    awaited.current = null;
  }, [shown.length]);
  const more = () => {
    awaited.current = shown.length;
    setCount(count + STEP);
  };
  return (
    <div ref={box} className={className} data-through>
      {shown.map((item) => (
        <Item key={item.key} item={item} form={form} />
      ))}
      {left > 0 && (
        <Button variant="default" size="compact-sm" loading={isToRead} onClick={more}>
          {words.showAll({ count: Math.min(left, STEP) })}
        </Button>
      )}
    </div>
  );
}

function More({ day, label, ...button }: Pick<RestProps, "day" | "label"> & ComponentProps<"button">) {
  return (
    <UnstyledButton className={classes.more} {...button}>
      {label}
      <span className="unseen"> {words.onDay({ day: printFullDay(day) })}</span>
    </UnstyledButton>
  );
}
