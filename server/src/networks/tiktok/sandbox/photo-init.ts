import { z } from "zod";
import { type Asked, type Call, readBody, requireScope } from "./calls.ts";
import { countPost, requireCreator, requirePostsLeft, requireRoomForDraft, requireViewers } from "./creator.ts";
import { pull } from "./inspect.ts";
import type { Stored } from "./model.ts";
import { beginPublish, completePublish } from "./publishes.ts";
import { invalidParams, refusal } from "./refusals.ts";

const TITLE_UNITS_MAX = 90;
const DESCRIPTION_UNITS_MAX = 4000;
const PHOTOS_MAX = 35;

const Switch = z.boolean().default(false);
const Content = z.object({
  media_type: z.literal("PHOTO"),
  post_mode: z.enum(["DIRECT_POST", "MEDIA_UPLOAD"]),
  post_info: z
    .object({
      title: z.string().max(TITLE_UNITS_MAX).default(""),
      description: z.string().max(DESCRIPTION_UNITS_MAX).default(""),
      privacy_level: z.string().optional(),
      disable_comment: Switch,
      auto_add_music: Switch,
      brand_content_toggle: Switch,
      brand_organic_toggle: Switch,
      is_aigc: Switch,
    })
    .prefault({}),
  source_info: z.object({
    source: z.literal("PULL_FROM_URL"),
    photo_cover_index: z.int().min(0).default(0),
    photo_images: z.array(z.string()).min(1).max(PHOTOS_MAX),
  }),
});
type Content = z.output<typeof Content>;

/** https://developers.tiktok.com/doc/content-posting-api-reference-photo-post (2026-11) */
export const PHOTO_INIT_CALLS: readonly Call[] = [
  {
    method: "POST",
    path: "/v2/post/publish/content/init/",
    rate: "init",
    scopes: ["video.publish", "video.upload"],
    run: postPhotos,
  },
];

async function postPhotos(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, clientId, settings } = asked;
  const content = readBody(asked, Content);
  const wanted = await readWanted(asked, content);
  const arrival = await pull(asked, content.source_info.photo_images);
  const { title, description } = content.post_info;
  const owner = { account_id: account.id, client_id: clientId };
  const publish = await beginPublish(world, { ...owner, ...wanted, media: "photos", source: "url", title, description, upload: null });
  await completePublish(world, { publish, arrival, settings });
  if (wanted.mode === "direct") await countPost(asked, account.id);
  return { publish_id: publish.id };
}

/** Throws if the post may not begin. Drafts keep their texts; everything else about them is left to the creator. */
async function readWanted(asked: Asked, content: Content): Promise<Pick<Stored<"publish">, "mode" | "privacy_level" | "marks">> {
  const { post_mode, post_info, source_info } = content;
  const { init_refusal } = asked.settings;
  requireScope(asked, post_mode === "DIRECT_POST" ? "video.publish" : "video.upload");
  if (init_refusal !== null) throw refusal(init_refusal.status, init_refusal.code, "The sandbox was told to refuse this.");
  if (source_info.photo_cover_index >= source_info.photo_images.length) throw invalidParams("The photo cover index is invalid.");
  await requireCreator(asked);
  if (post_mode === "MEDIA_UPLOAD") {
    await requireRoomForDraft(asked);
    return { mode: "inbox", privacy_level: null, marks: [] };
  }
  const { privacy_level = "" } = post_info;
  requireViewers(asked, { ...post_info, privacy_level });
  await requirePostsLeft(asked);
  return { mode: "direct", privacy_level, marks: marksOf(content) };
}

function marksOf({ post_info, source_info }: Content): string[] {
  return [
    ...(post_info.brand_content_toggle ? ["Paid partnership"] : []),
    ...(post_info.brand_organic_toggle ? ["Promotional content"] : []),
    ...(post_info.is_aigc ? ["AI-generated"] : []),
    ...(post_info.disable_comment ? ["Comments off"] : []),
    ...(post_info.auto_add_music ? ["Music added"] : []),
    ...(source_info.photo_cover_index === 0 ? [] : [`Cover is photo ${source_info.photo_cover_index + 1}`]),
  ];
}
