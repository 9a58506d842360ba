import { addMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { processingSecondsOf } from "../../sandbox/faults.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf } from "../../sandbox/uploaded.ts";
import { requireCaller } from "./accounts.ts";
import { type Fields, readFields } from "./fields.ts";
import { type Fields as Document, find, insert, known, type Stored } from "./model.ts";
import { invalid, notFound, refusal } from "./refusal.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** Uploads: `POST /api/v2/media` returns 200 for images and 202 for files to transcode; polling GETs return 206, then 200. */
export function mediaRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post("/api/v2/media", async (request, reply) => {
    const media = await upload(request, world);
    const ready = isReady(world, media);
    return reply.status(ready ? 200 : 202).send(await presentMedia(world, media, ready));
  });

  // The older endpoint responds once the file is ready, so here it is ready at once.
  scope.post("/api/v1/media", async (request) => presentMedia(world, await upload(request, world), true));

  scope.get<{ Params: { id: string } }>("/api/v1/media/:id", async (request, reply) => {
    const media = await unusedMedia(request, world, request.params.id);
    if (media.failed) throw refusal(422, "Error processing thumbnail for uploaded media");
    const ready = isReady(world, media);
    return reply.status(ready ? 200 : 206).send(await presentMedia(world, media, ready));
  });
}

/** The picture that was sent for a file; null if none was. */
export async function thumbnailUrl(world: SandboxWorld, { id }: Pick<Stored<"media">, "id">): Promise<string | null> {
  return (await find(world, "thumbnail", id)) === null ? null : `${world.baseUrl}/system/thumbnails/${id}`;
}

export function thumbnailKey(id: string): string {
  return `${id} thumbnail`;
}

export function isReady(world: SandboxWorld, media: Document<"media">): boolean {
  return !media.failed && Date.parse(media.ready_at) <= Date.parse(world.now());
}

/** The entity MediaAttachment; it has no URL while being processed. */
export async function presentMedia(world: SandboxWorld, media: Stored<"media">, ready: boolean): Promise<Record<string, unknown>> {
  const url = ready ? mediaUrl(world, media) : null;
  const size =
    media.width === null || media.height === null
      ? null
      : { width: media.width, height: media.height, size: `${media.width}x${media.height}`, aspect: media.width / media.height };
  return {
    id: media.id,
    type: media.type,
    url,
    preview_url: (await thumbnailUrl(world, media)) ?? (media.type === "image" ? url : null),
    remote_url: null,
    meta: { ...(size === null ? {} : { original: size, small: size }), ...(media.focus === null ? {} : { focus: media.focus }) },
    description: media.description,
    blurhash: null,
  };
}

export function mediaUrl(world: SandboxWorld, media: Stored<"media">): string {
  return `${world.baseUrl}/system/media/${media.id}/original.${media.mime.split("/")[1]}`;
}

async function upload(request: FastifyRequest, world: SandboxWorld): Promise<Stored<"media">> {
  const { account } = await requireCaller(world, request, "write:media");
  const settings = await settingsOf(world);
  const fields = await readFields(request);
  const { file, thumbnail } = fields.files;
  if (file === undefined) throw invalid("File can't be blank");
  const facts = await factsOf(file, settings);
  const picture = thumbnail === undefined ? null : await thumbnailOf(thumbnail);
  const id = await world.objects.nextId();
  const seconds = processingSecondsOf(request) ?? (facts.type === "image" ? 0 : settings.processing_seconds);
  await world.objects.putBytes(id, file);
  await insert(world, "media", id, {
    account_id: account.id,
    description: null,
    focus: null,
    ...facts,
    ...described(fields, settings),
    ready_at: addMilliseconds(world.now(), seconds * 1000),
    failed: false,
  });
  if (picture !== null) {
    await world.objects.putBytes(thumbnailKey(id), picture.bytes);
    await insert(world, "thumbnail", id, { mime: picture.mime });
  }
  return known(world, "media", id);
}

async function thumbnailOf(bytes: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly mime: string }> {
  const mime = await mimeOf(bytes);
  if (!mime.startsWith("image/")) throw invalid("Thumbnail content type is invalid", "Thumbnail is invalid");
  return { bytes, mime };
}

/** Determined from the bytes, ignoring the declared type and the file name. */
async function factsOf(bytes: Uint8Array, settings: Settings): Promise<Pick<Document<"media">, "type" | "mime" | "width" | "height">> {
  const mime = await mimeOf(bytes);
  if (!settings.supported_mime_types.includes(mime)) throw invalid("File content type is invalid", "File is invalid");
  const isImage = mime.startsWith("image/");
  const limit = isImage ? settings.image_size_limit : settings.video_size_limit;
  if (bytes.byteLength > limit) throw invalid(`File file size must be less than ${Math.round(limit / 1_048_576)} MB`);
  if (!isImage) return { type: "video", mime, width: null, height: null };
  const picture = await pictureOf(bytes);
  if (picture === null) throw refusal(422, "Error processing thumbnail for uploaded media");
  const { width, height, pages } = picture;
  if (width * height > (settings.image_matrix_taken ?? settings.image_matrix_limit)) throw invalid("File image dimensions are too large");
  return { type: mime === "image/gif" && pages > 1 ? "gifv" : "image", mime, width, height };
}

function described({ values }: Fields, settings: Settings): Partial<Pick<Document<"media">, "description" | "focus">> {
  const { description, focus } = values;
  if (typeof description === "string" && description.length > settings.description_limit) {
    throw invalid(`Description is too long (maximum is ${settings.description_limit} characters)`);
  }
  const [x = Number.NaN, y = Number.NaN] = typeof focus === "string" ? focus.split(",").map(Number) : [];
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(Math.abs(x) <= 1 && Math.abs(y) <= 1 ? { focus: { x, y } } : {}),
  };
}

/** A file of the caller that is not attached to a status; any other is not found. */
async function unusedMedia(request: FastifyRequest, world: SandboxWorld, id: string): Promise<Stored<"media">> {
  const { account } = await requireCaller(world, request, "write:media");
  const media = await find(world, "media", id);
  if (media === null || media.account_id !== account.id || (await find(world, "attachment", id)) !== null) throw notFound();
  return media;
}
