import { Stack, Text, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Fold } from "../../parts/Fold.tsx";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { printBytes } from "../../parts/numbers.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { StateLine } from "../../parts/StateLine.tsx";
import { Backups } from "./Backups.tsx";
import { type ServiceState, stateQuery } from "./queries.ts";
import { words } from "./words.ts";

const say = words.service;

/** What waits, what is late, and what networks made of the last day's deliveries. */
export function ServiceTab() {
  const state = useSuspenseQuery(stateQuery).data;
  const { networks, counts, database, version, node, startedAt } = state;
  const zone = ownZone();
  return (
    <Stack gap="xl">
      <Rows label={words.tabs.service}>
        <Deliveries engine={state.engine} zone={zone} />
        <Row
          title={<Name name={say.stored} />}
          state={
            <StateLine tone="good" word={say.room({ media: printBytes(counts.mediaBytes), database: printBytes(database.sizeBytes) })} />
          }
        >
          {listOf([
            [counts.users, say.users],
            [counts.brands, say.brands],
            [counts.channels, say.channels],
            [counts.inactiveChannels, say.inactive],
            [counts.posts, say.posts],
          ])}
        </Row>
        <Row
          title={<Name name={say.about} />}
          state={<StateLine tone="good" word={say.started({ when: printMoment(startedAt, zone) })} />}
          below={
            <Fold title={words.technical}>
              <Text size="sm">{say.node({ version: node })}</Text>
              <Text size="sm">{(database.embedded ? say.databaseEmbedded : say.database)({ version: database.version })}</Text>
            </Fold>
          }
        >
          {say.version({ version })}
        </Row>
      </Rows>
      <Stack component="section" gap="sm" aria-labelledby="last-day">
        <Title order={2} size="h4" id="last-day">
          {say.lastDay}
        </Title>
        {networks.length === 0 ? (
          <Text>{say.nothingSent}</Text>
        ) : (
          <Rows label={say.lastDay}>
            {networks.map((network) => (
              <NetworkDay key={network.type} network={network} zone={zone} />
            ))}
          </Rows>
        )}
      </Stack>
      <Backups />
    </Stack>
  );
}

function Name({ name }: { readonly name: string }) {
  return (
    <Title order={2} size="h4">
      {name}
    </Title>
  );
}

function Deliveries({ engine, zone }: { readonly engine: ServiceState["engine"]; readonly zone: string }) {
  const { due, oldestDueAt, inFlight, unknown, heldChannels, leavingToday } = engine;
  const isLate = oldestDueAt !== null && due > 0;
  return (
    <Row
      title={<Name name={say.waiting} />}
      state={
        <StateLine
          tone={isLate ? "wait" : "good"}
          word={isLate ? say.late({ count: due, since: printMoment(oldestDueAt, zone) }) : say.allOnTime}
        />
      }
    >
      {listOf([
        [leavingToday, say.leaving],
        [inFlight, say.inFlight],
        [unknown, say.unknown],
        [heldChannels, say.held],
      ])}
    </Row>
  );
}

function NetworkDay({ network, zone }: { readonly network: ServiceState["networks"][number]; readonly zone: string }) {
  const { type, published, failed, skipped, undecided, lastFailure } = network;
  const reason = lastFailure?.message ?? lastFailure?.reason ?? null;
  return (
    <Row
      picture={<NetworkDisc type={type} size={28} isNamed />}
      title={networkName(type)}
      state={
        <StateLine tone={failed > 0 ? "bad" : published > 0 ? "good" : "off"} word={stateOf(network)}>
          {lastFailure !== null && say.lastFailure({ moment: printMoment(lastFailure.at, zone) })}
        </StateLine>
      }
      below={
        reason === null ? undefined : (
          <Fold title={words.technical}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {reason}
            </Text>
          </Fold>
        )
      }
    >
      {listOf([
        [published, say.published],
        [failed, say.failed],
        [skipped, say.skipped],
        [undecided, say.undecided],
      ])}
    </Row>
  );
}

/** What there is any of. */
function listOf(parts: readonly (readonly [count: number, say: (values: { count: number }) => string])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, say]) => say({ count }))
    .join(" · ");
}

function stateOf({ published, failed, undecided }: ServiceState["networks"][number]): string {
  if (undecided > 0) return say.toDecide({ count: undecided });
  if (failed > 0) return say.someFailed({ count: failed });
  return published > 0 ? say.allArrived : say.allSkipped;
}
