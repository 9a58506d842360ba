import { Table } from "@mantine/core";
import type { Sums } from "@rostrum/contract/private/published.ts";
import type { ReactNode } from "react";
import { averageOf } from "./averages.ts";
import { print } from "./print.ts";
import { words } from "./words.ts";

interface SumsTableProps {
  readonly title: string;
  /** Headings of the first columns. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly names: readonly string[]; readonly sums: Sums }[];
  readonly withAverage?: boolean;
}

/** Sums by name. What is not known is said, and is no 0. */
export function SumsTable({ title, heads, rows, withAverage = false }: SumsTableProps) {
  return (
    <Scrolled title={title}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
            {withAverage && <NumberCell head>{words.average}</NumberCell>}
            <NumberCell head>{words.posts}</NumberCell>
            <NumberCell head>{words.counted}</NumberCell>
            <NumberCell head>{words.likes}</NumberCell>
            <NumberCell head>{words.comments}</NumberCell>
            <NumberCell head>{words.shares}</NumberCell>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, names, sums }) => (
            <Table.Tr key={key}>
              {names.map((name, index) => (
                <Table.Td key={heads[index]}>{name}</Table.Td>
              ))}
              {withAverage && <NumberCell>{averageText(sums)}</NumberCell>}
              <NumberCell>{print.number(sums.posts)}</NumberCell>
              <NumberCell>{print.number(sums.counted)}</NumberCell>
              {(["likes", "comments", "shares"] as const).map((name) => (
                <NumberCell key={name}>{sums.counted === 0 ? words.unknown : print.number(sums[name])}</NumberCell>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolled>
  );
}

/** A table that may be wider or longer than the page has room for; the keyboard can move it. */
export function Scrolled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by the keyboard
    <section aria-label={words.table({ title })} tabIndex={0} style={{ overflow: "auto", maxHeight: 420 }}>
      {children}
    </section>
  );
}

export function NumberCell({ head = false, children }: { readonly head?: boolean; readonly children: ReactNode }) {
  const Cell = head ? Table.Th : Table.Td;
  return <Cell style={{ textAlign: "right", whiteSpace: "nowrap" }}>{children}</Cell>;
}

function averageText(sums: Sums): string {
  const average = averageOf(sums);
  return average === null ? words.unknown : print.average(average);
}
