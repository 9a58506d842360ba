import { z } from "zod";
import type { Asked } from "./caller.ts";
import { MEDIA_FORMATS, TOPIC_TYPES } from "./model.ts";
import { invalid, type Mistake, malformed } from "./refusals.ts";

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
