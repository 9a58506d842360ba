import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

const Subscription = z.enum(["None", "Basic", "Premium", "PremiumPlus"]);

/**
 * How this network behaves. The document `settings`/`server` overrides individual values. By default nothing takes longer than it
 * must, and the same text is taken twice, so that readers see what was sent twice: X's own refusal cannot be relied on.
 */
const Settings = z.object({
  /**
   * Which names of fields are known: those of the guides (`tweet.fields`, `note_tweet`), those of the contract (`post.fields`,
   * `note_post`), or both; then a reply has the names that the question has.
   */
  names: z.enum(["both", "old", "new"]).default("both"),
  /** What the application is registered as: with a secret that it must send, or known by its id alone. */
  client: z.enum(["confidential", "public"]).default("confidential"),
  /** Whether an old refresh token is still taken until its successor has been used. */
  refresh_rotation: z.enum(["strict", "after-use"]).default("strict"),
  /** Whether everything that a person granted ends when an old refresh token is used. */
  reuse_ends_grant: z.boolean().default(false),
  /** What accounts have subscribed to, and by their user names those that differ; all but `None` may post long texts. */
  subscription: Subscription.default("None"),
  subscriptions: z.record(z.string(), Subscription).default({}),
  /** The gold or grey tick of an organization, which may post long texts without a subscription of its own. */
  tick: z.enum(["none", "business", "government"]).default("none"),
  /** Whether accounts say what they have subscribed to. */
  tells_subscriptions: z.boolean().default(true),
  long_text_weight: z.int().default(25_000),
  /** `falsely`: every text is refused as one that was posted before. */
  duplicates: z.enum(["off", "on", "falsely"]).default("off"),
  duplicate_hours: z.number().default(12),
  /** Who may be replied to: since February 2026 oneself and those who mentioned one; with `nobody` not even oneself. */
  replies: z.enum(["anyone", "summoned", "nobody"]).default("summoned"),
  /** How old a post must be to be replied to. */
  parent_ready_seconds: z.number().default(0),
  /** Whether replies gain the name of whom they reply to. */
  reply_mentions: z.boolean().default(false),
  quotes: z.boolean().default(false),
  /** What creating a post is refused with; `unknown-authentication` once for each account. */
  posting: z.enum(["open", "not-permitted", "unknown-authentication", "client-forbidden", "suspended"]).default("open"),
  /** What lists of posts are refused with, although posting works: products have seen both. */
  timelines: z.enum(["open", "forbidden", "unauthorized"]).default("open"),
  /** Whether a post is created, but the reply does not say its id. */
  answers_without_id: z.boolean().default(false),
  /** Why every call is refused for the sake of money; the fault `quota` is `spend-cap`. */
  billing: z.enum(["funded", "spend-cap", "credits-depleted", "payment-required", "usage-capped"]).default("funded"),
  /** The day of the month on which a billing cycle begins. */
  cycle_day: z.int().min(1).max(28).default(14),
  image_seconds: z.number().default(0),
  video_seconds: z.number().default(2),
  check_after_seconds: z.int().default(1),
  media_seconds: z.int().default(86_400),
  /** Which answers to an upload name the key of the file, which the contract leaves optional: all, that of its beginning alone, or none. */
  upload_keys: z.enum(["all", "first", "none"]).default("all"),
  /** What the answer to an append has: X documents JSON and has answered 204 too. */
  append_answers: z.enum(["json", "nothing"]).default("json"),
  /** Whether a media id is good for one post alone. */
  media_used_once: z.boolean().default(false),
  /** Whether alt texts of videos are refused; the vendor speaks of images alone. */
  video_alt_texts: z.boolean().default(false),
  /** How old a post must be to show in its author's list. */
  timeline_late_seconds: z.number().default(0),
  /** Calls within 15 minutes, by the names in `rates.ts`. */
  rates: z.record(z.string(), z.int()).default({}),
  /** How many posts an account may create in a day of UTC; null: the limit of 15 minutes is the only one. */
  posts_per_day: z.int().nullable().default(null),
});
export type Settings = z.output<typeof Settings>;

export function subscriptionOf({ subscription, subscriptions }: Settings, username: string): z.output<typeof Subscription> {
  return subscriptions[username] ?? subscription;
}

/** Whether an account may post long texts and long videos. */
export function mayPostLong(settings: Settings, username: string): boolean {
  return settings.tick !== "none" || subscriptionOf(settings, username) !== "None";
}

export const settingsOf = settingsNamed("server", Settings);
