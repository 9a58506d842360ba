import { Alert, Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useBrand } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { DemoPanel } from "./DemoPanel.tsx";
import { type Departure, departuresByDay } from "./departures.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { conditionsQuery, forecastQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What will leave next, and what needs somebody's attention. */
export function OverviewPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  const forecast = useSuspenseQuery(forecastQuery(brandId)).data;
  const days = departuresByDay(forecast);
  return (
    <>
      <PageHead title={words.title} lead={words.lead(brand?.timezone ?? "UTC")} />
      <Stack gap="xl">
        <DemoPanel brandId={brandId} />
        <Troubles brandId={brandId} isPaused={brand?.queueStatus === "PAUSED"} />
        <FirstSteps brandId={brandId} />
        {days.length === 0 && <Text>{words.nothing}</Text>}
        {days.map(({ day, departures }) => (
          <Stack key={day} component="section" gap="sm" aria-label={words.day(day)}>
            <Title order={2} size="h4">
              {words.day(day)}
            </Title>
            {departures.map((departure) => (
              <DepartureRow key={`${departure.postId} ${departure.local}`} departure={departure} />
            ))}
          </Stack>
        ))}
      </Stack>
    </>
  );
}

function DepartureRow({ departure }: { readonly departure: Departure }) {
  const { time, post, collection, channels, isRefused } = departure;
  return (
    <Paper withBorder p="sm">
      <Group align="flex-start" wrap="nowrap">
        <Text fw={600} miw={48}>
          {time}
        </Text>
        <Stack gap={4} flex={1} miw={0}>
          <Text truncate>{post}</Text>
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              {collection}
            </Text>
            {channels.map(({ id, name, type, outcome, message }) => (
              <Badge key={id} variant="light" color={outcome === "PUBLISHED" ? "blue" : "red"} tt="none" title={message ?? type}>
                {outcome === "PUBLISHED" ? "✓" : "✗"} {type === name ? name : `${type} · ${name}`}
              </Badge>
            ))}
          </Group>
          {isRefused.length > 0 && (
            <Text size="sm" c="var(--mantine-color-error)">
              {isRefused.join(" ")}
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
      {troubles.length > 0 && <Anchor href="/connect">{words.reconnect}</Anchor>}
    </Alert>
  );
}
