import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { flagIn, type GraphCall, textIn } from "../../sandbox/meta/request.ts";
import type { Door } from "./accounts.ts";
import type { PostKind } from "./model.ts";
import { childIdsIn, isGiven } from "./parameters.ts";
import { refusal } from "./refusals.ts";

/** What a call that creates a container is for, and where the file comes from. */
export interface Wish {
  readonly kind: PostKind;
  readonly source: Source;
}

export type Source =
  | { readonly from: "image_url" | "video_url"; readonly url: string }
  /** A video whose bytes are uploaded afterwards. */
  | { readonly from: "upload_type" }
  | { readonly from: "children"; readonly ids: readonly string[] };

/**
 * Where the file of each kind can come from, and the parameters that it takes besides.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-09)
 */
const KINDS: Readonly<Record<PostKind, { readonly sources: readonly Source["from"][]; readonly takes: readonly string[] }>> = {
  image: { sources: ["image_url"], takes: ["caption", "alt_text", "location_id", "user_tags", "collaborators", "product_tags"] },
  reel: {
    sources: ["video_url", "upload_type"],
    takes: [
      "caption",
      "location_id",
      "user_tags",
      "collaborators",
      "product_tags",
      "cover_url",
      "thumb_offset",
      "audio_name",
      "trial_params",
    ],
  },
  story: { sources: ["image_url", "video_url", "upload_type"], takes: ["user_tags"] },
  carousel: { sources: ["children"], takes: ["caption", "location_id", "collaborators"] },
  item: { sources: ["image_url", "video_url", "upload_type"], takes: ["alt_text", "user_tags", "product_tags"] },
};

/** Of a video in a carousel: it takes no parameters. */
const IMAGES_ONLY = ["alt_text", "user_tags", "product_tags"];

/** `share_to_feed` is not among them: on other media than reels it means nothing and is ignored. */
export const PARAMETERS = new Set(Object.values(KINDS).flatMap(({ takes }) => takes));

/** Refuses files and parameters that the kind does not take. */
export function wishOf(call: GraphCall, door: Door): Wish {
  const kind = kindOf(call);
  const source = sourceOf(call, door);
  const { sources, takes } = KINDS[kind];
  if (!sources.includes(source.from)) throw invalidParameter(`The parameter ${sources.join(" or ")} is required`);
  const isItemVideo = kind === "item" && source.from !== "image_url";
  const surplus = [...PARAMETERS].find(
    (name) => isGiven(call, name) && (!takes.includes(name) || (isItemVideo && IMAGES_ONLY.includes(name))),
  );
  if (door !== "facebook" && isGiven(call, "product_tags")) throw invalidParameter("Param product_tags is not allowed");
  if (surplus !== undefined) throw invalidParameter(`Param ${surplus} is not allowed for this type of media`);
  return { kind, source };
}

const KIND_BY_TYPE: Readonly<Record<string, PostKind>> = { REELS: "reel", STORIES: "story", CAROUSEL: "carousel" };

function kindOf(call: GraphCall): PostKind {
  const type = textIn(call, "media_type");
  const isItem = flagIn(call, "is_carousel_item") === true;
  if (type === null) return isItem ? "item" : "image";
  // A video of its own is a reel; `VIDEO` is left for carousels.
  if (type === "VIDEO" && isItem) return "item";
  const kind = Object.hasOwn(KIND_BY_TYPE, type) ? KIND_BY_TYPE[type] : undefined;
  if (kind === undefined) throw refusal("mediaType");
  if (isItem) throw invalidParameter(`Media of the type ${type} cannot be in a carousel`);
  return kind;
}

function sourceOf(call: GraphCall, door: Door): Source {
  const [image, video, upload] = [textIn(call, "image_url"), textIn(call, "video_url"), textIn(call, "upload_type")];
  const ids = childIdsIn(call);
  // https://developers.facebook.com/documentation/instagram-platform/content-publishing/resumable-uploads (2026-06)
  if (upload !== null && door !== "facebook")
    throw invalidParameter("Param upload_type is only available with Facebook Login for Business");
  if (upload !== null && upload !== "resumable") throw invalidParameter("Param upload_type must be one of {resumable}");
  const sources: Source[] = [
    ...(image === null ? [] : [{ from: "image_url" as const, url: image }]),
    ...(video === null ? [] : [{ from: "video_url" as const, url: video }]),
    ...(upload === null ? [] : [{ from: "upload_type" as const }]),
    ...(ids === null ? [] : [{ from: "children" as const, ids }]),
  ];
  const [source, second] = sources;
  if (source === undefined) throw invalidParameter("The parameter image_url or video_url is required");
  if (second !== undefined) throw invalidParameter(`The parameters ${source.from} and ${second.from} cannot be given together`);
  // Without a type, an item or post is an image.
  if (source.from !== "image_url" && textIn(call, "media_type") === null) throw invalidParameter("The parameter media_type is required");
  return source;
}
