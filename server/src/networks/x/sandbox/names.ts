import { words } from "../../sandbox/kit/names.ts";
import { invalidRequest } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/**
 * The names of fields. Those of the guides speak of tweets, those of the contract of posts (https://docs.x.com/x-api/posts, 2026-08);
 * the contract has no field for authors, replies and references: their expansions bring them.
 */
export type Names = "old" | "new";

const SHARED_FIELDS = words(`
  article attachments card_uri community_id context_annotations conversation_id created_at display_text_range edit_controls
  entities geo id lang media_metadata non_public_metrics organic_metrics possibly_sensitive promoted_metrics public_metrics
  reply_settings scopes source suggested_source_links suggested_source_links_with_counts text withheld
`);
const SHARED_EXPANSIONS = words(`
  article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet attachments.poll_ids author_id
  entities.mentions.username geo.place_id in_reply_to_user_id
`);

interface Vocabulary {
  /** The parameter that chooses the fields of posts. */
  readonly parameter: string;
  readonly fields: readonly string[];
  readonly expansions: readonly string[];
  readonly note: string;
  readonly references: string;
  readonly history: string;
  readonly reposts: string;
  /** What posts are called among the objects that expansions bring. */
  readonly included: string;
}

export const VOCABULARY: Readonly<Record<Names, Vocabulary>> = {
  old: {
    parameter: "tweet.fields",
    fields: [...SHARED_FIELDS, "author_id", "edit_history_tweet_ids", "in_reply_to_user_id", "note_tweet", "referenced_tweets"],
    expansions: [...SHARED_EXPANSIONS, "edit_history_tweet_ids", "referenced_tweets.id", "referenced_tweets.id.author_id"],
    note: "note_tweet",
    references: "referenced_tweets",
    history: "edit_history_tweet_ids",
    reposts: "retweet_count",
    included: "tweets",
  },
  new: {
    parameter: "post.fields",
    fields: [...SHARED_FIELDS, "article_title", "matched_media_notes", "note_post", "note_request_suggestions", "paid_partnership"],
    expansions: [...SHARED_EXPANSIONS, "edit_history_post_ids", "referenced_posts", "username"],
    note: "note_post",
    references: "referenced_posts",
    history: "edit_history_post_ids",
    reposts: "repost_count",
    included: "posts",
  },
};

const USER_FIELDS = words(`
  affiliation confirmed_email connection_status created_at description entities id is_identity_verified location name parody
  profile_banner_url profile_image_url protected public_metrics receives_your_dm subscription subscription_type url username
  verified verified_followers_count verified_type withheld
`);

/** What a call asks for. */
export interface Choice {
  readonly names: Names;
  readonly postFields: readonly string[];
  readonly userFields: readonly string[];
  readonly expansions: readonly string[];
}

export type Query = Readonly<Record<string, string>>;

/** The query's parameters; throws if one is neither among `own` nor chooses fields, or is given twice. */
export function readQuery(query: unknown, own: readonly string[], settings: Settings): Query {
  const known = [...own, "expansions", ...knownNames(settings).map((names) => VOCABULARY[names].parameter), "user.fields"];
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(typeof query === "object" && query !== null ? query : {})) {
    const text = String(value);
    if (!known.includes(name)) throw unknownParameter(name, text, known);
    if (typeof value !== "string") throw invalidRequest({ [name]: [text] }, `The query parameter [${name}] can only have one value`);
    given[name] = value;
  }
  return given;
}

export function readChoice(query: Query, settings: Settings): Choice {
  const known = knownNames(settings);
  const names = known.find((name) => Object.hasOwn(query, VOCABULARY[name].parameter)) ?? namesOfExpansions(query, known);
  const { parameter, fields, expansions } = VOCABULARY[names];
  return {
    names,
    postFields: listed(query, parameter, fields),
    userFields: listed(query, "user.fields", USER_FIELDS),
    expansions: listed(query, "expansions", expansions),
  };
}

/** A list between commas; throws if a value is not among the known ones. */
export function listed(query: Query, name: string, known: readonly string[]): readonly string[] {
  const values = query[name]?.split(",") ?? [];
  const unknown = values.find((value) => !known.includes(value));
  if (unknown === undefined) return values;
  const message = `The \`${name}\` query parameter value [${unknown}] is not one of [${known.join(",")}]`;
  throw invalidRequest({ [name]: [query[name] ?? ""] }, message);
}

/** The names of replies to calls that choose no fields. */
export function usualNames({ names }: Settings): Names {
  return names === "new" ? "new" : "old";
}

function knownNames({ names }: Settings): readonly Names[] {
  return names === "both" ? ["old", "new"] : [names];
}

function namesOfExpansions({ expansions = "" }: Query, known: readonly Names[]): Names {
  const asked = expansions.split(",").filter((one) => one !== "");
  return known.find((names) => asked.every((one) => VOCABULARY[names].expansions.includes(one))) ?? known[0] ?? "old";
}

function unknownParameter(name: string, value: string, known: readonly string[]) {
  return invalidRequest({ [name]: [value] }, `The query parameter [${name}] is not one of [${known.join(",")}]`);
}
