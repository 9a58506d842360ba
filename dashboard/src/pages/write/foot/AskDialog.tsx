import { Stack, Text } from "@mantine/core";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { sentenceOf } from "../channels/ChannelColumn.tsx";
import type { Obstacle } from "../channels/rows.ts";
import { words } from "../words.ts";
import { type Mending, Mends } from "./Mends.tsx";

interface AskDialogProps {
  readonly obstacles: readonly Obstacle[];
  /** How many channels will get it. */
  readonly others: number;
  readonly mending: Mending;
  readonly mode: "QUEUE" | "SCHEDULE" | "IMMEDIATE";
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Asks once before a post is sent that some of its channels will not get. */
export function AskDialog({ obstacles, others, mending, mode, onSend, onClose }: AskDialogProps) {
  const say = words.ask;
  const names = [...new Set(obstacles.map(({ channel }) => networkName(channel.type)))];
  const list = new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(names);
  return (
    <FormDialog
      isQuestion
      title={say.title}
      submit={others === 0 ? say.sendNone[mode] : say.send[mode]({ count: others })}
      cancel={say.look}
      onSubmit={onSend}
      onClose={onClose}
    >
      <Text fw={540}>{others === 0 ? say.none : say.some({ channels: list })}</Text>
      <Stack gap="sm">
        {obstacles.map((obstacle) => (
          <Stack key={obstacle.channel.id} gap={6}>
            <Text size="sm" c="var(--text-2)">
              {words.foot.first({ channel: networkName(obstacle.channel.type), reason: obstacle.message ?? sentenceOf(obstacle) })}
            </Text>
            <Mends {...mending} obstacle={obstacle} onDone={onClose} onLeave={onClose} />
          </Stack>
        ))}
      </Stack>
    </FormDialog>
  );
}
