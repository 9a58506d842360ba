import { ActionIcon, Group, Input, NativeSelect, Paper, Stack, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { networkName } from "../../parts/look/networks.ts";
import { swapped } from "./order.ts";
import { words } from "./words.ts";

export interface ChoosableChannel {
  readonly id: number;
  readonly name: string;
  readonly type: ChannelType;
  readonly status: "ACTIVE" | "INACTIVE";
}

interface Props {
  readonly chosen: readonly number[];
  readonly choice: readonly ChoosableChannel[];
  readonly error: string | undefined;
  readonly isFixed: boolean;
  readonly onChange: (ids: readonly number[]) => void;
}

/** The channels of a collection in their order. */
export function ChannelOrder({ chosen, choice, error, isFixed, onChange }: Props) {
  const own = chosen.flatMap((id) => choice.find((channel) => channel.id === id) ?? []);
  const others = choice.filter(({ id }) => !chosen.includes(id));
  return (
    <Stack gap="xs" role="group" aria-label={words.field.channels}>
      <div>
        <Input.Label component="div">{words.field.channels}</Input.Label>
        <Input.Description>{words.field.channelsHint}</Input.Description>
      </div>
      {own.length === 0 && <Text size="sm">{words.noChannels}</Text>}
      {own.map((channel, index) => (
        <Paper key={channel.id} withBorder px="sm" py={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {labelOf(channel)}
            </Text>
            {!isFixed && (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={words.field.up({ name: channel.name })}
                  disabled={index === 0}
                  onClick={() => onChange(swapped(chosen, index, index - 1))}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={words.field.down({ name: channel.name })}
                  disabled={index === own.length - 1}
                  onClick={() => onChange(swapped(chosen, index, index + 1))}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={words.field.out({ name: channel.name })}
                  onClick={() => onChange(chosen.filter((id) => id !== channel.id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </Group>
        </Paper>
      ))}
      {!isFixed && others.length > 0 && (
        <NativeSelect
          aria-label={words.field.addChannel}
          value=""
          data={[
            { value: "", label: words.field.addChannel },
            ...others.map((channel) => ({ value: String(channel.id), label: labelOf(channel) })),
          ]}
          onChange={({ currentTarget }) => currentTarget.value !== "" && onChange([...chosen, Number(currentTarget.value)])}
        />
      )}
      {choice.length === 0 && <Text size="sm">{words.field.noChannelsThere}</Text>}
      {error !== undefined && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}

/** The name of a channel with its network, and whether it is switched off. */
export function labelOf({ name, type, status }: ChoosableChannel): string {
  return `${name} · ${networkName(type)}${status === "INACTIVE" ? ` (${words.field.inactive})` : ""}`;
}
