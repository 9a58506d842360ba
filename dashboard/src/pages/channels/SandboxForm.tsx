import { Alert, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import type { ChannelDetails, ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { useState } from "react";
import { useConnect } from "./use-connect.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly kind: ChannelKind;
  readonly channel: ChannelDetails | null;
  readonly onConnected: (channelId: number) => void;
}

/** An account on the network inside this service. */
export function SandboxForm({ brandId, kind, channel, onConnected }: Props) {
  const [name, setName] = useState("");
  const connect = useConnect(brandId, channel);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate({ type: kind.type, name: name.trim(), credentials: null }, { onSuccess: onConnected });
      }}
    >
      <Stack gap="sm">
        <Title order={3} size="h5">
          {words.bySandbox}
        </Title>
        <Text size="sm">{channel === null ? words.sandboxText : words.sandboxAgain}</Text>
        {channel === null && (
          <TextInput
            label={words.accountName}
            description={words.accountNameHint}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
          />
        )}
        {connect.error !== null && (
          <Alert color="red" role="alert">
            {connect.error.message}
          </Alert>
        )}
        <Group>
          <Button type="submit" variant="default" loading={connect.isPending}>
            {channel === null ? words.connectSandbox : words.reconnect}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
