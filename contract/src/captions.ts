import { z } from "zod";
import { CHANNEL_TYPES, ChannelType } from "./channels.ts";
import { CAPTION_LENGTH_MAX, THREAD_SEGMENTS_MAX } from "./limits.ts";
import { threadSegments } from "./posts.ts";
import { text } from "./text.ts";

/** What one network's readers get to read in place of the post's caption. */
export const NetworkCaption = z.object({
  type: ChannelType,
  caption: text({ min: 1, max: CAPTION_LENGTH_MAX }).meta({ description: "In place of the post's caption." }),
});
export type NetworkCaption = z.output<typeof NetworkCaption>;

/** Own words for some networks, each network once. */
export const NetworkCaptions = z
  .array(NetworkCaption)
  .max(CHANNEL_TYPES.length)
  .superRefine((captions, context) => {
    if (new Set(captions.map(({ type }) => type)).size < captions.length) {
      context.addIssue({ code: "custom", params: { sentence: "must name each network only once" } });
    }
  });

/** What own words must be together with the post's other fields. */
export function refuseCaptions(post: { captions?: unknown; autoThreadText?: unknown }, context: z.RefinementCtx): void {
  if (post.autoThreadText !== true || !Array.isArray(post.captions)) return;
  for (const [index, given] of post.captions.entries()) {
    const caption: unknown = given?.caption;
    if (typeof caption !== "string" || threadSegments(caption).length <= THREAD_SEGMENTS_MAX) continue;
    const sentence = `must not have more than ${THREAD_SEGMENTS_MAX} thread segments`;
    context.addIssue({ code: "custom", path: ["captions", index, "caption"], params: { sentence } });
  }
}

/** A post's own words, by the type of the channels that get them. */
export type OwnWords = Readonly<Partial<Record<ChannelType, { readonly text: string }>>>;

export function ownWordsOf(captions: readonly NetworkCaption[]): OwnWords {
  return Object.fromEntries(captions.map(({ type, caption }) => [type, { text: caption }]));
}

/** The post as it is for channels of a type: with its own words for them, if it has any. */
export function wordsOn<P extends { readonly text: string }>(post: P, own: OwnWords | null | undefined, type: ChannelType): P {
  const words = own?.[type];
  return words === undefined ? post : { ...post, text: words.text };
}
