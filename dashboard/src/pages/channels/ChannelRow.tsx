import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { IconAlertSquare, IconCircleCheck, IconCircleDashed, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ChannelAvatar } from "../../parts/look/avatars.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { printMoment } from "../../parts/moments.ts";
import css from "./channels.module.css";
import { type ConditionKind, conditionOf } from "./condition.ts";
import { Mend } from "./Mend.tsx";
import { noteOf } from "./note.ts";
import { words } from "./words.ts";

/** Told apart by shape, not by colour alone. */
const LOOKS = {
  works: { tone: "good", Icon: IconCircleCheck },
  needsLogIn: { tone: "bad", Icon: IconAlertSquare },
  off: { tone: "off", Icon: IconCircleDashed },
  needsChoice: { tone: "bad", Icon: IconAlertSquare },
  held: { tone: "wait", Icon: IconClock },
  endsSoon: { tone: "wait", Icon: IconClock },
} as const satisfies Record<ConditionKind, { readonly tone: string; readonly Icon: typeof IconClock }>;

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
  return (
    <li className={css.row}>
      <ChannelAvatar channel={channel} size={40} isOff={channel.status === "INACTIVE"} />
      <div>
        <Link to="/brands/$brandId/channels" params={{ brandId }} search={{ channel: id }} className={css.name}>
          {name}
        </Link>
        <div className={css.small}>
          {[networkName(type), account === name ? null : account, sandbox ? words.sandbox : null].filter(Boolean).join(" · ")}
        </div>
        <div className={css.small}>{places}</div>
      </div>
      <StateLine channel={channel} zone={zone} />
      {mayChange && (
        <div className={css.act}>
          <Mend brandId={brandId} channel={channel} />
        </div>
      )}
    </li>
  );
}

function StateLine({ channel, zone }: Pick<Props, "channel" | "zone">) {
  const { kind } = conditionOf(channel, Date.now());
  const { tone, Icon } = LOOKS[kind];
  const note = noteOf(channel, zone);
  return (
    <div className={css.state} data-tone={tone}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        <b>{words.state[kind]}</b>
        <div className={css.small}>{note ?? lastWord(channel, zone)}</div>
      </div>
    </div>
  );
}

/** Of a channel that works, the latest news. */
function lastWord({ lastError, lastSuccessAt }: ChannelDetails, zone: string): string {
  if (lastError !== null) return words.failedLast;
  return lastSuccessAt === null ? words.nothingYet : words.lastSuccess({ moment: printMoment(lastSuccessAt, zone) });
}
