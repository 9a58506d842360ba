import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { NetworkDisc } from "../../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { sentenceOf } from "../channels/ChannelColumn.tsx";
import type { Obstacle } from "../channels/rows.ts";
import { words } from "../words.ts";
import { type Mending, Mends } from "./Mends.tsx";

interface FixPanelProps {
  readonly obstacles: readonly Obstacle[];
  readonly mending: Mending;
}

/** Each thing in the way, with what mends it. */
export function FixPanel({ obstacles, mending }: FixPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const say = words.foot;
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
            const { channel, message } = obstacle;
            return (
              <Stack key={channel.id} gap={6} component="section" aria-label={channel.name}>
                <Group gap={8} wrap="nowrap">
                  <NetworkDisc type={channel.type} size={20} isNamed />
                  <Text fw={640}>{networkName(channel.type)}</Text>
                </Group>
                <Text size="sm">{message ?? sentenceOf(obstacle)}</Text>
                <Mends
                  {...mending}
                  obstacle={obstacle}
                  onDone={() => obstacles.length === 1 && setOpen(false)}
                  onLeave={() => setOpen(false)}
                />
              </Stack>
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
