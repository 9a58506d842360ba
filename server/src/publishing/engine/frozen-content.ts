import type { ChannelType } from "@rostrum/contract/channels.ts";
import { partsOf, picturesOn, type StoredPictures } from "@rostrum/contract/pictures.ts";
import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { type Comment, type Poll, type PostType, typeOfFiles } from "@rostrum/contract/posts.ts";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { filesThatGo } from "@rostrum/contract/preflight.ts";
import type { OutgoingPost } from "../../networks/connectors/connector.ts";

/** The frozen copy that goes out: later changes to the post do not affect a publication already under way. */
export interface Content {
  readonly type: PostType;
  /** For a story, its type on networks without stories. Absent in content stored before this field existed. */
  readonly regularType?: PostType | null;
  readonly text: string;
  readonly title: string | null;
  readonly alt: string | null;
  readonly link: string | null;
  readonly poll: Poll | null;
  readonly comment: Comment | null;
  readonly platforms: PlatformOptions | null;
  readonly mediaIds: readonly string[];
  /** The files' own alternative texts, in their order; empty if none has one. Absent in content stored before. */
  readonly mediaAlts?: readonly (string | null)[];
  readonly asStory: boolean;
  readonly thread: boolean;
  /** The post's own values of channels' preferences, by the channel's id; null if it has none. Absent in content stored before. */
  readonly preferences?: Readonly<Record<string, PreferenceValues>> | null;
  /** Own words, by the type of the channels that get them; null if there are none. Absent in content stored before. */
  readonly captions?: Readonly<Partial<Record<ChannelType, Pick<Content, "text" | "type" | "regularType">>>> | null;
  /** Pictures beside its files; null if it has none. Absent in content stored before. */
  readonly pictures?: StoredPictures | null;
  /** With which part of a thread each file goes, in their order; absent: with the first. */
  readonly mediaParts?: readonly number[];
}

/** What goes to channels of a type: the post's own words and pictures for them, if it has any. */
export function contentOn(content: Content, type: ChannelType): Content {
  const { mediaIds, pictures } = content;
  return {
    ...content,
    ...content.captions?.[type],
    mediaIds: picturesOn(mediaIds, pictures, type),
    mediaParts: partsOf(mediaIds, pictures),
  };
}

/** What a post goes out with on a channel in place of the channel's own values. */
export function ownPreferences({ preferences }: Pick<Content, "preferences">, channelId: number): PreferenceValues {
  return preferences?.[channelId] ?? {};
}

/** What readers of a network without polls or threads see in place of one, by the files it takes; null for other posts and networks. */
export function typeInPlace({ type, regularType }: Content, channelType: ChannelType, media: OutgoingPost["media"]): PostType | null {
  const { stories, polls, threads, media: rules } = platforms[channelType];
  const written = type === "STORY" && !stories ? regularType : type;
  const stays = (written !== "POLL" || polls) && (written !== "THREAD" || threads);
  return stays ? null : typeOfFiles(filesThatGo(media, rules).map(({ mime }) => mime));
}
