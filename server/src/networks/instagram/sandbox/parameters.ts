import { z } from "zod";
import { parsedJson } from "../../sandbox/kit/requests.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { flagIn, type GraphCall, listIn, textIn } from "../../sandbox/meta/request.ts";
import type { Content } from "./model.ts";
import { kindOfId } from "./model.ts";
import { refusal } from "./refusals.ts";

/**
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-09). In which
 * unit Instagram counts captions is not stated; UTF-16 units are the strictest of the usual ones.
 */
const CAPTION_UTF16_MAX = 2200;
const HASHTAGS_MAX = 30;
const MENTIONS_MAX = 20;
const ALT_TEXT_MAX = 1000;
const COLLABORATORS_MAX = 3;

const Username = z.string().regex(/^[\w.]{1,30}$/);
const Tag = z.object({
  username: Username,
  x: z.number().min(0).max(1).nullable().default(null),
  y: z.number().min(0).max(1).nullable().default(null),
});
const TrialParameters = z.object({ graduation_strategy: z.enum(["MANUAL", "SS_PERFORMANCE"]) });

/** What readers will see, as the call describes it. */
export function contentOf(call: GraphCall): Omit<Content, "cover"> {
  return {
    caption: captionIn(call),
    alt_text: altTextIn(call),
    location_id: locationIn(call),
    collaborators: collaboratorsIn(call),
    user_tags: tagsIn(call),
    share_to_feed: flagIn(call, "share_to_feed") ?? true,
    trial: trialIn(call),
  };
}

export function isGiven(call: GraphCall, name: string): boolean {
  const value = call.values[name];
  return value !== undefined && value !== null && value !== "";
}

/** Ids separated by commas, or a JSON list; null without any. */
export function childIdsIn(call: GraphCall): readonly string[] | null {
  const { children } = call.values;
  // Not through JSON: as numbers the ids would lose digits.
  if (typeof children === "string" && children !== "") return children.replace(/[[\]"\s]/g, "").split(",");
  return listIn(call, "children")?.map(String) ?? null;
}

function captionIn(call: GraphCall): string {
  const caption = textIn(call, "caption") ?? "";
  if (caption.length > CAPTION_UTF16_MAX) throw refusal("captionLength");
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > HASHTAGS_MAX) {
    throw invalidParameter(`A caption takes at most ${HASHTAGS_MAX} hashtags`);
  }
  if ((caption.match(/@[\w.]+/g) ?? []).length > MENTIONS_MAX) throw refusal("tooManyMentions");
  return caption;
}

function altTextIn(call: GraphCall): string {
  const text = textIn(call, "alt_text") ?? "";
  if (text.length > ALT_TEXT_MAX) throw invalidParameter(`Param alt_text must be no longer than ${ALT_TEXT_MAX} characters`);
  return text;
}

/** A Facebook Page with an address. Any number passes for one unless it is an id of this network. */
function locationIn(call: GraphCall): string | null {
  const id = textIn(call, "location_id");
  if (id === null || (/^\d{1,20}$/.test(id) && kindOfId(id) === null)) return id;
  throw invalidParameter("INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID");
}

function collaboratorsIn(call: GraphCall): string[] {
  const names = z
    .array(Username)
    .max(COLLABORATORS_MAX)
    .safeParse(listIn(call, "collaborators") ?? []);
  if (!names.success) throw invalidParameter(`Param collaborators must be a list of at most ${COLLABORATORS_MAX} user names`);
  return names.data;
}

function tagsIn(call: GraphCall): Content["user_tags"] {
  const tags = z.array(Tag).safeParse(listIn(call, "user_tags") ?? []);
  if (!tags.success) throw invalidParameter("Param user_tags must be a list of user names with positions from 0 to 1");
  if (tags.data.length > MENTIONS_MAX) throw refusal("tooManyMentions");
  return tags.data;
}

/** https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-06) */
function trialIn(call: GraphCall): Content["trial"] {
  if (!isGiven(call, "trial_params")) return null;
  const parameters = TrialParameters.safeParse(jsonIn(call, "trial_params"));
  if (!parameters.success) throw invalidParameter("Param trial_params[graduation_strategy] must be one of {MANUAL, SS_PERFORMANCE}");
  return parameters.data.graduation_strategy;
}

/** In forms, JSON is text. */
function jsonIn(call: GraphCall, name: string): unknown {
  const value = call.values[name];
  return typeof value === "string" ? parsedJson(value) : value;
}
