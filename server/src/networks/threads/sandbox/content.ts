import { z } from "zod";
import { parsedJson } from "../../sandbox/kit/requests.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { flagIn, type GraphCall, listIn, requiredText, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxPost } from "../../sandbox/network.ts";
import { type Asked, requireScope } from "./caller.ts";
import type { Content } from "./model.ts";
import { featureNotAvailable, textTooLong, tooManyLinks } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const LINKS_MAX = 5;
const ALT_LENGTH_MAX = 1000;
const POLL_OPTION_LENGTH_MAX = 25;

const MEDIA_TYPES = ["TEXT", "IMAGE", "VIDEO", "CAROUSEL"] as const;
const REPLY_CONTROLS = ["everyone", "accounts_you_follow", "mentioned_only", "parent_post_author_only", "followers_only"];
const Option = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= POLL_OPTION_LENGTH_MAX);
const PollOptions = z
  .strictObject({ option_a: Option, option_b: Option, option_c: Option.optional(), option_d: Option.optional() })
  .refine(({ option_c, option_d }) => option_d === undefined || option_c !== undefined);

/** What a container is asked to contain; its media are still links. */
export interface Wanted {
  readonly content: Omit<Content, "media">;
  readonly alt: string;
  /** `image_url` or `video_url`; null for text and carousels. */
  readonly mediaUrl: string | null;
  readonly isCarouselItem: boolean;
  /** Ids of containers; empty unless it is a carousel. */
  readonly children: readonly string[];
}

/**
 * Reads and checks the parameters of a container. Unknown ones are ignored.
 * https://developers.facebook.com/documentation/threads/posts (2026-04) and https://developers.facebook.com/documentation/threads/create-posts/polls (2026-07)
 */
export function readWanted(asked: Asked, settings: Settings): Wanted {
  const { call } = asked;
  const type = mediaType(call);
  const text = textIn(call, "text") ?? "";
  const link = linkIn(call, type);
  const pollOptions = pollIn(call, type);
  if (pollOptions.length > 0 && link !== null) throw invalidParameter("Param poll_attachment cannot be combined with link_attachment");
  if (lengthOf(text, settings.text_unit) > settings.text_length) throw textTooLong(settings.text_length);
  if (type === "TEXT" && text.trim() === "" && link === null) throw invalidParameter("The parameter text is required");
  const links = new Set([...urlsIn(text), ...(link === null ? [] : [link])]);
  if (links.size > LINKS_MAX) throw tooManyLinks();
  const replyTo = textIn(call, "reply_to_id");
  if (replyTo !== null) requireScope(asked, "threads_manage_replies");
  const locationId = textIn(call, "location_id");
  if (locationId !== null) requireScope(asked, "threads_location_tagging");
  if (locationId !== null) throw invalidParameter("Param location_id must be the id of a location");
  if (textIn(call, "allowlisted_country_codes") !== null) throw featureNotAvailable();
  const isCarouselItem = flagIn(call, "is_carousel_item") ?? false;
  if (isCarouselItem && type !== "IMAGE" && type !== "VIDEO") throw invalidParameter("Only IMAGE and VIDEO can be carousel items");
  return {
    content: {
      media_type: type,
      text,
      poll_options: pollOptions,
      link: type === "TEXT" && pollOptions.length === 0 ? (link ?? urlsIn(text)[0] ?? null) : null,
      topic_tag: topicOf(call) ?? topicIn(text),
      reply_to: replyTo,
      quote_of: textIn(call, "quote_post_id"),
      reply_control: oneOf(call, "reply_control", REPLY_CONTROLS) ?? "everyone",
    },
    alt: altIn(call, type),
    mediaUrl: type === "IMAGE" ? requiredText(call, "image_url") : type === "VIDEO" ? requiredText(call, "video_url") : null,
    isCarouselItem,
    children: type === "CAROUSEL" ? childrenIn(call) : [],
  };
}

function mediaType(call: GraphCall): Content["media_type"] {
  const given = requiredText(call, "media_type");
  const type = MEDIA_TYPES.find((name) => name === given);
  if (type === undefined) throw invalidParameter(`Param media_type must be one of {${MEDIA_TYPES.join(", ")}} - got "${given}".`);
  return type;
}

function linkIn(call: GraphCall, type: Content["media_type"]): string | null {
  const link = textIn(call, "link_attachment");
  if (link === null) return null;
  if (type !== "TEXT") throw invalidParameter("Param link_attachment is only for media_type TEXT");
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) throw invalidParameter("Param link_attachment must be a valid URL");
  return link;
}

function pollIn(call: GraphCall, type: Content["media_type"]): string[] {
  const given = call.values.poll_attachment;
  if (given === undefined || given === null || given === "") return [];
  if (type !== "TEXT") throw invalidParameter("Param poll_attachment is only for media_type TEXT");
  const poll = PollOptions.safeParse(typeof given === "string" ? parsedJson(given) : given);
  if (!poll.success) throw invalidParameter("Param poll_attachment must have 2 to 4 options of 1 to 25 characters");
  const { option_a, option_b, option_c, option_d } = poll.data;
  return [option_a, option_b, option_c, option_d].filter((option) => option !== undefined);
}

function altIn(call: GraphCall, type: Content["media_type"]): string {
  const alt = textIn(call, "alt_text");
  if (alt === null) return "";
  if (type !== "IMAGE" && type !== "VIDEO") throw invalidParameter("Param alt_text is only for media_type IMAGE and VIDEO");
  if ([...alt].length > ALT_LENGTH_MAX) throw invalidParameter(`Param alt_text must be at most ${ALT_LENGTH_MAX} characters long`);
  return alt;
}

function topicOf(call: GraphCall): string | null {
  const topic = textIn(call, "topic_tag");
  if (topic !== null && !/^[^.&]{1,50}$/u.test(topic))
    throw invalidParameter("Param topic_tag must have 1 to 50 characters without . and &");
  return topic;
}

function oneOf(call: GraphCall, name: string, choices: readonly string[]): string | null {
  const value = textIn(call, name);
  if (value !== null && !choices.includes(value)) throw invalidParameter(`Param ${name} must be one of {${choices.join(", ")}}`);
  return value;
}

/** `children=id1,id2`, or a list. */
function childrenIn(call: GraphCall): string[] {
  const { children } = call.values;
  if (typeof children === "string" && /^[\d,\s]+$/.test(children)) return children.split(",").map((id) => id.trim());
  return (listIn(call, "children") ?? []).map(String);
}

const ENTITY = /(?<url>(?:https?:\/\/|(?<![\w@/.-])www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]}])|(?<![\w@/])@(?<username>[a-z0-9_.]*[a-z0-9_])/giu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const utf8 = new TextEncoder();

/** The text's length as the network is set to count it. */
export function lengthOf(text: string, unit: Settings["text_unit"]): number {
  if (unit === "bytes") return utf8.encode(text).byteLength;
  const lengths = Array.from(graphemes.segment(text), ({ segment }) =>
    /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment) ? utf8.encode(segment).byteLength : [...segment].length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** The links of a text, in order; those without a scheme begin with `www.`. */
export function urlsIn(text: string): string[] {
  return Array.from(text.matchAll(ENTITY), (match) => match.groups?.url)
    .filter((url) => url !== undefined)
    .map(withScheme);
}

function withScheme(url: string): string {
  return /^https?:/iu.test(url) ? url : `http://${url}`;
}

/** Links and mentions as readers see them. */
export function linksIn(text: string, profileUrl: (username: string) => string): SandboxPost["links"] {
  return Array.from(text.matchAll(ENTITY), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    href: match.groups?.url === undefined ? profileUrl(match.groups?.username ?? "") : withScheme(match.groups.url),
  }));
}

/** The first valid `#tag`, which becomes the post's topic. */
export function topicIn(text: string): string | null {
  return /(?<![\p{L}\p{N}_#&/])#([\p{L}\p{N}_]{1,50})(?![\p{L}\p{N}_])/u.exec(text)?.[1] ?? null;
}
