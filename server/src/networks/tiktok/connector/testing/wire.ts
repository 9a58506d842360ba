import assert from "node:assert/strict";
import { z } from "zod";
import type { Exchange } from "../../../connectors/testing/network.ts";

/**
 * TikTok publishes no contract for machines. This is what its pages say about each request, as far as the connector makes it:
 * whatever is not here is a mistake. https://developers.tiktok.com/doc/content-posting-api-reference-direct-post and the pages beside
 * it (2026-11).
 */
interface Row {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** What may stand in `fields`; absent: there are none. */
  readonly fields?: readonly string[];
  readonly body?: z.ZodType;
  /** Sent as a form, without a person's token. */
  readonly isForm?: true;
}

const MEGABYTE = 1_000_000;
const text = (max: number) => z.string().min(1).max(max);
const source = z
  .strictObject({
    source: z.literal("FILE_UPLOAD"),
    video_size: z
      .int()
      .min(1)
      .max(4_000 * MEGABYTE),
    chunk_size: z
      .int()
      .min(1)
      .max(64 * MEGABYTE),
    total_chunk_count: z.int().min(1).max(1000),
  })
  .refine(({ video_size, chunk_size, total_chunk_count: count }) => count === Math.floor(video_size / chunk_size), "the count")
  .refine(({ video_size, chunk_size }) => chunk_size === video_size || chunk_size >= 5_242_880, "the size of a part");
const decisions = {
  privacy_level: z.enum(["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "FOLLOWER_OF_CREATOR", "SELF_ONLY"]),
  disable_comment: z.boolean(),
  brand_content_toggle: z.boolean(),
  brand_organic_toggle: z.boolean(),
};
const photoTexts = { title: text(90).optional(), description: text(4000).optional() };
const photoSource = z.strictObject({
  source: z.literal("PULL_FROM_URL"),
  photo_cover_index: z.literal(0),
  photo_images: z.array(z.url()).min(1).max(35),
});
const application = { client_key: text(100), client_secret: text(100) };
const postId = z.string().regex(/^\d{1,20}$/);

const ROWS: readonly Row[] = [
  { name: "the person", method: "GET", path: "/v2/user/info/", fields: ["open_id", "union_id", "avatar_url", "display_name", "username"] },
  { name: "what the account may publish", method: "POST", path: "/v2/post/publish/creator_info/query/", body: z.strictObject({}) },
  {
    name: "a video",
    method: "POST",
    path: "/v2/post/publish/video/init/",
    body: z.strictObject({
      post_info: z.strictObject({ title: z.string().max(2200), disable_duet: z.boolean(), disable_stitch: z.boolean(), ...decisions }),
      source_info: source,
    }),
  },
  {
    name: "a video for the inbox",
    method: "POST",
    path: "/v2/post/publish/inbox/video/init/",
    body: z.strictObject({ source_info: source }),
  },
  {
    name: "photos",
    method: "POST",
    path: "/v2/post/publish/content/init/",
    body: z.discriminatedUnion("post_mode", [
      z.strictObject({
        media_type: z.literal("PHOTO"),
        post_mode: z.literal("DIRECT_POST"),
        post_info: z.strictObject({ ...photoTexts, ...decisions, auto_add_music: z.boolean() }),
        source_info: photoSource,
      }),
      z.strictObject({
        media_type: z.literal("PHOTO"),
        post_mode: z.literal("MEDIA_UPLOAD"),
        post_info: z.strictObject(photoTexts),
        source_info: photoSource,
      }),
    ]),
  },
  { name: "the state", method: "POST", path: "/v2/post/publish/status/fetch/", body: z.strictObject({ publish_id: text(64) }) },
  {
    name: "the list of videos",
    method: "POST",
    path: "/v2/video/list/",
    fields: ["id", "create_time", "title", "video_description", "share_url"],
    body: z.strictObject({ max_count: z.int().min(1).max(20), cursor: z.int().optional() }),
  },
  {
    name: "counts",
    method: "POST",
    path: "/v2/video/query/",
    fields: ["id", "share_url", "like_count", "comment_count", "share_count", "view_count"],
    body: z.strictObject({ filters: z.strictObject({ video_ids: z.array(postId).min(1).max(20) }) }),
  },
  {
    name: "tokens",
    method: "POST",
    path: "/v2/oauth/token/",
    isForm: true,
    body: z.discriminatedUnion("grant_type", [
      z.strictObject({ ...application, grant_type: z.literal("authorization_code"), code: text(500), redirect_uri: z.url() }),
      z.strictObject({ ...application, grant_type: z.literal("refresh_token"), refresh_token: text(500) }),
    ]),
  },
  {
    name: "a token given back",
    method: "POST",
    path: "/v2/oauth/revoke/",
    isForm: true,
    body: z.strictObject({ ...application, token: text(500) }),
  },
];

/** Where the sandbox network takes bytes is its own matter, as it is TikTok's: the address comes with an answer. */
const UPLOAD = "the bytes of a video, or of a part of one";
export const NAMES = [...ROWS.map(({ name }) => name), UPLOAD];

/** Which of the rows the request is; fails if it is none of them, or differs from it. */
export function heldRow({ request }: Exchange, baseUrl: string): string {
  const { method, url, headers = {}, body } = request;
  if (method === "PUT") return heldUpload(request);
  assert.ok(url.startsWith(baseUrl), url);
  const { searchParams } = new URL(url);
  const path = url.slice(baseUrl.length).split("?")[0];
  const row = ROWS.find((one) => one.method === method && one.path === path);
  assert.ok(row !== undefined, `${method} ${path} is not among TikTok's requests`);
  assert.deepEqual([...searchParams.keys()], row.fields === undefined ? [] : ["fields"], row.name);
  for (const field of (searchParams.get("fields") ?? "").split(",").filter((one) => one !== "")) {
    assert.ok(row.fields?.includes(field), `${row.name}: ${field}`);
  }
  if (row.isForm) assert.equal(headers.authorization, undefined, row.name);
  else assert.match(headers.authorization ?? "", /^Bearer act\.\S+$/, row.name);
  if (row.body === undefined) assert.equal(body, undefined, row.name);
  else row.body.parse(row.isForm ? formOf(headers, body) : jsonOf(headers, body));
  return row.name;
}

function heldUpload({ headers = {}, body }: Exchange["request"]): string {
  assert.match(headers["content-type"] ?? "", /^video\/(?:mp4|quicktime|webm)$/);
  assert.equal(headers.authorization, undefined);
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  assert.ok(body instanceof Blob && body.size === Number(last) - Number(first) + 1 && Number(last) < Number(total));
  return UPLOAD;
}

function jsonOf(headers: Readonly<Record<string, string>>, body: unknown): unknown {
  assert.equal(headers["content-type"], "application/json; charset=UTF-8");
  return JSON.parse(String(body));
}

function formOf(headers: Readonly<Record<string, string>>, body: unknown): unknown {
  assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
  return Object.fromEntries(new URLSearchParams(String(body)));
}
