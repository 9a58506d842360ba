import { Alert, Button, Code, Group, Loader, Stack, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ChannelDetails, ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useBrand } from "../../api/session.ts";
import { LogInNext } from "../../parts/connecting/LogInNext.tsx";
import { waysTo } from "../../parts/connecting/way.ts";
import { words as connecting } from "../../parts/connecting/words.ts";
import { Fold } from "../../parts/Fold.tsx";
import { HelpLinks } from "../../parts/HelpLinks.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { kindsQuery } from "./queries.ts";
import { SandboxForm } from "./SandboxForm.tsx";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly type: ChannelType;
  /** The channel that is connected again; null for a new one. */
  readonly channel: ChannelDetails | null;
  readonly onConnected: (channelId: number) => void;
  readonly onBack: () => void;
}

/** How an account on this network can be connected: by its log-in, with the other ways folded away; or by a form where it has none. */
export function WaysToConnect({ brandId, type, channel, onConnected, onBack }: Props) {
  const { data: kinds, error } = useQuery(kindsQuery(brandId));
  const brand = useBrand(brandId);
  const kind = kinds?.find((one) => one.type === type);
  if (error !== null && kinds === undefined) return <Alert color="red">{error.message}</Alert>;
  if (kind === undefined) return <Loader aria-label={words.connect} />;
  const isSandbox = channel?.sandbox === true;
  const hasLogIn = waysTo(kind).length > 0;
  const others = (
    <Stack gap="xl">
      {!isSandbox && kind.fields.length > 0 && (
        <CredentialsForm brandId={brandId} kind={kind} channel={channel} onConnected={onConnected} />
      )}
      {kind.sandbox && (channel === null || isSandbox) && (
        <SandboxForm brandId={brandId} kind={kind} channel={channel} onConnected={onConnected} />
      )}
    </Stack>
  );
  return (
    <Stack gap="lg">
      {channel !== null && <Text>{words.reconnectText}</Text>}
      {!isSandbox &&
        kind.warnings.map((warning) => (
          <Alert key={warning} color="yellow">
            <HelpLinks text={warning} />
          </Alert>
        ))}
      {hasLogIn && (
        <Stack gap="sm" align="flex-start">
          <Text>{words.logInText({ network: networkName(type), brand: brand?.title ?? "" })}</Text>
          <LogInNext brandId={brandId} kind={kind} channel={channel} returnTo={`/brands/${brandId}/channels`} />
        </Stack>
      )}
      {!isSandbox && <NotReady kind={kind} />}
      {hasLogIn ? (
        <Fold title={connecting.otherWays}>
          <Stack mt="md">{others}</Stack>
        </Fold>
      ) : (
        others
      )}
      <Group>
        <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          {channel === null ? words.back : words.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

/** Log-ins that the operator has to set up first. */
function NotReady({ kind }: { readonly kind: ChannelKind }) {
  return kind.logIns
    .filter((logIn) => !logIn.ready)
    .map(({ application, network, lack }) => (
      <Stack key={application} gap={4}>
        <Text size="sm" c="dimmed">
          {words.notReady({ network })}
        </Text>
        {lack !== null && (
          <Fold title={words.forOperator}>
            <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {lack}
            </Code>
          </Fold>
        )}
      </Stack>
    ));
}
