import { z } from "zod";
import { givenText, lengthOf } from "./caller.ts";
import type { Settings } from "./settings.ts";

const TITLE_LENGTH_MAX = 100;
const DESCRIPTION_LENGTH_MAX = 800;
const LINK_LENGTH_MAX = 2048;
const ALT_LENGTH_MAX = 500;
const ITEMS_MIN = 2;
const ITEMS_MAX = 5;

const digits = z.string("type=string").regex(/^\d+$/, "pattern=^\\d+$");
const contentType = z.enum(["image/jpeg", "image/png"], "enum=image/jpeg,image/png");
const base64 = z.string("type=string").regex(/^[a-zA-Z0-9+/=]+$/, "pattern=^[a-zA-Z0-9+/=]+$");
const index = z.int("type=integer").min(0, "minimum=0").optional();
const isStandard = z.boolean("type=boolean").optional();
const itemText = z.string("type=string").optional();
const itemTexts = { title: itemText, description: itemText, link: itemText };

const PictureUrl = z.object({ url: z.string("type=string") });
const PictureBytes = z.object({ content_type: contentType, data: base64 });
export type PictureSource = z.output<typeof PictureUrl> | z.output<typeof PictureBytes>;

/** The pictures of a carousel. */
function items<Item extends z.ZodType>(item: Item) {
  return z.array(item, "type=array").min(ITEMS_MIN, `minItems=${ITEMS_MIN}`).max(ITEMS_MAX, `maxItems=${ITEMS_MAX}`);
}

const COVER = "cover_image_url or cover_image_content_type and cover_image_data or cover_image_key_frame_time";
const VideoSource = z
  .object({
    source_type: z.literal("video_id"),
    media_id: digits,
    cover_image_url: z.string("type=string").optional(),
    cover_image_content_type: contentType.optional(),
    cover_image_data: base64.optional(),
    cover_image_key_frame_time: z.int("type=integer").min(0, "minimum=0").optional(),
    is_standard: isStandard,
  })
  .refine((source) => coversIn(source).length > 0, `required=${COVER}`)
  .refine((source) => coversIn(source).length < 2, `only one of ${COVER}`);

/** `pin_url`, in beta, is not offered. https://github.com/pinterest/api-description, 5.23.0 (2026-11) */
const MediaSource = z.discriminatedUnion(
  "source_type",
  [
    z.object({ source_type: z.literal("image_url"), is_standard: isStandard, ...PictureUrl.shape }),
    z.object({ source_type: z.literal("image_base64"), is_standard: isStandard, ...PictureBytes.shape }),
    z.object({ source_type: z.literal("multiple_image_urls"), items: items(PictureUrl.extend(itemTexts)), index }),
    z.object({ source_type: z.literal("multiple_image_base64"), items: items(PictureBytes.extend(itemTexts)), index }),
    VideoSource,
  ],
  "enum=image_url,image_base64,multiple_image_urls,multiple_image_base64,video_id",
);
export type MediaSource = z.output<typeof MediaSource>;
export type VideoSource = z.output<typeof VideoSource>;

/** The cover that a video is given: a picture, or a second of the video. */
export type Cover = { readonly picture: PictureSource } | { readonly second: number };

export function coverOf(source: VideoSource): Cover {
  const [cover] = coversIn(source);
  if (cover === undefined) throw new Error("A video without a cover passed the check.");
  return cover;
}

/** The body of `POST /pins`, with lengths counted in this unit. */
export function newPin(unit: Settings["length_unit"]) {
  const text = (max: number) =>
    z
      .string("type=string")
      .refine((given) => lengthOf(given, unit) <= max, `maxLength=${max}`)
      .nullish()
      .transform((given) => givenText(given));
  return z.object({
    board_id: digits,
    parent_pin_id: digits.nullish().transform((given) => given ?? null),
    title: text(TITLE_LENGTH_MAX),
    description: text(DESCRIPTION_LENGTH_MAX),
    alt_text: text(ALT_LENGTH_MAX),
    link: text(LINK_LENGTH_MAX).refine((link) => link === null || isWebAddress(link), "format=uri"),
    dominant_color: z
      .string("type=string")
      .regex(/^#[0-9a-f]{6}$/i, "pattern=^#[0-9a-fA-F]{6}$")
      .nullish()
      .transform((given) => given ?? null),
    media_source: MediaSource,
  });
}

function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link);
}

function coversIn(source: {
  readonly cover_image_url?: string | undefined;
  readonly cover_image_content_type?: "image/jpeg" | "image/png" | undefined;
  readonly cover_image_data?: string | undefined;
  readonly cover_image_key_frame_time?: number | undefined;
}): Cover[] {
  const { cover_image_url: url, cover_image_content_type, cover_image_data: data, cover_image_key_frame_time: second } = source;
  const covers: Cover[] = [];
  if (url !== undefined) covers.push({ picture: { url } });
  if (cover_image_content_type !== undefined && data !== undefined)
    covers.push({ picture: { content_type: cover_image_content_type, data } });
  if (second !== undefined) covers.push({ second });
  return covers;
}
