import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import type { ChannelDetails, ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { useState } from "react";
import { CallFailed } from "../../api/client.ts";
import { type Connection, useConnect } from "./use-connect.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly kind: ChannelKind;
  readonly channel: ChannelDetails | null;
  readonly onConnected: (channelId: number) => void;
}

/** For those who have a token or an address. What was typed stays if the network refuses it. */
export function CredentialsForm({ brandId, kind, channel, onConnected }: Props) {
  const [name, setName] = useState("");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const connect = useConnect(brandId, channel);
  const given = Object.entries(values).flatMap(([field, value]): [string, string][] =>
    value.trim() === "" ? [] : [[field, value.trim()]],
  );
  const connection: Connection = { type: kind.type, name: name.trim(), credentials: Object.fromEntries(given) };
  const { error } = connect;
  const fields = error instanceof CallFailed ? error.fields : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate(connection, { onSuccess: onConnected });
      }}
    >
      <Stack gap="sm">
        <Title order={3} size="h5">
          {words.byForm}
        </Title>
        <Text size="sm">{words.formText}</Text>
        {channel === null && (
          <TextInput
            label={words.name}
            description={words.nameHint}
            value={name}
            error={fields.name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
          />
        )}
        {kind.fields.map((field) => {
          const Field = field.isSecret ? PasswordInput : TextInput;
          return (
            <Field
              key={field.name}
              label={field.isOptional ? `${field.label} (${words.optional})` : field.label}
              description={field.hint}
              placeholder={field.example}
              value={values[field.name] ?? ""}
              required={!field.isOptional}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          );
        })}
        {error !== null && (
          <Alert color="red" role="alert">
            {fields.credentials ?? error.message}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={connect.isPending}>
            {channel === null ? words.connectNow : words.reconnect}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
