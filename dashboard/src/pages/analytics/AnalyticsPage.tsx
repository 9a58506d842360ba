import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { Figures } from "@rostrum/contract/private/published.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { useBrand } from "../../api/session.ts";
import { dayIn } from "../../parts/day-in.ts";
import { Empty } from "../../parts/Empty.tsx";
import { printMoment } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import css from "./analytics.module.css";
import { Best } from "./Best.tsx";
import { ByName } from "./ByName.tsx";
import { ByTime } from "./ByTime.tsx";
import { Choice } from "./Choice.tsx";
import { GoodHours } from "./GoodHours.tsx";
import { OverTime } from "./OverTime.tsx";
import { print } from "./print.ts";
import { figuresQuery } from "./queries.ts";
import { Section } from "./Section.tsx";
import { type AnalyticsSearch, type Range, rangeOf } from "./search.ts";
import { words } from "./words.ts";

/** How readers responded: over time, by channel, by collection, by weekday and hour. */
export function AnalyticsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const search = useSearch({ from: "/brands/$brandId/analytics" });
  const navigate = useNavigate();
  const zone = useBrand(brandId)?.timezone ?? "UTC";
  const range = rangeOf(search, dayIn(zone, new Date()));
  const go = (to: AnalyticsSearch) =>
    void navigate({ to: "/brands/$brandId/analytics", params: { brandId }, search: to, resetScroll: false, replace: true });
  return (
    <>
      <PageHead title={words.title} lead={words.lead({ zone })} />
      <Choice brandId={brandId} search={search} range={range} onChange={go} />
      {"problem" in range ? (
        <Text role="status">{words.problems[range.problem]}</Text>
      ) : (
        <Shown brandId={brandId} from={range.from} to={range.to} search={search} />
      )}
    </>
  );
}

interface ShownProps extends Range {
  readonly brandId: number;
  readonly search: AnalyticsSearch;
}

function Shown({ brandId, from, to, search }: ShownProps) {
  // The figures before stay in sight until the ones that are asked for are there.
  const asked = useDeferredValue(JSON.stringify({ from, to, channel: search.channel, collection: search.collection }));
  const { channel, collection, ...range } = JSON.parse(asked) as Range & AnalyticsSearch;
  const figures = useSuspenseQuery(
    figuresQuery(brandId, range, { ...(channel === undefined ? {} : { channel }), ...(collection === undefined ? {} : { collection }) }),
  ).data;
  const hasGains = figures.days.some(({ gained }) => gained.likes !== 0 || gained.comments !== 0 || gained.shares !== 0);
  if (figures.totals.posts === 0 && !hasGains) return <Empty title={words.noneTitle} text={words.none} />;
  return (
    <Stack gap="md">
      <Totals figures={figures} />
      {figures.totals.posts > 0 && <Best best={figures.best} brandId={brandId} zone={figures.timezone} />}
      <GoodHours brandId={brandId} />
      <OverTime days={figures.days} hasGains={hasGains} />
      {figures.totals.posts > 0 && (
        <>
          <ByName
            title={words.byChannel}
            head={words.channel}
            rows={figures.channels.map(({ channelId, name, type, ...sums }) => ({
              key: String(channelId),
              name: name === null || type === null || name.startsWith(type) ? (name ?? words.noChannel) : `${type} · ${name}`,
              sums,
            }))}
          />
          <ByName
            title={words.byCollection}
            head={words.collection}
            rows={figures.collections.map(({ collectionId, title, ...sums }) => ({
              key: String(collectionId),
              name: title ?? words.noCollection,
              sums,
            }))}
          />
          <ByTime hours={figures.hours} />
        </>
      )}
    </Stack>
  );
}

function Totals({ figures: { totals, readAt, timezone } }: { readonly figures: Figures }) {
  const { posts, counted } = totals;
  return (
    <Section title={words.totals}>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Figure name={words.posts} value={print.number(posts)} />
        {(["likes", "comments", "shares"] as const).map((name) => (
          <Figure key={name} name={words[name]} value={counted === 0 ? words.unknown : print.number(totals[name])} />
        ))}
      </SimpleGrid>
      {counted < posts && counted > 0 && (
        <Text size="sm">{words.uncounted({ counted: print.number(counted), posts: print.number(posts) })}</Text>
      )}
      <Text size="sm" c="dimmed">
        {readAt === null ? words.neverRead : words.age({ moment: printMoment(readAt, timezone), zone: timezone })}
      </Text>
    </Section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={css.figure}>
      <span>{name}</span>
      <b className="figures">{value}</b>
    </div>
  );
}
