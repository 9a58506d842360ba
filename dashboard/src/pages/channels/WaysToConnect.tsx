import { Alert, Button, Code, Group, Loader, Stack, Text, Title } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ChannelDetails, ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { IconArrowLeft, IconLogin2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { kindsQuery } from "./queries.ts";
import { SandboxForm } from "./SandboxForm.tsx";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly type: ChannelType;
  /** The channel to connect again; null: a new one. */
  readonly channel: ChannelDetails | null;
  readonly onConnected: (channelId: number) => void;
  readonly onBack: () => void;
}

/** The ways to connect an account at one network: by a log-in, with a form, on the sandbox network. */
export function WaysToConnect({ brandId, type, channel, onConnected, onBack }: Props) {
  const { data: kinds, error } = useQuery(kindsQuery(brandId));
  const kind = kinds?.find((one) => one.type === type);
  if (error !== null && kinds === undefined) return <Alert color="red">{error.message}</Alert>;
  if (kind === undefined) return <Loader aria-label={words.connect} />;
  const isSandbox = channel?.sandbox === true;
  return (
    <Stack gap="xl">
      {channel !== null && <Text>{words.reconnectText}</Text>}
      {!isSandbox &&
        kind.warnings.map((warning) => (
          <Alert key={warning} color="yellow">
            {warning}
          </Alert>
        ))}
      {kind.logIns.length > 0 && <LogIns kind={kind} brandId={brandId} channel={channel} />}
      {!isSandbox && kind.fields.length > 0 && (
        <CredentialsForm brandId={brandId} kind={kind} channel={channel} onConnected={onConnected} />
      )}
      {kind.sandbox && (channel === null || isSandbox) && (
        <SandboxForm brandId={brandId} kind={kind} channel={channel} onConnected={onConnected} />
      )}
      <Group>
        <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          {channel === null ? words.back : words.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

interface LogInsProps {
  readonly kind: ChannelKind;
  readonly brandId: number;
  readonly channel: ChannelDetails | null;
}

/** The pages below `/connect` belong to the service itself: they lead to the network and back here. */
function LogIns({ kind, brandId, channel }: LogInsProps) {
  const { slug, logIns, sandbox } = kind;
  const query = new URLSearchParams({ brand: String(brandId), ...(channel === null ? {} : { channel: String(channel.id) }) });
  const ready = channel?.sandbox === true ? [] : logIns.filter((logIn) => logIn.ready);
  const missing = channel?.sandbox === true ? [] : logIns.filter((logIn) => !logIn.ready);
  const names = [...new Set(ready.map(({ network }) => network))].join(" / ");
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={3} size="h5">
        {words.byLogIn}
      </Title>
      <Text size="sm">{words.logInText}</Text>
      {(ready.length > 0 || sandbox) && (
        <Button component="a" href={`/connect/${slug}?${query}`} leftSection={<IconLogin2 size={18} aria-hidden />}>
          {ready.length > 0 ? words.logIn(names) : words.logInSandbox}
        </Button>
      )}
      {missing.map(({ application, network, lack }) => (
        <Stack key={application} gap={4}>
          <Text size="sm">{words.notReady(network)}</Text>
          {lack !== null && (
            <details>
              <summary>{words.forOperator}</summary>
              <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {lack}
              </Code>
            </details>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
