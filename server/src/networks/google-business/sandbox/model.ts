import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import { numbered } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

export const MEDIA_FORMATS = ["PHOTO", "VIDEO"] as const;
export const TOPIC_TYPES = ["STANDARD", "EVENT", "OFFER"] as const;

/** A picture or video with its bytes, which are stored under `file`. */
const Pictured = z.object({ file: z.string(), mime: z.string(), digest: z.string(), width: z.int(), height: z.int() });

/** What this network stores, by kind. Times are ISO; what happens by itself is computed from them when somebody looks. */
const kinds = {
  /** Somebody with a Google account, by its number. */
  person: z.object({ name: z.string() }),
  /** By name in lower case: whose it is. */
  person_name: z.object({ person_id: z.string() }),
  /** By person: they have been given accounts and locations. */
  furnished: z.object({}),
  /** What holds locations: a person's own account, or a group. */
  account: z.object({ person_id: z.string(), account_name: z.string(), type: z.enum(["PERSONAL", "LOCATION_GROUP"]) }),
  /** By person and name: nobody has two accounts of one name here. */
  account_name: z.object({ account_id: z.string() }),
  location: z.object({ title: z.string(), street: z.string(), has_voice_of_merchant: z.boolean() }),
  /** By account and title. */
  location_title: z.object({ location_id: z.string() }),
  /** By `<account> <location>`: the account shows the location. */
  listing: z.object({ account_id: z.string(), location_id: z.string() }),
  local_post: z.object({
    /** Through which it was made. */
    account_id: z.string(),
    location_id: z.string(),
    language_code: z.string().nullable(),
    summary: z.string(),
    topic_type: z.enum(TOPIC_TYPES),
    call_to_action: z.object({ actionType: z.string(), url: z.string().optional() }).nullable(),
    event: z.record(z.string(), z.unknown()).nullable(),
    offer: z.record(z.string(), z.unknown()).nullable(),
    /** The address of its picture, and the key under which that is stored. */
    photo: z.object({ key: z.string(), source_url: z.string() }).nullable(),
    review: Processing,
  }),
  /** By post: what became of its picture. Absent until that is known. */
  post_photo: z.object({
    outcome: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("shown"), picture: Pictured }),
      z.object({ kind: z.literal("failed"), code: z.string() }),
    ]),
  }),
  /** An item of a location's photos section. */
  media_item: Pictured.extend({
    account_id: z.string(),
    location_id: z.string(),
    format: z.enum(MEDIA_FORMATS),
    association: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    source_url: z.string().nullable(),
  }),
  /** By the name that Google gave it: where bytes go. */
  upload: z.object({
    location_id: z.string(),
    ends_at: z.string(),
    has_bytes: z.boolean(),
    lost: z.boolean(),
    used: z.boolean(),
  }),
} as const;

export const { find, known, findOrInsert, list, insert, change, remove } = model(kinds);

export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
export type Fields<K extends keyof typeof kinds> = FieldsOf<typeof kinds, K>;
export type Pictured = z.output<typeof Pictured>;

/** More than any test or demo makes. */
export const LIST_MAX = 10_000;

/** Numbers as Google's look. They ascend; most are beyond 2^53, so a client that reads numbers loses digits. */
export const newId = numbered({ person: ["11", 21], account: ["10", 21], location: ["12", 20], local_post: ["34", 19] });

/** Of pictures and uploads. They end with an ascending number. */
export async function newKey(world: SandboxWorld, prefix: string): Promise<string> {
  return prefix + (await world.objects.nextId()).padStart(12, "0");
}

/** Addresses of the public site, which is `/www` here, and of the host of pictures. */

export function postUrl(world: SandboxWorld, of: { readonly locationId: string; readonly postId: string }): string {
  return `${world.baseUrl}/www/place?id=${of.locationId}&use=posts&lpsid=${of.postId}`;
}

export function mapsUrl(world: SandboxWorld, locationId: string): string {
  return `${world.baseUrl}/www/maps?cid=${locationId}`;
}
