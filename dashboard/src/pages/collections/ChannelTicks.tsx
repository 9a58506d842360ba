import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { type ChoosableChannel, labelOf } from "./ChannelOrder.tsx";
import { words } from "./words.ts";

interface Props {
  readonly chosen: readonly number[];
  readonly choice: readonly ChoosableChannel[];
  readonly error: string | undefined;
  readonly onChange: (ids: readonly number[]) => void;
}

/** The channels of a collection that is being made: which, in the order in which they are listed. */
export function ChannelTicks({ chosen, choice, error, onChange }: Props) {
  return (
    <Checkbox.Group
      label={words.field.channels}
      description={words.field.ticksHint}
      error={error}
      value={chosen.map(String)}
      onChange={(values) => onChange(choice.map(({ id }) => id).filter((id) => values.includes(String(id))))}
    >
      <Stack gap="xs" mt="xs">
        {choice.map((channel) => (
          <Checkbox
            key={channel.id}
            value={String(channel.id)}
            label={
              <Group component="span" gap={8} wrap="nowrap">
                <NetworkDisc type={channel.type} isOff={!chosen.includes(channel.id)} isNamed />
                <span style={{ overflowWrap: "anywhere" }}>{labelOf(channel)}</span>
              </Group>
            }
          />
        ))}
        {choice.length === 0 && <Text size="sm">{words.field.noChannelsThere}</Text>}
      </Stack>
    </Checkbox.Group>
  );
}
