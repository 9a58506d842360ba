import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { CSSProperties } from "react";
import { words } from "../words.ts";
import css from "./look.module.css";
import { NETWORKS, networkName } from "./networks.ts";
import { type State, StateMark } from "./StateMark.tsx";

interface NetworkDiscProps {
  readonly type: ChannelType;
  /** In pixels. */
  readonly size?: number;
  /** Greyed: not chosen, left out. */
  readonly isOff?: boolean;
  /** A mark on the disc's edge. */
  readonly state?: State;
  /** Whether its name stands beside it: then it is not read twice. */
  readonly isNamed?: boolean;
}

/** The sign of a network in its colour, with its name for who cannot see it. */
export function NetworkDisc({ type, size = 20, isOff = false, state, isNamed = false }: NetworkDiscProps) {
  const { Icon, color, turns } = NETWORKS[type];
  const style = { "--d": `${size}px`, "--nc": color, "--ng": turns ? "var(--n-glyph-dark)" : "var(--n-glyph)" } as CSSProperties;
  const name = state === undefined ? networkName(type) : `${networkName(type)}: ${words.states[state]}`;
  return (
    <span
      className={css.disc}
      data-off={isOff || undefined}
      style={style}
      {...(isNamed ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
    >
      <Icon size={Math.round(size * 0.62)} stroke={2} aria-hidden />
      {state !== undefined && (
        <span className={css.discState}>
          <StateMark state={state} size={11} isNamed />
        </span>
      )}
    </span>
  );
}

/** The sign of a network over the whole of a tile. Decoration. */
export function NetworkTile({ type }: Pick<NetworkDiscProps, "type">) {
  const { Icon, color, turns } = NETWORKS[type];
  const style = { "--nc": color, "--ng": turns ? "var(--n-glyph-dark)" : "var(--n-glyph)" } as CSSProperties;
  return (
    <span className={css.tile} style={style} aria-hidden>
      <Icon size={40} stroke={2} aria-hidden />
    </span>
  );
}

interface NetworkDiscsProps {
  readonly types: readonly ChannelType[];
  readonly size?: number;
  /** How many are drawn; the others are counted. */
  readonly max?: number;
}

/** Networks side by side, overlapping; more than fit are counted, and all are named. */
export function NetworkDiscs({ types, size = 18, max = 3 }: NetworkDiscsProps) {
  const shown = types.slice(0, types.length === max + 1 ? max + 1 : max);
  const more = types.length - shown.length;
  return (
    <span className={css.discs} role="img" aria-label={[...new Set(types)].map(networkName).join(", ")}>
      {shown.map((type, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two channels may be of one network, and they never change places
        <NetworkDisc key={`${type} ${index}`} type={type} size={size} isNamed />
      ))}
      {more > 0 && (
        <span className={css.discsMore} style={{ height: size, minWidth: size }} aria-hidden>
          +{more}
        </span>
      )}
    </span>
  );
}
