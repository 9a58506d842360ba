import { Alert, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { printBytes, printCount } from "../../parts/numbers.ts";
import { Backups } from "./Backups.tsx";
import { type ServiceState, stateQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What waits, what is late, and what networks made of the last day's deliveries. */
export function ServiceTab() {
  const { engine, networks, counts, database, version, node, startedAt } = useSuspenseQuery(stateQuery).data;
  const zone = ownZone();
  const isLate = engine.oldestDueAt !== null && engine.due > 0;
  return (
    <Stack gap="xl">
      <Stack component="section" gap="sm" aria-labelledby="waiting">
        <Title order={2} size="h4" id="waiting">
          {words.service.waiting}
        </Title>
        <Alert color={isLate ? "yellow" : "green"} icon={isLate ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}>
          <Text>
            {isLate
              ? words.service.late({ count: engine.due, since: printMoment(engine.oldestDueAt ?? "", zone) })
              : words.service.allOnTime}
          </Text>
        </Alert>
        <Figures
          rows={[
            [engine.inFlight, words.service.inFlight],
            [engine.unknown, words.service.unknown],
            [engine.heldChannels, words.service.held],
            [engine.leavingToday, words.service.leaving],
          ]}
        />
      </Stack>
      <Stack component="section" gap="sm" aria-labelledby="last-day">
        <Title order={2} size="h4" id="last-day">
          {words.service.lastDay}
        </Title>
        {networks.length === 0 ? <Text>{words.service.nothingSent}</Text> : <Networks rows={networks} zone={zone} />}
      </Stack>
      <Stack component="section" gap="sm" aria-labelledby="stored">
        <Title order={2} size="h4" id="stored">
          {words.service.stored}
        </Title>
        <Figures
          rows={[
            [counts.users, words.service.users],
            [counts.brands, words.service.brands],
            [counts.channels, words.service.channels],
            [counts.inactiveChannels, words.service.inactive],
            [counts.posts, words.service.posts],
          ]}
        />
        <Text>
          {printBytes(counts.mediaBytes)} {words.service.media} · {printBytes(database.sizeBytes)} {words.service.size}
        </Text>
      </Stack>
      <Backups />
      <Stack component="section" gap={4} aria-labelledby="about">
        <Title order={2} size="h4" id="about">
          {words.service.about}
        </Title>
        <Text>{words.service.version({ version, node })}</Text>
        <Text>{(database.embedded ? words.service.databaseEmbedded : words.service.database)({ version: database.version })}</Text>
        <Text>{words.service.started({ when: printMoment(startedAt, zone) })}</Text>
      </Stack>
    </Stack>
  );
}

function Figures({ rows }: { readonly rows: readonly (readonly [number, string])[] }) {
  return (
    <Group gap="sm" align="stretch">
      {rows.map(([count, label]) => (
        <Paper key={label} withBorder p="sm" miw={120}>
          <Text fw={700} fz="xl">
            {printCount(count)}
          </Text>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
        </Paper>
      ))}
    </Group>
  );
}

function Networks({ rows, zone }: { readonly rows: ServiceState["networks"]; readonly zone: string }) {
  const { columns } = words.service;
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {Object.values(columns).map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ type, published, failed, skipped, undecided, lastFailure }) => (
            <Table.Tr key={type}>
              <Table.Th scope="row">{type}</Table.Th>
              <Table.Td>{printCount(published)}</Table.Td>
              <Table.Td>{printCount(failed)}</Table.Td>
              <Table.Td>{printCount(skipped)}</Table.Td>
              <Table.Td>{printCount(undecided)}</Table.Td>
              <Table.Td>
                {lastFailure === null ? "–" : `${printMoment(lastFailure.at, zone)}: ${lastFailure.message ?? lastFailure.reason ?? ""}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
