import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface VirtualRowsProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** An estimate; rows are measured once they are drawn. */
  readonly pixelsOf: (row: T) => number;
  /** The key of a row that is drawn even when it is out of sight. */
  readonly kept?: string | number | null;
  readonly draw: (row: T, index: number) => ReactNode;
}

const OVERSCAN = 6;

/** A long list of which only the rows in sight are drawn. It scrolls with the page. */
export function VirtualRows<T>({ rows, keyOf, pixelsOf, kept = null, draw }: VirtualRowsProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), []);
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index] === undefined ? 0 : pixelsOf(rows[index])),
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      const index = kept === null ? -1 : rows.findIndex((row) => keyOf(row) === kept);
      return index < 0 || inSight.includes(index) ? inSight : [...inSight, index].toSorted((a, b) => a - b);
    },
  });
  return (
    <div ref={box} style={{ position: "relative", height: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const transform = `translateY(${start - top}px)`;
        return (
          <div
            key={key}
            ref={list.measureElement}
            data-index={index}
            style={{ position: "absolute", top: 0, left: 0, width: "100%", transform }}
          >
            {draw(row, index)}
          </div>
        );
      })}
    </div>
  );
}
