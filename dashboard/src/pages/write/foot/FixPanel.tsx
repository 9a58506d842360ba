import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { NetworkDisc } from "../../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { sentenceOf } from "../channels/ChannelColumn.tsx";
import type { Obstacle } from "../channels/rows.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";

interface FixPanelProps {
  readonly composer: Composer;
  readonly obstacles: readonly Obstacle[];
  /** Shows the text of a network, with what is too much of it marked. */
  readonly onShorten: (type: ChannelType, over: number) => void;
}

/** Each thing in the way, with what mends it. */
export function FixPanel({ composer, obstacles, onShorten }: FixPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { draft, change, brandId } = composer;
  const say = words.foot;
  const done = (act: () => void) => () => {
    act();
    if (obstacles.length === 1) setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" width={360} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button
          color="red"
          variant="light"
          c="var(--fail)"
          bg="var(--fail-soft)"
          size="xs"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {say.fix}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={say.fixTitle}>
        <Stack gap="md" mah={420} style={{ overflowY: "auto" }}>
          {obstacles.map((obstacle) => {
            const { channel, over, reason, message } = obstacle;
            const canSplit = platforms[channel.type].threads && !draft.isThread && over > 0;
            return (
              <Stack key={channel.id} gap={6} component="section" aria-label={channel.name}>
                <Group gap={8} wrap="nowrap">
                  <NetworkDisc type={channel.type} size={20} isNamed />
                  <Text fw={640}>{networkName(channel.type)}</Text>
                </Group>
                <Text size="sm">{message ?? sentenceOf(obstacle)}</Text>
                <Group gap={6}>
                  {over > 0 && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => {
                        setOpen(false);
                        onShorten(channel.type, over);
                      }}
                    >
                      {say.shorten({ network: networkName(channel.type) })}
                    </Button>
                  )}
                  {canSplit && (
                    <Button size="xs" variant="default" onClick={done(() => change({ isThread: true }))}>
                      {say.split}
                    </Button>
                  )}
                  {reason === "channel_inactive" && (
                    <Button
                      size="xs"
                      variant="default"
                      renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} {...props} />}
                    >
                      {say.logIn}
                    </Button>
                  )}
                  <Button size="xs" variant="default" onClick={done(() => change({ leftOut: [...draft.leftOut, channel.id] }))}>
                    {say.leaveOut({ channel: networkName(channel.type) })}
                  </Button>
                </Group>
              </Stack>
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
