import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { ReactNode } from "react";
import { networkName } from "../look/networks.ts";
import { StateMark } from "../look/StateMark.tsx";
import { Layout } from "./layouts.tsx";
import { MANNERS } from "./manners.ts";
import css from "./NetPreview.module.css";
import type { PreviewMedium } from "./Pictures.tsx";
import { words } from "./words.ts";

/** The account that a post is shown for. */
export interface PreviewChannel {
  readonly id: number;
  readonly name: string;
  readonly type: ChannelType;
  readonly handle?: string | null;
  readonly avatarUrl?: string | null;
}

export interface NetPreviewProps {
  readonly channel: PreviewChannel;
  /** What the service answered to `previewPost` for this channel. */
  readonly preview: Pick<PreviewedChannel, "outcome" | "message" | "shown">;
  /** The post's files, by id. */
  readonly media: ReadonlyMap<string, PreviewMedium>;
  /** The hour that stands beside the name, as the brand's clock shows it. */
  readonly hour?: string | null;
  /** The button that mends what keeps the post from going out, beside the cause. */
  readonly fix?: ReactNode;
  /** Whether a newer answer is on its way. */
  readonly isOld?: boolean;
}

/**
 * A post as readers of one network will see it, drawn in the network's own manner; below it whether it goes out, and if not, why. A
 * refused post stays readable. It takes data alone: whoever shows a post can use it.
 */
export function NetPreview({ channel, preview, media, hour = null, fix, isOld = false }: NetPreviewProps) {
  return (
    <article className={css.preview} aria-label={words.label({ network: networkName(channel.type) })} aria-busy={isOld}>
      <NetPicture channel={channel} shown={preview.shown} media={media} hour={hour} />
      <Verdict channel={channel} preview={preview} fix={fix} />
    </article>
  );
}

interface NetPictureProps extends Pick<NetPreviewProps, "channel" | "media" | "hour"> {
  readonly shown: PreviewedChannel["shown"];
}

function NetPicture({ channel, shown, media, hour = null }: NetPictureProps) {
  if (shown === null) return null;
  return (
    <div className={css.net} data-network={channel.type} data-frame={shown.frame}>
      <Layout channel={channel} shown={shown} media={media} hour={hour} />
    </div>
  );
}

/** The same without a word about whether it goes out: where that stands beside it. */
export function NetShown(props: NetPictureProps) {
  const { channel, shown } = props;
  return (
    <article className={css.preview} aria-label={words.label({ network: networkName(channel.type) })}>
      <NetPicture {...props} />
      {shown?.note != null && <p className={css.beside}>{shown.note}</p>}
    </article>
  );
}

function Verdict({ channel, preview: { outcome, message, shown }, fix }: Pick<NetPreviewProps, "channel" | "preview" | "fix">) {
  const isFolded = shown?.parts.some(({ foldAt }) => foldAt !== null) ?? false;
  const goes =
    message === null ? (isFolded ? words.folded({ more: MANNERS[channel.type].more }) : words.goesOut) : words.sentLater({ why: message });
  const state = outcome === "PUBLISHED" ? "sent" : outcome === "FAILED" ? "failed" : "skipped";
  return (
    <div className={css.verdict} data-outcome={outcome}>
      <StateMark state={state} size={14} isNamed />
      <span className={css.why}>{outcome === "PUBLISHED" ? goes : message}</span>
      {outcome !== "PUBLISHED" && fix}
      {shown?.note != null && <span className={css.note}>{shown.note}</span>}
    </div>
  );
}
