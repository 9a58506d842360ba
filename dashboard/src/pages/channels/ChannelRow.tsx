import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { Link } from "@tanstack/react-router";
import { ChannelAvatar } from "../../parts/look/avatars.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { printMoment } from "../../parts/moments.ts";
import { Row } from "../../parts/Rows.tsx";
import { StateLine, type Tone } from "../../parts/StateLine.tsx";
import { type ConditionKind, conditionOf } from "./condition.ts";
import { Mend } from "./Mend.tsx";
import { noteOf } from "./note.ts";
import { words } from "./words.ts";

const TONES = {
  works: "good",
  needsLogIn: "bad",
  off: "off",
  needsChoice: "bad",
  held: "wait",
  endsSoon: "wait",
} as const satisfies Record<ConditionKind, Tone>;

interface Props {
  readonly brandId: number;
  readonly channel: ChannelDetails;
  readonly zone: string;
  readonly mayChange: boolean;
}

/** One channel: which account it is, how it is, and the button that mends it. */
export function ChannelRow({ brandId, channel, zone, mayChange }: Props) {
  const { id, type, name, account, sandbox, collections } = channel;
  const places = collections.length === 0 ? words.noCollections : collections.map(({ title }) => title).join(", ");
  const { kind } = conditionOf(channel, Date.now());
  return (
    <Row
      picture={<ChannelAvatar channel={channel} size={40} isOff={channel.status === "INACTIVE"} />}
      title={
        <Link to="/brands/$brandId/channels" params={{ brandId }} search={{ channel: id }}>
          {name}
        </Link>
      }
      state={
        <StateLine tone={TONES[kind]} word={words.state[kind]}>
          {noteOf(channel, zone) ?? lastWord(channel, zone)}
        </StateLine>
      }
      actions={mayChange ? <Mend brandId={brandId} channel={channel} /> : undefined}
    >
      <div>{[networkName(type), account === name ? null : account, sandbox ? words.sandbox : null].filter(Boolean).join(" · ")}</div>
      <div>{places}</div>
    </Row>
  );
}

/** Of a channel that works, the latest news. */
function lastWord({ lastError, lastSuccessAt }: ChannelDetails, zone: string): string {
  if (lastError !== null) return words.failedLast;
  return lastSuccessAt === null ? words.nothingYet : words.lastSuccess({ moment: printMoment(lastSuccessAt, zone) });
}
