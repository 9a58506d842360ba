import { Alert, Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { conditionsQuery } from "../../api/brand-queries.ts";
import { useBrand } from "../../api/session.ts";
import { printLocalTime, printLongDay } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { DemoPanel } from "./DemoPanel.tsx";
import { byDay, refusalsOf } from "./departures.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { nextQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What leaves next, and what needs somebody's attention. */
export function OverviewPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  const { entries, collections, more } = useSuspenseQuery(nextQuery(brandId)).data;
  const titles = new Map(collections.map(({ id, title }) => [id, title]));
  return (
    <>
      <PageHead title={words.title} lead={words.lead(brand?.timezone ?? "UTC")} />
      <Stack gap="xl">
        <DemoPanel brandId={brandId} />
        <Troubles brandId={brandId} isPaused={brand?.queueStatus === "PAUSED"} />
        <FirstSteps brandId={brandId} />
        {entries.length === 0 && <Text>{words.nothing}</Text>}
        {byDay(entries).map(({ day, departures }) => (
          <Stack key={day} component="section" gap="sm" aria-label={printLongDay(day)}>
            <Title order={2} size="h4">
              {printLongDay(day)}
            </Title>
            {departures.map((departure) => (
              <DepartureRow
                key={departure.key}
                brandId={brandId}
                departure={departure}
                collection={titles.get(departure.collectionId) ?? ""}
              />
            ))}
          </Stack>
        ))}
        {more && (
          <Anchor renderRoot={(props) => <Link to="/brands/$brandId/calendar" params={{ brandId }} {...props} />}>{words.more}</Anchor>
        )}
      </Stack>
    </>
  );
}

interface DepartureRowProps {
  readonly brandId: number;
  readonly departure: CalendarEntry;
  readonly collection: string;
}

function DepartureRow({ brandId, departure, collection }: DepartureRowProps) {
  const { postId, local, post, channels, state } = departure;
  const refusals = refusalsOf(departure);
  return (
    <Paper withBorder p="sm">
      <Group align="flex-start" wrap="nowrap">
        <Text fw={600} miw={64} style={{ whiteSpace: "nowrap" }}>
          {printLocalTime(local)}
        </Text>
        <Stack gap={4} flex={1} miw={0}>
          {postId === null || state === "LEAVING" ? (
            <Text truncate>{post}</Text>
          ) : (
            <Anchor
              truncate
              renderRoot={(props) => <Link to="/brands/$brandId/posts/$postId/edit" params={{ brandId, postId }} {...props} />}
            >
              {post}
            </Anchor>
          )}
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              {state === "LEAVING" ? words.leaving(collection) : collection}
            </Text>
            {channels.map(({ id, name, type, outcome, message }) => {
              const isFine = outcome === "PUBLISHED" || outcome === "OPEN";
              return (
                <Badge key={id} variant="light" color={isFine ? "blue" : "red"} tt="none" title={message ?? type ?? undefined}>
                  {isFine ? "✓" : "✗"} {type === name || type === null ? name : `${type} · ${name}`}
                </Badge>
              );
            })}
          </Group>
          {refusals.length > 0 && (
            <Text size="sm" c="var(--mantine-color-error)">
              {refusals.join(" ")}
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}

function Troubles({ brandId, isPaused }: { readonly brandId: number; readonly isPaused: boolean }) {
  const channels = useSuspenseQuery(conditionsQuery(brandId)).data;
  const troubles = channels.flatMap(({ id, name, type, inactiveReason, heldReason, lacks }) => {
    const reason = inactiveReason ?? lacks ?? heldReason;
    return reason === null ? [] : [{ id, text: `${type} · ${name}: ${reason}` }];
  });
  if (troubles.length === 0 && !isPaused) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.troubles}>
      {isPaused && <Text>{words.paused}</Text>}
      {troubles.map(({ id, text }) => (
        <Text key={id}>{text}</Text>
      ))}
      {troubles.length > 0 && (
        <Anchor renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} {...props} />}>{words.reconnect}</Anchor>
      )}
    </Alert>
  );
}
