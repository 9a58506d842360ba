import { z } from "zod";
import { BrandPath } from "./brands.ts";
import { IsoMicros, isPlainDateTime, PlainDateTimeText } from "./formats.ts";
import * as limits from "./limits.ts";
import { PageQuery } from "./operation.ts";
import { PlatformOptions } from "./platform-options.ts";
import { Sentence } from "./sentence.ts";
import { BESIDE_OTHER_ISSUES, Id, text, webAddress } from "./text.ts";

export const PostPath = BrandPath.extend({ postId: Id.meta({ description: "Id of the post.", example: 81 }) });

export const POST_TYPES = [
  "TEXT",
  "IMAGE",
  "VIDEO",
  "MULTIMEDIA",
  "SHORT",
  "DOCUMENT",
  "THREAD",
  "SLIDES",
  "REEL",
  "TIKTOK",
  "STORY",
  "POLL",
  "ENGAGE_COMMENT",
] as const;
export const PostType = z.enum(POST_TYPES);
export type PostType = z.infer<typeof PostType>;

/** What a post's files make it if it is neither story, poll nor thread: `docs/posts.md#types`. */
export function typeOfFiles(mimes: readonly string[]): PostType {
  const videos = mimes.filter((mime) => mime.startsWith("video/")).length;
  const images = mimes.filter((mime) => mime.startsWith("image/")).length;
  if (mimes.includes("application/pdf")) return "DOCUMENT";
  if (videos > 1 || (videos > 0 && images > 0)) return "MULTIMEDIA";
  if (images > 1) return "SLIDES";
  if (videos === 1) return "VIDEO";
  return images === 1 ? "IMAGE" : "TEXT";
}

export const PostingType = z.enum(["NOW", "SCHEDULE", "QUEUE", "DRAFT"]);
export type PostingType = z.infer<typeof PostingType>;

export const PostStatus = z.enum(["PENDING", "DRAFT", "PUBLISHED"]);
export type PostStatus = z.infer<typeof PostStatus>;

export const POLL_PERIOD_SECONDS = { "1d": 86_400, "3d": 259_200, "7d": 604_800 } as const;

export const Poll = z
  .object({
    question: text({ min: 1, max: limits.POLL_QUESTION_LENGTH_MAX }).meta({ description: "The question.", example: "Which cake next?" }),
    options: z
      .array(text({ min: 1, max: limits.POLL_OPTION_LENGTH_MAX }))
      .min(limits.POLL_OPTIONS_MIN)
      .max(limits.POLL_OPTIONS_MAX)
      .meta({ description: "The answers, 2 to 4.", example: ["Cherry", "Plum"] }),
    period: z.enum(["1d", "3d", "7d"]).meta({ description: "How long it runs.", example: "3d" }),
    correctOptionIndex: z.int().min(0).optional().meta({ description: "Zero-based; makes it a quiz.", example: 0 }),
    explanation: text({ min: 0, max: limits.POLL_EXPLANATION_LENGTH_MAX })
      .optional()
      .meta({ description: "Shown after voting.", example: "Plums are in season." }),
  })
  .superRefine(({ correctOptionIndex, options }, context) => {
    if (typeof correctOptionIndex === "number" && Array.isArray(options) && correctOptionIndex >= options.length) {
      context.addIssue({ code: "custom", path: ["correctOptionIndex"], params: { sentence: "must be the index of one of the options" } });
    }
  }, BESIDE_OTHER_ISSUES)
  .meta({ id: "Poll", description: "For LinkedIn, X, Telegram, Threads, Mastodon and Bluesky; other channels use the caption only." });
export type Poll = z.output<typeof Poll>;

export const Comment = z
  .object({
    comment: text({ min: 1, max: limits.COMMENT_LENGTH_MAX }).meta({ description: "The text.", example: "Order by noon for tomorrow." }),
    delay: z.int().min(0).max(limits.COMMENT_DELAY_SECONDS_MAX).meta({ description: "Seconds to wait after publishing.", example: 60 }),
  })
  .meta({ id: "Comment", description: "Applied to every channel that supports comments." });
export type Comment = z.output<typeof Comment>;

export const PostMedia = z
  .object({
    id: text({ min: 1, max: limits.MEDIA_ID_LENGTH_MAX })
      .optional()
      .meta({ description: "From an upload or the media list.", example: "m_8kx2f7qz4v0c9n1d" }),
    url: webAddress({ max: limits.URL_LENGTH_MAX })
      .optional()
      .meta({ description: "Public address; the service downloads it.", example: "https://shop.example/croissant.jpg" }),
  })
  .superRefine(refuseSource, BESIDE_OTHER_ISSUES)
  .meta({ id: "PostMedia", description: "Exactly one of `id` or `url`." });
export type PostMedia = z.output<typeof PostMedia>;

/** A file comes from one place. */
export function refuseSource(item: { id?: unknown; url?: unknown }, context: z.RefinementCtx): void {
  if ((item.id === undefined) === (item.url === undefined)) {
    context.addIssue({ code: "custom", params: { sentence: "must have exactly one of id or url" } });
  }
}

/** The segments of a caption: with `autoThreadText`, three line breaks in a row, in any form, separate them. */
export function threadSegments(caption: string): string[] {
  return caption.split(/(?:\r?\n){3,}/).filter((segment) => segment.trim() !== "");
}

/** The daily limit looks at the UTC days around a scheduled time, which must stay within the years 1 to 9999. */
const ScheduledAt = PlainDateTimeText.refine((value) => !isPlainDateTime(value) || (value >= "1000" && value < "9999"), {
  params: { sentence: "must be in the years 1000 to 9998" },
}).meta({ ...PlainDateTimeText.meta() });

export const NewPost = z
  .object({
    publishMode: z.enum(["QUEUE", "SCHEDULE", "IMMEDIATE", "DRAFT"]).meta({ description: "When it goes out.", example: "SCHEDULE" }),
    caption: text({ min: 1, max: limits.CAPTION_LENGTH_MAX })
      .optional()
      .meta({ description: "Required unless `poll` is set.", example: "Fresh croissants from 7 a.m." }),
    poll: Poll.optional(),
    title: text({ min: 0, max: limits.TITLE_LENGTH_MAX })
      .optional()
      .meta({ description: "Used by YouTube, Pinterest and similar.", example: "Croissants" }),
    alt: text({ min: 0, max: limits.ALT_LENGTH_MAX })
      .optional()
      .meta({ description: "Alternative text of the images.", example: "A tray of croissants" }),
    link: text({ min: 0, max: limits.LINK_LENGTH_MAX })
      .optional()
      .meta({ description: "Google Business LEARN_MORE button and Pinterest destination.", example: "https://shop.example/croissants" }),
    scheduledAt: ScheduledAt.optional().meta({
      description:
        "`YYYY-MM-DD HH:MM:SS` in the brand's timezone, at least 10 minutes in the future. Required when `publishMode` is `SCHEDULE`.",
      example: "2030-05-01 09:00:00",
    }),
    postAsStory: z.boolean().optional().meta({ description: "Story on Instagram and Facebook; other platforms publish a regular post." }),
    autoThreadText: z.boolean().optional().meta({
      description:
        "Turns on automatic text splitting: a caption split by triple newlines becomes a thread of up to 10 segments; one without is split on networks with threads if it is too long for them.",
    }),
    comment: Comment.optional(),
    media: z
      .array(PostMedia)
      .max(limits.MEDIA_PER_POST_MAX)
      .optional()
      .meta({ description: "Files of the brand's media by id, or public addresses." }),
    platforms: PlatformOptions.optional(),
  })
  .superRefine(refuseContent, BESIDE_OTHER_ISSUES)
  .meta({ id: "NewPost", description: "At least one of `caption` or `poll`." });
export type NewPost = z.output<typeof NewPost>;

/** What the fields of a post must be together. */
export function refuseContent(
  post: { caption?: unknown; poll?: unknown; publishMode?: unknown; scheduledAt?: unknown; autoThreadText?: unknown },
  context: z.RefinementCtx,
): void {
  if (post.caption === undefined && post.poll === undefined) {
    context.addIssue({ code: "custom", path: ["caption"], params: { sentence: "is required when there is no poll" } });
  }
  if (post.publishMode === "SCHEDULE" && post.scheduledAt === undefined) {
    context.addIssue({ code: "custom", path: ["scheduledAt"], params: { sentence: "is required when publishMode is SCHEDULE" } });
  }
  if (
    post.autoThreadText === true &&
    typeof post.caption === "string" &&
    threadSegments(post.caption).length > limits.THREAD_SEGMENTS_MAX
  ) {
    context.addIssue({
      code: "custom",
      path: ["caption"],
      params: { sentence: `must not have more than ${limits.THREAD_SEGMENTS_MAX} thread segments` },
    });
  }
}

export const PostChange = z
  .object({
    publishMode: z
      .enum(["DRAFT", "SCHEDULE", "QUEUE"])
      .optional()
      .meta({ description: "Where the post goes; `IMMEDIATE` is not accepted here.", example: "QUEUE" }),
    scheduledAt: ScheduledAt.optional().meta({
      description:
        "`YYYY-MM-DD HH:MM:SS` in the brand's timezone, at least 10 minutes in the future. Required with `SCHEDULE`, not allowed without it.",
      example: "2030-05-01 09:00:00",
    }),
    queuePosition: z
      .enum(["FRONT", "BACK"])
      .optional()
      .meta({ description: "Which end of the queue. Alone or with `publishMode` `QUEUE`.", example: "FRONT" }),
  })
  .superRefine((change, context) => {
    const refuse = (field: string, sentence: string) => context.addIssue({ code: "custom", path: [field], params: { sentence } });
    if (change.publishMode === undefined && change.queuePosition === undefined) {
      refuse("publishMode", "is required when queuePosition is not sent");
    }
    if (change.publishMode === "SCHEDULE" && change.scheduledAt === undefined) {
      refuse("scheduledAt", "is required when publishMode is SCHEDULE");
    }
    if (change.publishMode !== "SCHEDULE" && change.scheduledAt !== undefined) {
      refuse("scheduledAt", "is only allowed when publishMode is SCHEDULE");
    }
    if (change.queuePosition !== undefined && change.publishMode !== undefined && change.publishMode !== "QUEUE") {
      refuse("queuePosition", "is only allowed alone or when publishMode is QUEUE");
    }
  }, BESIDE_OTHER_ISSUES)
  .meta({ id: "PostChange", description: "At least one of `publishMode` or `queuePosition`." });
export type PostChange = z.output<typeof PostChange>;

export const Post = z
  .object({
    id: Id,
    collectionId: Id,
    title: z.string().nullable().meta({ example: null }),
    body: z.string().meta({ description: "The caption.", example: "Fresh croissants from 7 a.m." }),
    media: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int() })),
    postType: PostType,
    postingType: PostingType,
    status: PostStatus,
    postDate: z.string().nullable().meta({ description: "UTC, `YYYY-MM-DD HH:MM:SS`; null for a draft.", example: "2030-05-01 07:00:00" }),
    poll: Poll.optional().meta({ description: "Present only when a poll is attached." }),
    createdAt: IsoMicros,
    updatedAt: IsoMicros,
  })
  .meta({ id: "Post" });

export const Acknowledged = z.object({ id: Id, message: Sentence.meta({ example: "Post created." }) }).meta({ id: "Acknowledged" });

export const PostsQuery = PageQuery.extend({
  status: PostStatus.optional().meta({ description: "Only posts in this state." }),
  postType: PostType.optional().meta({ description: "Only posts of this type." }),
  postingType: PostingType.optional().meta({ description: "Only posts in this mode." }),
  createdFrom: PlainDateTimeText.optional().meta({ description: "Created at or after this moment: `YYYY-MM-DD HH:MM:SS`, UTC." }),
  createdTo: PlainDateTimeText.optional().meta({
    description: "Created at or before this moment: `YYYY-MM-DD HH:MM:SS`, UTC; not earlier than `created_from`.",
  }),
  sortBy: z
    .enum(["id", "title", "post_date", "created_at", "updated_at"])
    .default("id")
    .meta({ description: "Sort key; ties are broken by id." }),
  sortOrder: z.enum(["desc", "asc"]).default("desc").meta({ description: "Sort direction." }),
}).superRefine(createdRangeInOrder, BESIDE_OTHER_ISSUES);
export type PostsQuery = z.output<typeof PostsQuery>;

export const PostView = z.enum(["QUEUE", "SCHEDULED", "DRAFT", "PUBLISHED"]);
export type PostView = z.infer<typeof PostView>;

export const BrandPostsQuery = PostsQuery.safeExtend({
  collectionId: Id.optional().meta({ description: "Only posts of this collection.", example: 12 }),
  view: PostView.optional().meta({
    description: "`QUEUE`: pending queued posts; `SCHEDULED`: pending scheduled and immediate posts; `DRAFT`; `PUBLISHED`.",
  }),
});
export type BrandPostsQuery = z.output<typeof BrandPostsQuery>;

function createdRangeInOrder(query: { createdFrom?: unknown; createdTo?: unknown }, context: z.RefinementCtx) {
  if (isPlainDateTime(query.createdFrom) && isPlainDateTime(query.createdTo) && query.createdTo < query.createdFrom) {
    context.addIssue({ code: "custom", path: ["createdTo"], params: { sentence: "must not be earlier than created_from" } });
  }
}
