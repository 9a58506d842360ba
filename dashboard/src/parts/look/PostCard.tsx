import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ComponentPropsWithRef, CSSProperties } from "react";
import { words } from "../words.ts";
import css from "./look.module.css";
import { NetworkDiscs } from "./NetworkDisc.tsx";
import { PostThumb } from "./PostThumb.tsx";
import type { State } from "./StateMark.tsx";

interface PostCardProps extends Omit<ComponentPropsWithRef<"button">, "children"> {
  /** The hour as the brand's clock shows it; null without one. */
  readonly hour: string | null;
  readonly text: string;
  readonly picture: { readonly thumbnailUrl: string | null } | null;
  readonly types: readonly ChannelType[];
  readonly state: State;
  /** The collection's, from `hueOf`. */
  readonly hue: string;
  /** Whether its panel is open. */
  readonly isCurrent?: boolean;
}

/** A post in a calendar or a week: what is planned has the tint of its collection, what has left is white, what failed is red. */
export function PostCard({ hour, text, picture, types, state, hue, isCurrent = false, style, ...button }: PostCardProps) {
  return (
    <button
      type="button"
      {...button}
      className={css.card}
      data-state={state}
      aria-current={isCurrent || undefined}
      style={{ ...style, "--c": hue } as CSSProperties}
    >
      <span className={css.cardTop}>
        <PostThumb picture={picture} state={state} />
        {hour !== null && <span className={css.hour}>{hour}</span>}
        <span className={css.cardEnd}>
          <NetworkDiscs types={types} size={15} max={2} />
        </span>
      </span>
      <span className={css.cardText}>{text === "" ? words.noText : text}</span>
    </button>
  );
}
