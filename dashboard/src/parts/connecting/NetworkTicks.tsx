import type { ChannelDetails, ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { IconCheck } from "@tabler/icons-react";
import { ChannelAvatar } from "../look/avatars.tsx";
import { NetworkDisc } from "../look/NetworkDisc.tsx";
import { networkName } from "../look/networks.ts";
import css from "./connecting.module.css";
import { isOpen, waysTo } from "./way.ts";
import { words } from "./words.ts";

interface Props {
  readonly kinds: readonly ChannelKind[];
  /** The brand's own. */
  readonly channels: readonly ChannelDetails[];
  /** Slugs, in the order in which they are connected. */
  readonly ticked: readonly string[];
  readonly onTick: (slugs: readonly string[]) => void;
}

/** All networks, to be ticked once; those with an account show it. */
export function NetworkTicks({ kinds, channels, ticked, onTick }: Props) {
  const toggle = (slug: string) => onTick(ticked.includes(slug) ? ticked.filter((one) => one !== slug) : [...ticked, slug]);
  return (
    <fieldset className={css.networks} aria-label={words.tick}>
      {kinds.map((kind) => {
        const own = channels.filter(({ type }) => type === kind.type);
        const [first] = own;
        const isTicked = ticked.includes(kind.slug);
        return (
          <label key={kind.slug} className={css.network} data-ticked={isTicked || undefined} data-closed={!isOpen(kind) || undefined}>
            <input type="checkbox" checked={isTicked} disabled={!isOpen(kind)} onChange={() => toggle(kind.slug)} />
            {first === undefined ? <NetworkDisc type={kind.type} size={32} isNamed /> : <ChannelAvatar channel={first} size={32} />}
            <span className={css.networkName}>
              <b>{networkName(kind.type)}</b>
              <small>{noteOf(kind, own)}</small>
            </span>
            <span className={css.tick} aria-hidden>
              {isTicked && <IconCheck size={13} stroke={3} />}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function noteOf(kind: ChannelKind, own: readonly ChannelDetails[]): string {
  if (own.length > 0) return words.connected({ names: own.map(({ name }) => name).join(", ") });
  const [way] = waysTo(kind);
  if (way !== undefined) return way.sandbox ? words.bySandbox : words.byLogIn;
  return isOpen(kind) ? words.byForm : words.notReady;
}
