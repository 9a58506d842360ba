import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import { numbered } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

export const PRIVACIES = ["PUBLIC", "PROTECTED", "SECRET"] as const;

/** A picture of a pin; `file` names the stored bytes. Pictures of a carousel have texts and links of their own. */
const Picture = z.object({
  file: z.string(),
  mime: z.string(),
  width: z.int(),
  height: z.int(),
  digest: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  link: z.string().nullable(),
});

const Video = z.object({
  mime: z.string(),
  digest: z.string(),
  /** Null if the file's tables cannot be read. */
  facts: z.object({ width: z.number(), height: z.number(), seconds: z.number() }).nullable(),
});

/** What this network stores, by kind. Times are ISO; what happens by itself is computed from them when somebody looks. */
const kinds = {
  /** A person with their profile. */
  account: z.object({ username: z.string(), name: z.string() }),
  /** By user name: whose it is. */
  username: z.object({ account_id: z.string() }),
  /** By account: it has been given its first boards. */
  furnished: z.object({}),
  board: z.object({
    /** Of the owner. */
    account_id: z.string(),
    name: z.string(),
    description: z.string(),
    privacy: z.enum(PRIVACIES),
  }),
  /** By owner and name in lower case: nobody has two boards of one name. */
  board_name: z.object({ board_id: z.string() }),
  /** Who besides its owner may see a board and write to it; by `<board> <account>`. */
  collaborator: z.object({ board_id: z.string(), account_id: z.string() }),
  /** A registered upload. */
  media: z.object({
    account_id: z.string(),
    /** The fields that its upload must come with. */
    parameters: z.record(z.string(), z.string()),
    parameters_end_at: z.string(),
    /** The store of uploads does not know it any more. */
    lost: z.boolean(),
    /** Null until the bytes are there; they are stored under the media's own id. */
    video: Video.extend({ processing: Processing, ends_at: z.string() }).nullable(),
  }),
  /** By media: the pin that shows it first. */
  media_use: z.object({ pin_id: z.string() }),
  pin: z.object({
    account_id: z.string(),
    board_id: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    link: z.string().nullable(),
    alt_text: z.string().nullable(),
    dominant_color: z.string().nullable(),
    parent_pin_id: z.string().nullable(),
    media_type: z.enum(["image", "multiple_images", "video"]),
    /** Of a video its cover, if that is a picture. */
    pictures: z.array(Picture),
    /** `file` is the media's id; the cover is a picture, or the frame at this second. */
    video: Video.extend({ file: z.string(), cover_second: z.number().nullable() }).nullable(),
  }),
  comment: z.object({ pin_id: z.string(), on: z.string(), text: z.string() }),
} as const;

export const { find, findOrInsert, known, list, insert, change, remove } = model(kinds);

export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
export type Fields<K extends keyof typeof kinds> = FieldsOf<typeof kinds, K>;
export type Picture = z.output<typeof Picture>;
export type Privacy = (typeof PRIVACIES)[number];

/** More than any test or demo makes. */
export const LIST_MAX = 10_000;

/** First digits and lengths of ids as Pinterest's look. They ascend; most are beyond 2^53, so a client that reads numbers loses digits. */
export const newId = numbered({
  account: ["27", 19],
  board: ["54", 18],
  media: ["52", 19],
  pin: ["81", 18],
  comment: ["59", 19],
});

/** Addresses of the web site, which is `/www` here. */
export function pinUrl(world: SandboxWorld, id: string): string {
  return `${world.baseUrl}/www/pin/${id}/`;
}

export const PORTRAIT = "/www/portrait.png";
