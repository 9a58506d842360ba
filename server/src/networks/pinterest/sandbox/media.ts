import { randomBytes } from "node:crypto";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { readBody } from "./body.ts";
import type { Asked, Call } from "./caller.ts";
import { find, insert, newId, type Stored } from "./model.ts";
import { mediaNotFound } from "./refusal.ts";

const NewMedia = z.object({ media_type: z.literal("video", "enum=video") });

export const MEDIA_CALLS: readonly Call[] = [
  { method: "POST", path: "/media", category: "org_write", scopes: ["pins:read", "pins:write"], status: 201, answer: register },
  { method: "GET", path: "/media/:media_id", category: "org_read", scopes: ["pins:read"], answer: show },
];

/** Registers an upload, which goes elsewhere and needs no token. */
async function register(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, settings } = asked;
  const { media_type } = readBody(asked, NewMedia);
  const id = await newId(world, "media");
  const endAt = addSeconds(world.now(), settings.upload_parameters_seconds);
  const parameters = parametersFor(world, { key: keyOf(account.id, id), endAt });
  await insert(world, "media", id, { account_id: account.id, parameters, parameters_end_at: endAt, lost: false, video: null });
  return { media_id: id, media_type, upload_url: `${world.baseUrl}/upload/`, upload_parameters: parameters };
}

/** The reply never says why something failed. */
async function show(asked: Asked): Promise<Record<string, unknown>> {
  const media = await ownMedia(asked, asked.ids.media_id ?? "");
  return { media_id: media.id, media_type: "video", status: statusOf(asked.world, media) };
}

/** The caller's own upload, unless it is over. */
export async function ownMedia({ world, account }: Asked, id: string): Promise<Stored<"media">> {
  const media = await find(world, "media", id);
  const isOver = media?.video != null && media.video.ends_at <= world.now();
  if (media === null || media.account_id !== account.id || isOver) throw mediaNotFound();
  return media;
}

export function statusOf(world: SandboxWorld, { video }: Stored<"media">): "registered" | "processing" | "succeeded" | "failed" {
  if (video === null) return "registered";
  const state = processingState(world, video.processing);
  return state === "ready" ? "succeeded" : state;
}

/** The upload that a key of the store belongs to. */
export function mediaIdIn(key: string): string {
  return /^uploads\/(?:\w\w\/){3}3:video:\d+:(\d+)$/.exec(key)?.[1] ?? "";
}

function keyOf(accountId: string, mediaId: string): string {
  const [a, b, c] = [mediaId.slice(-6, -4), mediaId.slice(-4, -2), mediaId.slice(-2)];
  return `uploads/${a}/${b}/${c}/3:video:${accountId}:${mediaId}`;
}

/** What Amazon's store wants with the file. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html (2026-11) */
function parametersFor(world: SandboxWorld, { key, endAt }: { readonly key: string; readonly endAt: Instant }): Record<string, string> {
  const date = world.now().replace(/[-:]|\.\d+/g, "");
  const policy = { expiration: endAt, conditions: [{ bucket: "pinterest-media-upload" }, { key }] };
  return {
    "Content-Type": "multipart/form-data",
    key,
    policy: Buffer.from(JSON.stringify(policy)).toString("base64"),
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-credential": `ASIASANDBOX/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    "x-amz-date": date,
    "x-amz-security-token": randomBytes(48).toString("base64"),
    "x-amz-signature": randomBytes(32).toString("hex"),
  };
}
