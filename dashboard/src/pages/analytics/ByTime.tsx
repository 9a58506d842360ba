import { SimpleGrid, Stack, Title } from "@mantine/core";
import type { Figures } from "@rostrum/contract/private/published.ts";
import { type Average, bestFirst, byHour, byWeekday } from "./averages.ts";
import { Averages } from "./charts.tsx";
import { print } from "./print.ts";
import { Section } from "./Section.tsx";
import { SumsTable } from "./SumsTable.tsx";
import { words } from "./words.ts";

/** When publishing was answered most. */
export function ByTime({ hours }: { readonly hours: Figures["hours"] }) {
  const hasAny = hours.some(({ counted }) => counted > 0);
  return (
    <Section title={words.byTime} lead={words.byTimeLead}>
      {hasAny && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Chart title={words.weekdayChart} rows={byWeekday(hours)} label={print.shortWeekday} />
          <Chart title={words.hourChart} rows={byHour(hours)} label={print.hour} />
        </SimpleGrid>
      )}
      <SumsTable
        title={words.byTime}
        heads={[words.weekday, words.hour]}
        rows={bestFirst(hours).map(({ weekday, hour, ...sums }) => ({
          key: `${weekday} ${hour}`,
          names: [print.weekday(weekday), print.hour(hour)],
          sums,
        }))}
        withAverage
      />
    </Section>
  );
}

interface ChartProps {
  readonly title: string;
  readonly rows: readonly Average[];
  readonly label: (place: number) => string;
}

function Chart({ title, rows, label }: ChartProps) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {title}
      </Title>
      <Averages title={title} bars={rows.map(({ place, average }) => ({ label: label(place), average }))} />
    </Stack>
  );
}
