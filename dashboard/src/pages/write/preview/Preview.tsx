import { Alert, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Frame } from "@rostrum/contract/looks.ts";
import { showsCover } from "@rostrum/contract/pictures.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAvatars } from "../../../api/use-avatars.ts";
import { ChannelTabs, channelTabId } from "../../../parts/preview/ChannelTabs.tsx";
import { NetPreview } from "../../../parts/preview/NetPreview.tsx";
import type { PreviewMedium } from "../../../parts/preview/Pictures.tsx";
import { coverOn } from "../media/covers.ts";
import { filesOf } from "../pictures.ts";
import { previewQuery } from "../queries.ts";
import { contentOf, type Draft, shownIn } from "../state.ts";
import type { Composer } from "../use-composer.ts";
import css from "./Preview.module.css";
import { words } from "./words.ts";

const PAUSE_MS = 400;
const PANEL = "preview";

interface PreviewProps {
  readonly composer: Pick<Composer, "brandId" | "draft" | "channels">;
  /** The button that mends what keeps the post from a channel. */
  readonly fix: (channel: WritingChannel) => ReactNode;
}

/** What readers of one network at a time will see of the post, by the rules by which it is published. */
export function Preview({ composer, fix }: PreviewProps) {
  const { brandId, draft, channels } = composer;
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const [wanted, want] = useState<number | null>(null);
  const avatars = useAvatars(brandId);
  // A poll is shown once it is one.
  const asked = isComplete(settled.poll) ? settled : { ...settled, poll: null };
  const isWritten = isSomething(asked);
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(brandId, { draft: asked, channelIds: channels.map(({ id }) => id) }),
    enabled: isWritten && settled.collectionId !== null && channels.length > 0,
  });
  const channel = channels.find(({ id }) => id === wanted) ?? channels[0];
  if (channel === undefined) return null;
  const isOld = isPlaceholderData || settled !== draft;
  const previewOf = (id: number) => data?.find(({ channelId }) => channelId === id);
  const preview = previewOf(channel.id);
  const isAwaitingFiles = draft.media.some(({ kind }) => kind === "address");
  return (
    <section className={css.column} aria-label={words.title}>
      <div className={css.head}>
        <h2>{words.title}</h2>
        <ChannelTabs
          label={words.title}
          panelId={PANEL}
          channels={channels}
          current={channel.id}
          onChoose={want}
          markOf={(id) => (isWritten && isRefused(previewOf(id)) ? { state: "failed", note: words.refused } : null)}
        />
      </div>
      <div role="tabpanel" id={PANEL} aria-labelledby={channelTabId(PANEL, channel.id)} className={css.panel}>
        {error !== null && (
          <Alert color="red" role="alert">
            {words.failed} {error.message}
          </Alert>
        )}
        {!isWritten && <Text c="var(--text-2)">{words.nothing}</Text>}
        {isWritten && preview !== undefined && (
          <>
            <NetPreview
              channel={{ ...channel, avatarUrl: avatars.get(channel.id) ?? null }}
              preview={preview}
              media={mediaOf(draft, channel.type, preview.shown?.frame ?? "post")}
              isOld={isOld}
              fix={fix(channel)}
            />
            <Beside channel={channel} draft={draft} preview={preview} isAwaitingFiles={isAwaitingFiles} />
          </>
        )}
      </div>
    </section>
  );
}

interface BesideProps {
  readonly channel: WritingChannel;
  readonly draft: Draft;
  readonly preview: PreviewedChannel;
  readonly isAwaitingFiles: boolean;
}

/** What belongs to the post there, but not to what readers see at first. */
function Beside({ channel, draft: { comment }, preview: { outcome, preferences }, isAwaitingFiles }: BesideProps) {
  return (
    <div className={css.beside}>
      {isAwaitingFiles && <p>{words.awaitingFiles}</p>}
      {comment !== null && outcome === "PUBLISHED" && !channel.comments && <p>{words.commentLost}</p>}
      {comment !== null && outcome === "PUBLISHED" && channel.comments && (
        <p>
          <small>{words.comment({ seconds: comment.delaySeconds })}</small>
          {comment.comment}
        </p>
      )}
      {preferences !== null && <p>{preferences}</p>}
    </div>
  );
}

function mediaOf(draft: Draft, type: ChannelType, frame: Frame): ReadonlyMap<string, PreviewMedium> {
  return new Map(
    draft.media.flatMap((item) => {
      if (item.kind !== "file") return [];
      const { alt } = shownIn(draft, item);
      const cover = showsCover(type, frame) ? (coverOn(item, type)?.path ?? null) : null;
      return filesOf(item).map(({ id, name, mime, path, thumbnailUrl }) => {
        return [id, { name, mime, alt, path, thumbnailUrl: id === item.medium.id ? (cover ?? thumbnailUrl) : thumbnailUrl }] as const;
      });
    }),
  );
}

function isRefused(preview: PreviewedChannel | undefined): boolean {
  return preview !== undefined && preview.outcome !== "PUBLISHED";
}

function isSomething(draft: Draft): boolean {
  const { caption, poll } = contentOf(draft);
  return caption !== undefined || poll !== undefined || draft.media.length > 0;
}

function isComplete(poll: Draft["poll"]): boolean {
  return poll === null || (poll.question.trim() !== "" && poll.options.filter((option) => option.trim() !== "").length > 1);
}
