import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { Link } from "@tanstack/react-router";
import { printMoment } from "../../parts/moments.ts";
import { NetworkIcon } from "../../parts/NetworkIcon.tsx";
import { type ConditionKind, conditionOf, sentence } from "./condition.ts";
import { words } from "./words.ts";

const COLORS: Readonly<Record<ConditionKind, string>> = {
  works: "green",
  "needs-log-in": "red",
  off: "gray",
  "needs-choice": "red",
  held: "yellow",
  "ends-soon": "yellow",
};

interface Props {
  readonly brandId: number;
  readonly channel: ChannelDetails;
  readonly zone: string;
}

/** One channel: which account it is, whether it works, and if not, why. */
export function ChannelRow({ brandId, channel, zone }: Props) {
  const { id, type, name, account, sandbox, lastError, collections } = channel;
  const note = noteOf(channel, zone);
  return (
    <Paper component="li" withBorder p="sm">
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <NetworkIcon type={type} size={28} />
        <Stack gap={4} flex={1} miw={0}>
          <Group gap="xs" justify="space-between">
            <Anchor
              fw={600}
              c="var(--mantine-color-text)"
              py={2}
              style={{ overflowWrap: "anywhere" }}
              renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} search={{ channel: id }} {...props} />}
            >
              {name}
            </Anchor>
            <Group gap={6}>
              {sandbox && (
                <Badge variant="default" tt="none">
                  {words.sandbox}
                </Badge>
              )}
              <ConditionBadge channel={channel} />
            </Group>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {[type, account ?? words.notConnected, collections.map(({ title }) => title).join(", ")].filter(Boolean).join(" · ")}
          </Text>
          {note !== null && <Text size="sm">{note}</Text>}
          {lastError !== null && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {words.lastError}, {printMoment(lastError.at, zone)}: {sentence(lastError.message)}
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}

export function ConditionBadge({ channel }: { readonly channel: ChannelDetails }) {
  const { kind } = conditionOf(channel, Date.now());
  return (
    <Badge variant="light" color={COLORS[kind]} c="var(--mantine-color-text)" tt="none">
      {words.state[kind]}
    </Badge>
  );
}

/** What is the matter, and what to do; null while it works. */
export function noteOf(channel: ChannelDetails, zone: string): string | null {
  const { kind, reason, until } = conditionOf(channel, Date.now());
  const said = reason === null ? "" : `${sentence(reason)} `;
  const moment = until === null ? "" : printMoment(until, zone);
  if (kind === "needs-log-in") return `${said}${words.needsLogIn}`;
  if (kind === "off") return `${said}${words.off}`;
  if (kind === "needs-choice") return words.needsChoice;
  if (kind === "held") return `${said}${words.held(moment, zone)}`;
  return kind === "ends-soon" ? words.endsSoon(moment, zone) : null;
}
