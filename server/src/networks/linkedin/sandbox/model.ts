import { z } from "zod";
import { model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import { Content } from "./content.ts";

const AssetKind = z.enum(["image", "video", "document"]);
export type AssetKind = z.output<typeof AssetKind>;

/** What this network stores, by kind. Names and keys are the API's where it has them. */
const kinds = {
  /** An organization, by its number. */
  account: z.object({ name: z.string(), vanity_name: z.string(), is_brand: z.boolean().default(false) }),
  /** By vanity name: the organization that has it. */
  vanity_name: z.object({ organization_id: z.string() }),
  /** By the id that log-ins give as `sub`. */
  person: z.object({ name: z.string(), vanity_name: z.string() }),
  /** By name in lower case. */
  person_name: z.object({ person_id: z.string() }),
  /** By `<person> <organization>`. */
  role: z.object({ person_id: z.string(), organization_id: z.string(), role: z.string(), state: z.string() }),
  /** By grant: what the person logged in for last, and since which number what was issued is good. */
  last_log_in: z.object({ scopes: z.string(), since: z.number() }),
  /** By refresh token: the log-in that it came from, and when that ends. */
  log_in_end: z.object({ at: z.string(), grant: z.string(), serial: z.number() }),
  /** By what is counted, and the day in UTC. */
  tally: z.object({ count: z.int() }),
  /** By the key of a video: that a picture of its own was asked for, which is seen before it is played; its type once it is there. */
  thumbnail: z.object({ mime: z.string().nullable() }),
  /** By its key, which is the end of its URN. */
  asset: z.object({
    kind: AssetKind,
    /** A URN. */
    owner: z.string(),
    client_id: z.string(),
    upload_token: z.string(),
    upload_ends_at: z.string(),
    /** First and last byte of each part; one for images and documents, whose size is not known beforehand. */
    parts: z.array(z.object({ first: z.int(), last: z.int().nullable() })),
    /** Null until all bytes are there. */
    file: z
      .object({
        mime: z.string(),
        digest: z.string(),
        processing: Processing,
        /** Why processing will fail, beyond faults. */
        problem: z.string().nullable(),
      })
      .nullable(),
  }),
  /** A part of a video that is there, by `<key>.<number>`. */
  part: z.object({ etag: z.string(), processing: Processing }),
  /** By its URN. */
  post: z.object({
    /** A URN. */
    author: z.string(),
    /** As it was sent. */
    commentary: z.string(),
    /** The text that readers see. */
    shown: z.string(),
    content: Content.nullable(),
    visibility: z.string(),
    client_id: z.string(),
  }),
  /** A post that was refused as a duplicate, which counts as well when the next one is compared. */
  refused_post: z.object({ author: z.string(), shown: z.string() }),
  /** By its number. */
  comment: z.object({ on: z.string(), actor: z.string(), text: z.string() }),
} as const;

export const { find, findOrInsert, known, list, insert, put, change } = model(kinds);
export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;

/** More than any test or demo makes. */
export const LIST_MAX = 10_000;
