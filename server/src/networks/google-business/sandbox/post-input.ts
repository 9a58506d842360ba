import { z } from "zod";
import type { Asked } from "./caller.ts";
import { MEDIA_FORMATS, TOPIC_TYPES } from "./model.ts";
import { invalid, type Mistake, malformed } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const int = z.int("Invalid integer");
const text = z.string("Invalid string");

/** Without a time zone: that of the location. */
const Day = z.strictObject({ year: int.min(1), month: int.min(1).max(12), day: int.min(1).max(31) });
const Time = z.strictObject({
  hours: int.min(0).max(24).default(0),
  minutes: int.min(0).max(59).default(0),
  seconds: int.min(0).max(59).default(0),
  nanos: int.min(0).default(0),
});

const Event = z.strictObject({
  title: text.optional(),
  schedule: z
    .strictObject({ startDate: Day.optional(), startTime: Time.optional(), endDate: Day.optional(), endTime: Time.optional() })
    .optional(),
});

const Offer = z.strictObject({ couponCode: text.optional(), redeemOnlineUrl: text.optional(), termsConditions: text.optional() });

/** Fields that Google alone sets may come along, and change nothing. */
const ignored = z.unknown().optional();

const PostMedium = z.strictObject({
  mediaFormat: z.enum(MEDIA_FORMATS, "Media format is required.").optional(),
  sourceUrl: text.optional(),
  dataRef: z.unknown().optional(),
  locationAssociation: ignored,
  description: ignored,
  name: ignored,
  googleUrl: ignored,
});

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (2026-04) */
const NewPost = z.strictObject({
  languageCode: text.optional(),
  summary: text.default(""),
  topicType: z.enum([...TOPIC_TYPES, "ALERT", "LOCAL_POST_TOPIC_TYPE_UNSPECIFIED"]).optional(),
  callToAction: z
    .strictObject({
      actionType: z.enum(["BOOK", "ORDER", "SHOP", "LEARN_MORE", "SIGN_UP", "GET_OFFER", "CALL", "ACTION_TYPE_UNSPECIFIED"]).optional(),
      url: text.optional(),
    })
    .optional(),
  media: z.array(PostMedium).default([]),
  event: Event.optional(),
  offer: Offer.optional(),
  alertType: z.unknown().optional(),
  scheduledTime: z.unknown().optional(),
  recurrenceInfo: z.unknown().optional(),
  name: ignored,
  createTime: ignored,
  updateTime: ignored,
  state: ignored,
  searchUrl: ignored,
});
export type NewPost = z.output<typeof NewPost>;

export function readPost(asked: Asked): NewPost {
  return readBody(asked, NewPost);
}

/** The JSON body of a call. Names that Google does not know are refused before anything else is looked at. */
export function readBody<Schema extends z.ZodType>(
  { request, settings }: Pick<Asked, "request" | "settings">,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(request.body ?? {});
  if (read.success) return read.data;
  for (const issue of read.error.issues) {
    if (issue.code !== "unrecognized_keys") continue;
    const [name = ""] = issue.keys;
    throw malformed(snake(issue.path), `Unknown name "${name}"${at(issue.path)}: Cannot find field.`);
  }
  const mistakes = read.error.issues.map(({ path, message }): Mistake => ({ code: "INVALID_VALUE", field: snake(path), message }));
  throw invalid(settings, mistakes);
}

function at(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "" : ` at '${snake(path)}'`;
}

/** `call_to_action.url` and `media[0].source_url`. */
function snake(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : String(part).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
    .join(".")
    .replaceAll(".[", "[");
}

const SUMMARY_LENGTH_MAX = 1500;
const EVENT_TITLE_LENGTH_MAX = 58;

/**
 * What Google finds wrong with a post.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (2026-04). The lengths stand in the
 * server's refusals alone.
 */
export function mistakesIn(post: NewPost, settings: Settings): Mistake[] {
  return [
    ...topicMistakes(post),
    ...summaryMistakes(post, settings),
    ...actionMistakes(post),
    ...mediaMistakes(post),
    ...eventMistakes(post),
  ];
}

function topicMistakes({ topicType, alertType, scheduledTime, recurrenceInfo }: NewPost): Mistake[] {
  const isMissing = topicType === undefined || topicType === "LOCAL_POST_TOPIC_TYPE_UNSPECIFIED";
  const isAlert = topicType === "ALERT" || alertType !== undefined;
  const isForLater = scheduledTime !== undefined || recurrenceInfo !== undefined;
  return [
    ...(isMissing ? [missing("topic_type", "Topic type is required for post creation.")] : []),
    ...(isAlert ? [unsupported("topic_type", "Alert posts are not supported.")] : []),
    ...(isForLater ? [unsupported("scheduled_time", "The sandbox publishes posts at once.")] : []),
  ];
}

function summaryMistakes({ summary, media }: NewPost, { length_unit, photo_alone }: Settings): Mistake[] {
  const length = length_unit === "utf-16" ? summary.length : [...summary].length;
  if (length > SUMMARY_LENGTH_MAX) return [tooLong("summary", SUMMARY_LENGTH_MAX, summary)];
  const isEnough = summary.trim() !== "" || (media.length > 0 && photo_alone === "taken");
  return isEnough ? [] : [missing("summary", "Summary is required.")];
}

/** A button needs an address, unless it calls the location's own number. An offer has its button already. */
function actionMistakes({ callToAction, topicType }: NewPost): Mistake[] {
  if (callToAction === undefined) return [];
  const { actionType = "ACTION_TYPE_UNSPECIFIED", url } = callToAction;
  if (topicType === "OFFER") return [unsupported("call_to_action", "Call to action is not supported for offers.")];
  if (actionType === "ACTION_TYPE_UNSPECIFIED") return [missing("call_to_action.action_type", "Action type is required.")];
  if (actionType === "GET_OFFER") return [unsupported("call_to_action.action_type", "GET_OFFER is deprecated.")];
  if (actionType === "CALL") return url === undefined ? [] : [unsupported("call_to_action.url", "URL must not be set for CALL.")];
  if (url === undefined || url === "") return [missing("call_to_action.url", "URL is required.")];
  return isWebAddress(url) ? [] : [wrong("call_to_action.url", "Invalid URL.", url)];
}

/** The bytes of a picture cannot be sent. Whatever comes behind the first picture is not looked at. */
function mediaMistakes({ media: [medium] }: NewPost): Mistake[] {
  if (medium === undefined) return [];
  const { mediaFormat, sourceUrl, dataRef } = medium;
  if (mediaFormat === undefined) return [missing("media.media_format", "Media format is required.")];
  if (dataRef !== undefined) return [unsupported("media.data_ref", "Source URL is the only supported data field of a post's media.")];
  if (sourceUrl === undefined) return [missing("media.source_url", "Source URL is required.")];
  return isWebAddress(sourceUrl) ? [] : [wrong("media.source_url", "Invalid URL.", sourceUrl)];
}

/** Events and offers have a title and a time, from which nothing may be missing. */
function eventMistakes({ topicType, event, offer }: NewPost): Mistake[] {
  if (topicType !== "EVENT" && topicType !== "OFFER") return [];
  const { title = "", schedule = {} } = event ?? {};
  const parts = ["startDate", "startTime", "endDate", "endTime"] as const;
  const absent = parts.filter((part) => schedule[part] === undefined);
  const url = offer?.redeemOnlineUrl;
  return [
    ...(title === "" ? [missing("event.title", "Event title is required.")] : []),
    ...([...title].length > EVENT_TITLE_LENGTH_MAX ? [tooLong("event.title", EVENT_TITLE_LENGTH_MAX, title)] : []),
    ...absent.map((part) => missing(`event.schedule.${part.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}`, "Required.")),
    ...(url === undefined || isWebAddress(url) ? [] : [wrong("offer.redeem_online_url", "Invalid URL.", url)]),
  ];
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

function missing(field: string, message: string): Mistake {
  return { code: "MISSING_VALUE", field, message };
}

function unsupported(field: string, message: string): Mistake {
  return { code: "UNSUPPORTED_VALUE", field, message };
}

function wrong(field: string, message: string, value: string): Mistake {
  return { code: "INVALID_VALUE", field, message, value };
}

function tooLong(field: string, max: number, value: string): Mistake {
  return { code: "VALUE_OUTSIDE_ALLOWED_RANGE", field, message: `Must be at most ${max} characters`, value };
}
