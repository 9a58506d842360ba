import { Button } from "@mantine/core";
import type { Need } from "@rostrum/contract/private/needs.ts";
import { type ReactNode, useId, useState } from "react";
import { words as partWords } from "../words.ts";
import { isUrgent, NeedRow } from "./NeedRow.tsx";
import css from "./needs.module.css";
import { words } from "./words.ts";

interface NeedsPanelProps {
  readonly needs: readonly Need[];
  /** How many are shown before somebody asks for all. */
  readonly shown: number;
  readonly showsBrand?: boolean;
  readonly isNarrow?: boolean;
  /** More rows, after the others: of what a page knows besides. */
  readonly more?: ReactNode;
  readonly moreCount?: number;
}

/** Everything that needs somebody, most urgent first. */
export function NeedsPanel({ needs, shown, showsBrand = false, isNarrow = false, more, moreCount = 0 }: NeedsPanelProps) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const list = isWhole ? needs : needs.slice(0, shown);
  const count = needs.length + moreCount;
  return (
    <section aria-labelledby={id} className={isNarrow ? css.narrow : undefined}>
      <h2 id={id} className={css.head}>
        {words.title}{" "}
        {count > 0 && (
          <span className={css.count} data-tone={needs.some(({ kind }) => isUrgent(kind)) ? "fail" : "wait"}>
            {count}
          </span>
        )}
      </h2>
      <ul className={css.list}>
        {list.map((need, index) => (
          <NeedRow key={`${need.brandId} ${need.key}`} need={need} isFirst={index === 0} showsBrand={showsBrand} />
        ))}
        {more}
      </ul>
      {list.length < needs.length && (
        <Button variant="subtle" size="sm" m="xs" onClick={() => setIsWhole(true)}>
          {partWords.more({ count: needs.length - list.length })}
        </Button>
      )}
    </section>
  );
}
