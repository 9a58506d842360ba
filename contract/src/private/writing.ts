import { z } from "zod";
import { NetworkCaptions, refuseCaptions } from "../captions.ts";
import { CHANNEL_TYPES, ChannelStatus, ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { ALT_LENGTH_MAX, CHANNELS_PER_COLLECTION_MAX, MEDIA_ID_LENGTH_MAX, MEDIA_PER_POST_MAX, SEARCH_LENGTH_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { GivenPictures } from "../pictures.ts";
import { PlatformOptions } from "../platform-options.ts";
import {
  Acknowledged,
  Comment,
  NewPost,
  Poll,
  PostChange,
  PostingType,
  PostMedia,
  PostStatus,
  PostType,
  refuseContent,
  refuseSource,
} from "../posts.ts";
import { Sentence } from "../sentence.ts";
import { BESIDE_OTHER_ISSUES, Id, text } from "../text.ts";
import { BrandIdPath, CollectionIdPath } from "./brands.ts";
import { GivenPreferences } from "./fields.ts";
import { ShownPreference } from "./preferences.ts";

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Writing", status: 200, errors } as const;

const PostIdPath = z.object({ postId: Id.meta({ description: "Id of the post." }) });

const figure = z.number().nullable();

/** The files of a post with a picture of its own for each network, and covers. */
const FILES_DESCRIBED_MAX = (CHANNEL_TYPES.length + 2) * MEDIA_PER_POST_MAX;

/** More than any picture has on a side. */
const PIXELS_MAX = 100_000;
/** No name that is typed for a mention is longer. */
const BEGINNING_LENGTH_MAX = 100;
const pixel = (min: number) => z.int().min(min).max(PIXELS_MAX);

/** A file as the composer shows and checks it. */
export const DescribedMedium = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  sizeBytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: figure,
  facts: z
    .object({
      animated: z.boolean().nullable(),
      tagged: z.boolean().nullable(),
      rotation: figure,
      hasAudio: z.boolean().nullable(),
      videoCodec: z.string().nullable(),
      audioCodec: z.string().nullable(),
      framesPerSecond: figure,
      bitsPerSecond: figure,
      pages: z.int().nullable(),
      undecodable: z.literal(true).optional(),
    })
    .nullable()
    .meta({ description: "Null until the file has been examined." }),
  description: z.string().nullable().meta({ description: "What it shows, as the library says it: no post has it by itself." }),
  path: z.string().meta({ description: "Where this service shows it, for some hours." }),
  thumbnailUrl: z.string().nullable().meta({ description: "Path of a small picture of it; null if it has none." }),
});
export type DescribedMedium = z.output<typeof DescribedMedium>;

/** Values of its own, by channel. */
const OwnPreferences = z.array(z.object({ channelId: Id, values: GivenPreferences })).max(CHANNELS_PER_COLLECTION_MAX);

/** Null if it can be done, else why not. */
const Hindrance = z.string().nullable();

const LeftOut = z.array(Id).max(CHANNELS_PER_COLLECTION_MAX);

const WholePost = z.object({
  id: Id,
  brandId: Id,
  collectionId: Id,
  caption: z.string(),
  captions: NetworkCaptions.meta({ description: "Own words for some networks, in place of the caption." }),
  title: z.string().nullable(),
  alt: z.string().nullable(),
  link: z.string().nullable(),
  poll: Poll.nullable(),
  comment: Comment.nullable(),
  media: z.array(DescribedMedium.extend({ alt: z.string().nullable().meta({ description: "The alternative text that it alone has." }) })),
  platforms: PlatformOptions.nullable(),
  postAsStory: z.boolean(),
  autoThreadText: z.boolean(),
  preferences: OwnPreferences,
  pictures: GivenPictures.extend({ media: z.array(DescribedMedium).meta({ description: "The files that they are." }) }).meta({
    description: "Its pictures beside its files.",
  }),
  leftOut: LeftOut.meta({ description: "The channels of its collection to which it does not go." }),
  postType: PostType,
  postingType: PostingType,
  status: PostStatus,
  timezone: z.string().meta({ description: "The brand's." }),
  postDate: z.string().nullable().meta({ description: "UTC, `YYYY-MM-DD HH:MM:SS`; null for a draft, and in a queue without slots." }),
  localDate: z.string().nullable().meta({ description: "The same on the brand's clock." }),
  queuePosition: z.int().nullable().meta({ description: "From 1; null for a post that is in no queue." }),
  queueLength: z.int().nullable(),
  hindrances: z.object({ edit: Hindrance, publish: Hindrance }),
  version: IsoMicros.meta({ description: "To be sent with a change, so that two people never undo each other." }),
  createdAt: IsoMicros,
});
export type WholePost = z.output<typeof WholePost>;

const version = IsoMicros.max(32).meta({ description: "The version that the change is made to." });

/** A file of a post, with an alternative text of its own. */
const EditedMedium = z
  .object(PostMedia.shape)
  .extend({
    alt: text({ min: 0, max: ALT_LENGTH_MAX }).optional().meta({ description: "In place of the post's." }),
  })
  .superRefine(refuseSource);

const EditedPost = z
  .object(NewPost.shape)
  .extend({
    version,
    media: z.array(EditedMedium).max(MEDIA_PER_POST_MAX).optional(),
    publishMode: NewPost.shape.publishMode.optional().meta({ description: "When it goes out; absent: as before." }),
    queuePosition: PostChange.shape.queuePosition,
    collectionId: Id.optional().meta({ description: "Another collection of the brand; absent: the same." }),
    captions: NetworkCaptions.optional().meta({ description: "All own words, by network; absent: as before." }),
    preferences: OwnPreferences.optional().meta({ description: "All values of its own, by channel; absent: as before." }),
    pictures: GivenPictures.optional().meta({
      description: "All pictures beside its files; absent: as before. Those of files that the post has no more are forgotten.",
    }),
    leftOut: LeftOut.optional().meta({
      description: "All channels to which it does not go; absent: as before. Those that are not the collection's are forgotten.",
    }),
  })
  .superRefine(refuseContent, BESIDE_OTHER_ISSUES)
  .superRefine(refuseCaptions, BESIDE_OTHER_ISSUES);
export type EditedPost = z.output<typeof EditedPost>;

/** `YYYY-MM-DD HH:MM`. */
const Minute = z.string().meta({ example: "2026-11-30 09:00" });

/** A channel with what the composer needs to say what will become of a post there while it is being written. */
const WritingChannel = z.object({
  id: Id,
  name: z.string(),
  type: ChannelType,
  status: ChannelStatus,
  limits: z.object({
    maxCharacters: figure,
    videoBytes: figure,
    videoPixels: figure,
    videoSeconds: figure,
    mimeTypes: z.array(z.string()).nullable(),
  }),
  elsewhere: z.boolean().meta({ description: "Whether it is not at the platform's own address." }),
  comments: z.boolean().meta({ description: "Whether a first comment can be made there." }),
  preferences: z.array(ShownPreference),
});
export type WritingChannel = z.output<typeof WritingChannel>;

/** What a person does with a single post in the dashboard. */
export const writingOperations = {
  showPost: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/posts/{post_id}",
    summary: "Show a post in full",
    description: "Everything that was given, when it is due, and what can be done with it now.",
    params: PostIdPath,
    data: WholePost,
  }),
  editPost: privateOperation({
    ...shared,
    allows: "editor",
    method: "PATCH",
    path: "/posts/{post_id}",
    summary: "Change a post that has not been published",
    description:
      "Replaces its content as a whole. Its date and its place in the queue stay unless they are changed. Refused with 409 if it is published, being published, or no longer the given version.",
    params: PostIdPath,
    body: EditedPost,
    data: WholePost,
    errors: [...errors, 409],
  }),
  publishPost: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/posts/{post_id}/departure",
    summary: "Publish a post now",
    description: "It leaves its place in the queue or its date. Refused with 409 if it is published or being published.",
    params: PostIdPath,
    body: z.object({ version: version.optional() }),
    data: WholePost,
    errors: [...errors, 409],
  }),
  duplicatePost: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/posts/{post_id}/copies",
    summary: "Make a draft of a post's content",
    description:
      "In the same collection and to the same channels, with the same files, own words and preferences. Also of a deleted post, for as long as it is in the bin.",
    params: PostIdPath,
    body: z.object({ channelId: Id.optional().meta({ description: "Only to this channel of the collection." }) }),
    data: Acknowledged,
    errors: [...errors, 409],
  }),
  discardPost: privateOperation({
    ...shared,
    allows: "editor",
    method: "DELETE",
    path: "/posts/{post_id}",
    summary: "Delete a post",
    description: "What is waiting to be sent never is; what has been published, and the files, stay.",
    params: PostIdPath,
    data: Acknowledged,
  }),
  listWritingChannels: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/collections/{collection_id}/writing",
    summary: "List a collection's channels with what decides about a post on them",
    description: "Limits of the accounts, preferences, and when a post that joins the queue leaves.",
    params: CollectionIdPath,
    data: z.object({
      channels: z.array(WritingChannel),
      convertsVideos: z.boolean(),
      queue: z.object({
        slotsPerWeek: z.int(),
        isPaused: z.boolean().meta({ description: "Whether nothing leaves it until somebody resumes it." }),
        next: Minute.nullable().meta({ description: "When one more post at its end leaves, on the brand's clock; null without slots." }),
        front: Minute.nullable().meta({ description: "When one more post at its front leaves." }),
      }),
    }),
  }),
  describeMedia: privateOperation({
    ...shared,
    allows: "viewer",
    method: "POST",
    changesNothing: true,
    path: "/brands/{brand_id}/media/descriptions",
    summary: "Describe files of the brand, with the addresses that show them",
    description: "In the order of the ids; ids that are not the brand's are left out.",
    params: BrandIdPath,
    body: z.object({ ids: z.array(text({ min: 1, max: MEDIA_ID_LENGTH_MAX })).max(FILES_DESCRIBED_MAX) }),
    data: z.array(DescribedMedium),
  }),
  listPlaylists: privateOperation({
    ...shared,
    allows: "editor",
    method: "GET",
    path: "/channels/{channel_id}/playlists",
    summary: "List the playlists of a channel, as its network tells them now",
    description: "For networks that put posts into lists of the account; for `platforms.youtube.playlists`.",
    params: z.object({ channelId: Id.meta({ description: "Id of the channel." }) }),
    data: z.object({
      playlists: z.array(z.object({ id: z.string(), title: z.string() })),
      isWhole: z.boolean().meta({ description: "Whether these are all." }),
      problem: Sentence.nullable().meta({ description: "Why there are none: the network could not be asked." }),
    }),
  }),
  findPlaces: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    changesNothing: true,
    path: "/channels/{channel_id}/places",
    summary: "Find places by their name, as the channel's network knows them now",
    description: "For networks whose posts can name a place; for `platforms.facebook.location` and `platforms.instagram.location`.",
    params: z.object({ channelId: Id.meta({ description: "Id of the channel." }) }),
    body: z.object({ search: text({ min: 1, max: SEARCH_LENGTH_MAX }) }),
    data: z.object({
      places: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          address: z.string().meta({ description: "On one line; empty if only its position is known." }),
        }),
      ),
      problem: Sentence.nullable().meta({ description: "Why there are none: the network could not be asked." }),
    }),
  }),
  findPeople: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    changesNothing: true,
    path: "/brands/{brand_id}/people",
    summary: "Find people to mention by the beginning of a name",
    description:
      "Those whom recent posts of the brand mention, and those whom networks find that can be asked, each as a text for this network has to name them. Channels that are not the brand's are left out.",
    params: BrandIdPath,
    body: z.object({
      channelIds: z.array(Id).max(CHANNELS_PER_COLLECTION_MAX).meta({ description: "Channels for whose networks the text is." }),
      beginning: text({ min: 1, max: BEGINNING_LENGTH_MAX }).meta({
        description: "What has been typed of a name or handle.",
        example: "ann",
      }),
    }),
    data: z.array(
      z.object({
        type: ChannelType,
        people: z.array(z.object({ handle: z.string().meta({ description: "What to write into the text." }), name: z.string() })),
        problem: Sentence.nullable().meta({ description: "Why the network was not asked, or did not answer." }),
      }),
    ),
  }),
  cropMedia: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/brands/{brand_id}/media/crops",
    summary: "Make a file of a part of a picture",
    description:
      "Upright or turned, without the original's metadata, and called after it. The original stays as it is. JPEG stays JPEG; everything else becomes PNG.",
    params: BrandIdPath,
    body: z.object({
      mediaId: text({ min: 1, max: MEDIA_ID_LENGTH_MAX }),
      x: pixel(0).meta({ description: "Of the picture as it is shown, from its left." }),
      y: pixel(0).meta({ description: "From its top." }),
      width: pixel(1),
      height: pixel(1),
      rotate: z
        .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
        .default(0)
        .meta({ description: "Degrees by which the part is turned, clockwise." }),
    }),
    data: DescribedMedium,
  }),
} as const;
