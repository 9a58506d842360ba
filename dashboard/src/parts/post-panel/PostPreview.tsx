import { showsCover } from "@rostrum/contract/pictures.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { useId, useState } from "react";
import { useAvatars } from "../../api/use-avatars.ts";
import { networkName } from "../look/networks.ts";
import { StateMark } from "../look/StateMark.tsx";
import type { State } from "../look/state.ts";
import { printLocalTime } from "../moments.ts";
import { ChannelTabs, channelTabId } from "../preview/ChannelTabs.tsx";
import { NetShown } from "../preview/NetPreview.tsx";
import type { PreviewMedium } from "../preview/Pictures.tsx";
import { words as parts } from "../words.ts";
import { coverOf } from "./covers.ts";
import { PostContent } from "./PostContent.tsx";
import css from "./panel.module.css";
import type { PanelPost, Shown } from "./queries.ts";
import { targetsOf } from "./targets.ts";
import { words } from "./words.ts";

/** The post as readers of one network at a time see it; where none can say, as it was written. */
export function PostPreview({ brandId, post, story, previews }: Shown & { readonly brandId: number }) {
  const panelId = useId();
  const avatars = useAvatars(brandId);
  const [wanted, want] = useState<number | null>(null);
  const shown = shownOf(previews, { post, story });
  const preview = shown.find(({ channelId }) => channelId === wanted) ?? shown[0];
  if (preview === undefined) return <PostContent post={post} />;
  const { channelId, channel: name, channelType: type } = preview;
  const states = new Map(targetsOf(story).flatMap(({ channelId: id, state }) => (id === null ? [] : [[id, state] as const])));
  const isLeftOut = (id: number) => post.leftOut.includes(id) && !states.has(id);
  const markOf = (id: number) => {
    const state: State = isLeftOut(id) ? "skipped" : (states.get(id) ?? "planned");
    // What is planned needs no mark: the head of the panel says it.
    return state === "planned" || state === "sent" ? null : { state, note: isLeftOut(id) ? words.leftOut : parts.states[state] };
  };
  return (
    <section className={css.preview} aria-label={words.preview}>
      <ChannelTabs
        label={words.preview}
        panelId={panelId}
        channels={shown.map((one) => ({ id: one.channelId, name: one.channel, type: one.channelType }))}
        current={channelId}
        onChoose={want}
        markOf={markOf}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={channelTabId(panelId, channelId)}>
        <NetShown
          channel={{ id: channelId, name, type, avatarUrl: avatars.get(channelId) ?? null }}
          shown={preview.shown}
          media={mediaOf(post, preview)}
          hour={post.localDate === null ? null : printLocalTime(post.localDate)}
        />
        {preview.preferences !== null && <p className={css.aside}>{preview.preferences}</p>}
      </div>
      {isLeftOut(channelId) && (
        <p className={css.leftOut}>
          <StateMark state="skipped" size={14} isNamed />
          {words.isLeftOut({ network: networkName(type) })}
        </p>
      )}
      {post.comment !== null && (
        <p className={css.aside}>
          <b>{words.comment}</b> {post.comment.comment}
        </p>
      )}
    </section>
  );
}

/** Of a post that has left, the channels to which it went; of others all, those that it leaves out last. */
function shownOf(previews: readonly PreviewedChannel[], { post, story }: Pick<Shown, "post" | "story">): PreviewedChannel[] {
  const known = previews.filter(({ shown }) => shown !== null);
  if (story.channels.length === 0 && story.deliveries.length > 0) {
    const went = new Set(story.deliveries.map(({ channelId }) => channelId));
    return known.filter(({ channelId }) => went.has(channelId));
  }
  const isOut = ({ channelId }: PreviewedChannel) => post.leftOut.includes(channelId);
  return [...known.filter((one) => !isOut(one)), ...known.filter(isOut)];
}

/** Its files with their covers, and its own pictures for some networks, which show what the file in whose place they are shows. */
function mediaOf({ media, pictures, alt }: PanelPost, { channelType: type, shown }: PreviewedChannel): ReadonlyMap<string, PreviewMedium> {
  const isCovered = shown !== null && showsCover(type, shown.frame);
  const replacedBy = (id: string) => pictures.own.find(({ ownId }) => ownId === id)?.mediaId;
  const own = pictures.media.map((one) => ({ ...one, alt: media.find(({ id }) => id === replacedBy(one.id))?.alt ?? null }));
  return new Map(
    [...media, ...own].map((one) => {
      const { id, name, mime, path } = one;
      const cover = isCovered ? coverOf(one, pictures, type) : undefined;
      return [id, { name, mime, alt: one.alt ?? alt ?? "", path, thumbnailUrl: cover?.path ?? one.thumbnailUrl }] as const;
    }),
  );
}
