import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

/** What this network stores, by kind. Times are ISO; what happens by itself is computed from them when somebody looks. */
const kinds = {
  /** A Page, by its id. */
  account: z.object({
    name: z.string(),
    username: z.string(),
    /** The account of the guest network that is linked with it. */
    linked_account: z.string().nullable(),
    has_location: z.boolean(),
  }),
  /** By user name: the Page that has it. */
  username: z.object({ page_id: z.string() }),
  person: z.object({ name: z.string() }),
  /** By name in lower case: the person of that name. */
  person_name: z.object({ person_id: z.string() }),
  /** What a person may do on a Page; by `<person> <page>`. */
  role: z.object({
    person_id: z.string(),
    page_id: z.string(),
    tasks: z.array(z.string()),
    /** The business through which the person has it; null for their own role. */
    business_id: z.string().nullable(),
    via: z.enum(["person", "owned", "client"]),
  }),
  business: z.object({ name: z.string(), person_id: z.string() }),
  /** Why all tokens of a person are refused; by person. */
  trouble: z.object({
    subcode: z.int(),
    /** Tokens issued before it are dead for good; null while all are refused. */
    serial: z.number().nullable(),
  }),
  /** By person, Page, and the person's token if that ends soon: the token of the Page. */
  page_token: z.object({ token: z.string() }),
  photo: z.object({
    page_id: z.string(),
    mime: z.string(),
    /** Of the bytes. */
    digest: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
    temporary: z.boolean(),
    app_id: z.string(),
  }),
  /** By photo: the post or story that shows it. Inserting it twice fails, so no photo can be in two. */
  photo_use: z.object({ post_id: z.string() }),
  video: z.object({
    page_id: z.string(),
    kind: z.enum(["video", "reel", "story"]),
    app_id: z.string(),
    /** Null until the whole file is there. */
    file: z
      .object({
        mime: z.string(),
        digest: z.string(),
        size: z.int(),
        /** Null if the file's tables cannot be read. */
        facts: z.object({ width: z.number(), height: z.number(), seconds: z.number(), framesPerSecond: z.number().nullable() }).nullable(),
        processing: Processing,
      })
      .nullable(),
  }),
  /** By video: the picture that was sent for it, which is seen before it is played. */
  thumbnail: z.object({ mime: z.string() }),
  /** By upload session of `/videos`. */
  session: z.object({ video_id: z.string() }),
  /** By video: how it was published first. */
  finish: z.object({
    state: z.enum(["published", "draft"]),
    /** The post, or the story; null if readers never see it. */
    post_id: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    /** When readers see it; of a draft, when it is ready. */
    at: z.string(),
  }),
  /** By `<page>_<number>`. */
  post: z.object({
    page_id: z.string(),
    kind: z.enum(["text", "link", "photo", "video", "reel"]),
    message: z.string(),
    link: z.string().nullable(),
    photo_ids: z.array(z.string()),
    video_id: z.string().nullable(),
    place_id: z.string().nullable(),
    app_id: z.string(),
    /** Null while it is not published. */
    visible_at: z.string().nullable(),
  }),
  story: z.object({
    page_id: z.string(),
    media_type: z.enum(["photo", "video"]),
    media_id: z.string(),
    visible_at: z.string(),
  }),
  comment: z.object({
    /** The post; of a photo or video that was published, the post that shows it. */
    on: z.string(),
    /** The comment that it replies to. */
    parent_id: z.string().nullable(),
    message: z.string(),
    attachment_url: z.string().nullable(),
    from_id: z.string(),
    from_name: z.string(),
    app_id: z.string().nullable(),
  }),
  /** By `<video> <page>`. */
  collaborator: z.object({
    video_id: z.string(),
    page_id: z.string(),
    inviter_id: z.string(),
    invite_status: z.enum(["Accepted", "Declined", "Pending"]),
  }),
} as const;

export const { find, findOrInsert, known, list, insert, put, change, remove } = model(kinds);
export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
export type Fields<K extends keyof typeof kinds> = FieldsOf<typeof kinds, K>;

/** More than any test or demo makes. */
export const LIST_MAX = 10_000;

export function epochSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Addresses of Facebook's web site, which is `/www` here. */

/** `id` is `<page>_<number>`. */
export function postUrl(world: SandboxWorld, id: string): string {
  const [page, number] = id.split("_");
  return `${world.baseUrl}/www/${page}/posts/${number}`;
}

export function storyUrl(world: SandboxWorld, id: string): string {
  return `${world.baseUrl}/www/stories/${id}/`;
}

export function reelUrl(world: SandboxWorld, videoId: string): string {
  return `${world.baseUrl}/www${reelPath(videoId)}`;
}

/** What the API gives for videos: without the host. */
export function reelPath(videoId: string): string {
  return `/reel/${videoId}/`;
}

export function fileUrl(world: SandboxWorld, fileId: string): string {
  return `${world.baseUrl}/www/files/${fileId}`;
}

/** The file of the picture that was sent for a video. */
export function thumbnailId({ id }: { readonly id: string }): string {
  return `${id}-thumbnail`;
}

export function pictureUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/www/picture.png`;
}
