import { SimpleGrid } from "@mantine/core";
import type { Sums } from "@rostrum/contract/private/published.ts";
import { Rows } from "./charts.tsx";
import { Section } from "./Section.tsx";
import { SumsTable } from "./SumsTable.tsx";

interface ByNameProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly sums: Sums }[];
}

/** A chart stays readable with this many bars; the table has all of them. */
const BARS_MAX = 12;

/** Sums by channel or collection, as a chart beside its table. */
export function ByName({ title, head, rows }: ByNameProps) {
  const known = rows.filter(({ sums }) => sums.counted > 0).slice(0, BARS_MAX);
  return (
    <Section title={title}>
      <SimpleGrid cols={{ base: 1, xl: known.length > 0 ? 2 : 1 }}>
        {known.length > 0 && <Rows title={title} bars={known.map(({ name, sums }) => ({ label: name, ...sums }))} />}
        <SumsTable title={title} heads={[head]} rows={rows.map(({ key, name, sums }) => ({ key, names: [name], sums }))} />
      </SimpleGrid>
    </Section>
  );
}
