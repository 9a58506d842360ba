import { Button } from "@mantine/core";
import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { LogInNext } from "../../parts/connecting/LogInNext.tsx";
import { waysTo } from "../../parts/connecting/way.ts";
import { useAct } from "../../parts/use-act.ts";
import { conditionOf } from "./condition.ts";
import { changedByChannels, kindsQuery } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly channel: ChannelDetails;
}

/** The one button that mends what is the matter with a channel; nothing while it works, or passes by itself. */
export function Mend({ brandId, channel }: Props) {
  const { kind } = conditionOf(channel, Date.now());
  if (kind === "needsLogIn" || kind === "endsSoon") return <LogInAgain brandId={brandId} channel={channel} />;
  if (kind === "off") return <SwitchOn brandId={brandId} channel={channel} />;
  if (kind !== "needsChoice") return null;
  return <InDialog brandId={brandId} channelId={channel.id} part="preferences" label={words.choose} />;
}

/** Straight to the network where it has a log-in; else to the form in the dialog. */
function LogInAgain({ brandId, channel }: Props) {
  const { data: kinds } = useQuery(kindsQuery(brandId));
  const kind = kinds?.find(({ type }) => type === channel.type);
  if (kind === undefined) return null;
  const ways = waysTo(kind);
  const isAtOnce = ways.length > 0 && ways.every(({ sandbox }) => sandbox === channel.sandbox || channel.sandbox);
  return isAtOnce ? (
    <LogInNext brandId={brandId} kind={kind} channel={channel} returnTo={`/brands/${brandId}/channels`} label={words.logInAgain} />
  ) : (
    <InDialog brandId={brandId} channelId={channel.id} part="reconnect" label={words.logInAgain} />
  );
}

function SwitchOn({ brandId, channel }: Props) {
  const { id: channelId, name } = channel;
  const turn = useAct(() => dataOf(api.updateChannel({ channelId, status: "ACTIVE" })), {
    done: () => words.switchedOn({ name }),
    changes: changedByChannels(brandId),
  });
  return (
    <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(undefined)}>
      {words.switchOn}
    </Button>
  );
}

interface InDialogProps {
  readonly brandId: number;
  readonly channelId: number;
  readonly part: "preferences" | "reconnect";
  readonly label: string;
}

function InDialog({ brandId, channelId, part, label }: InDialogProps) {
  return (
    <Button
      renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} search={{ channel: channelId, part }} {...props} />}
    >
      {label}
    </Button>
  );
}
