import { z } from "zod";
import { invalidRequest } from "./refusals.ts";

const POLL_OPTION_LENGTH_MAX = 25;

const Id = z.string().regex(/^[0-9]{1,19}$/);
const ReplySettings = z.enum(["following", "mentionedUsers", "subscribers", "verified"]);
const PollOption = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= POLL_OPTION_LENGTH_MAX, { error: `must be at most ${POLL_OPTION_LENGTH_MAX} characters long` });

/** The body of `POST /2/tweets`. Other keys are refused, at every level. https://docs.x.com/x-api/posts/create-post (2026-08) */
const NewPost = z.strictObject({
  text: z.string().default(""),
  media: z
    .strictObject({
      media_ids: z.array(Id).min(1).max(4),
      tagged_user_ids: z.array(Id).max(10).optional(),
      description: z.string().optional(),
      embeddable: z.boolean().optional(),
      preview_media_id: Id.optional(),
      title: z.string().optional(),
      call_to_actions: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  poll: z
    .strictObject({
      options: z.array(PollOption).min(2).max(4),
      duration_minutes: z.int().min(5).max(10_080),
      reply_settings: ReplySettings.optional(),
    })
    .optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: Id,
      auto_populate_reply_metadata: z.boolean().optional(),
      exclude_reply_user_ids: z.array(z.string()).optional(),
    })
    .optional(),
  quote_tweet_id: Id.optional(),
  reply_settings: ReplySettings.optional(),
  made_with_ai: z.boolean().default(false),
  paid_partnership: z.boolean().default(false),
  card_uri: z.string().optional(),
  community_id: Id.optional(),
  direct_message_deep_link: z.string().optional(),
  edit_options: z.strictObject({ previous_post_id: Id }).optional(),
  for_super_followers_only: z.boolean().optional(),
  geo: z.strictObject({ place_id: z.string() }).optional(),
  nullcast: z.boolean().optional(),
  share_with_followers: z.boolean().optional(),
});
export type NewPost = z.output<typeof NewPost>;

export function readNewPost(body: unknown): NewPost {
  const wanted = readBody(NewPost, body);
  const attached = (["poll", "media", "quote_tweet_id"] as const).filter((name) => wanted[name] !== undefined);
  if (attached.length > 1) {
    const parameters = Object.fromEntries(attached.map((name) => [name, [JSON.stringify(wanted[name])]]));
    throw invalidRequest(parameters, "You can only provide one of poll, media or quote_tweet_id.");
  }
  return wanted;
}

/** The body by its schema; throws with the first thing that is wrong with it. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  if (issue?.code !== "unrecognized_keys") throw invalidRequest({}, `$${path}: ${issue?.message ?? "is invalid"}`);
  const message = "is not defined in the schema and the schema does not allow additional properties";
  throw invalidRequest({}, `$${path}.${issue.keys[0] ?? ""}: ${message}`);
}
