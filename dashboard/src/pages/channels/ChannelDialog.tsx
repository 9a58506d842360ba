import { Alert, Anchor, Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { ChannelAvatar } from "../../parts/look/avatars.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { useAct } from "../../parts/use-act.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { ChannelFacts } from "./ChannelFacts.tsx";
import { conditionOf } from "./condition.ts";
import { Mend } from "./Mend.tsx";
import { NameForm } from "./NameForm.tsx";
import { noteOf } from "./note.ts";
import { PreferencesForm } from "./PreferencesForm.tsx";
import { changedByChannels } from "./queries.ts";
import { WaysToConnect } from "./WaysToConnect.tsx";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  /** Null: there is none with the id in the address. */
  readonly channel: ChannelDetails | null;
  readonly zone: string;
  readonly mayChange: boolean;
  /** What of it is open first. */
  readonly part: Part;
  readonly onClose: () => void;
}

type Part = "facts" | "preferences" | "rename" | "reconnect";

/** Everything about one channel, and what can be done with it. */
export function ChannelDialog({ brandId, channel, zone, mayChange, part, onClose }: Props) {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  return (
    <Dialog
      closeOnClickOutside={false}
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": words.close }}
      title={
        channel === null ? (
          words.title
        ) : (
          <Group gap="xs" wrap="nowrap">
            <ChannelAvatar channel={channel} size={32} />
            <Text component="span" fw={600} style={{ overflowWrap: "anywhere" }}>
              {channel.name}
            </Text>
          </Group>
        )
      }
    >
      {channel === null ? (
        <Text>{words.gone}</Text>
      ) : (
        <Contents key={channel.id} brandId={brandId} channel={channel} zone={zone} mayChange={mayChange} part={part} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Contents({ brandId, channel, zone, mayChange, part: first, onClose }: Props & { readonly channel: ChannelDetails }) {
  const [part, setPart] = useState<Part>(first);
  const back = () => setPart("facts");
  if (part === "preferences") return <PreferencesForm brandId={brandId} channelId={channel.id} mayChange={mayChange} onDone={back} />;
  if (part === "rename") return <NameForm brandId={brandId} channel={channel} onDone={back} />;
  if (part === "reconnect")
    return <WaysToConnect brandId={brandId} type={channel.type} channel={channel} onConnected={back} onBack={back} />;
  const note = noteOf(channel, zone);
  return (
    <Stack>
      {note !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.state[conditionOf(channel, Date.now()).kind]}>
          <Stack gap="sm" align="flex-start">
            {note}
            {mayChange && <Mend brandId={brandId} channel={channel} />}
          </Stack>
        </Alert>
      )}
      <ChannelFacts brandId={brandId} channel={channel} zone={zone} />
      {mayChange && <OnOff brandId={brandId} channel={channel} />}
      <Group gap="xs">
        {mayChange && (
          <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setPart("reconnect")}>
            {words.reconnect}
          </Button>
        )}
        <Button variant="default" onClick={() => setPart("preferences")}>
          {words.preferences}
        </Button>
        {mayChange && (
          <Button variant="default" onClick={() => setPart("rename")}>
            {words.rename}
          </Button>
        )}
        {mayChange && <Remove brandId={brandId} channel={channel} onRemoved={onClose} />}
      </Group>
      {channel.profileUrl !== null && (
        <Anchor href={channel.profileUrl} target="_blank" rel="noreferrer">
          {channel.sandbox ? words.sandboxProfile : words.profile({ network: networkName(channel.type) })}
        </Anchor>
      )}
    </Stack>
  );
}

function OnOff({ brandId, channel }: { readonly brandId: number; readonly channel: ChannelDetails }) {
  const { id: channelId, name, status } = channel;
  const turn = useAct((wanted: "ACTIVE" | "INACTIVE") => dataOf(api.updateChannel({ channelId, status: wanted })), {
    done: (_, wanted) => (wanted === "ACTIVE" ? words.switchedOn({ name }) : words.switchedOff({ name })),
    changes: changedByChannels(brandId),
  });
  const isOn = status === "ACTIVE";
  return (
    <Switch
      label={words.receives}
      description={words.receivesHint}
      checked={isOn}
      disabled={turn.isPending}
      onChange={({ currentTarget }) => turn.mutate(currentTarget.checked ? "ACTIVE" : "INACTIVE")}
    />
  );
}

interface RemoveProps {
  readonly brandId: number;
  readonly channel: ChannelDetails;
  readonly onRemoved: () => void;
}

function Remove({ brandId, channel, onRemoved }: RemoveProps) {
  const { id: channelId, name, collections } = channel;
  const isHere = useIsHere();
  // Closed before the channels are read again, where this one is no more.
  const removeAndClose = async () => {
    await dataOf(api.removeChannel({ channelId }));
    if (isHere()) onRemoved();
  };
  const remove = useAct(removeAndClose, {
    done: () => words.removed({ name }),
    changes: changedByChannels(brandId),
  });
  return (
    <ConfirmButton
      label={words.remove}
      question={words.removeQuestion({ name })}
      consequence={words.removeConsequence({ collections: collections.length })}
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
    />
  );
}
