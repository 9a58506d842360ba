import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { findUpload, finishUpload, openUpload, receiveSegment } from "../../sandbox/kit/uploads.ts";
import { readParts } from "../../sandbox/parts.ts";
import type { Asked } from "./calls.ts";
import { CATEGORIES, keyOf, kindOf, mediaObjectOf, ownMedia, requireSize, storeMedia } from "./media.ts";
import { newId } from "./model.ts";
import { invalidRequest, notFound, tooLarge } from "./refusals.ts";
import { readBody } from "./wanted.ts";

const SEGMENT_BYTES_MAX = 5 * 1024 * 1024;
const TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/bmp",
  "image/tiff",
  "image/pjpeg",
  "video/mp4",
  "video/quicktime",
];
const OTHER_TYPES = ["video/webm", "video/mp2t", "text/srt", "text/vtt", "model/gltf-binary", "model/vnd.usdz+zip"];

const Category = z.enum(CATEGORIES);
const Simple = z.strictObject({
  media: z.instanceof(Uint8Array),
  media_category: Category,
  additional_owners: z.string().optional(),
});
const Initialize = z.strictObject({
  media_type: z.enum([...TYPES, ...OTHER_TYPES]),
  media_category: Category,
  total_bytes: z.int().min(1).max(17_179_869_184),
  additional_owners: z.array(z.string()).optional(),
  shared: z.boolean().optional(),
});
/** A number in JSON, digits in a form. */
const SegmentIndex = z.union([
  z.int().min(0).max(999),
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
]);
const Segment = z.strictObject({ media: z.instanceof(Uint8Array), segment_index: SegmentIndex });

/** `POST /2/media/upload`: a file in one piece. */
export async function uploadMedia(asked: Asked): Promise<unknown> {
  const { media, media_category } = readBody(Simple, await readForm(asked.request));
  return { data: mediaObjectOf(asked, await storeMedia(asked, { id: await newId(asked.world), bytes: media, category: media_category })) };
}

/** `POST /2/media/upload/initialize`: the first of four steps. */
export async function initializeUpload({ world, request, settings, account }: Asked): Promise<unknown> {
  const { media_type, media_category, total_bytes } = readBody(Initialize, request.body);
  if (OTHER_TYPES.includes(media_type)) throw invalidRequest({ media_type: [media_type] }, "media type unrecognized.");
  requireSize(total_bytes, media_category);
  const id = await newId(world);
  const about = { account: account.id, category: media_category };
  await openUpload(world, request, { id, size: total_bytes, about, lifetimeSeconds: settings.media_seconds });
  const key = settings.upload_keys === "none" ? {} : { media_key: keyOf(id, kindOf(media_category)) };
  return { data: { id, ...key, expires_after_secs: settings.media_seconds } };
}

/** `POST /2/media/upload/{id}/append`: a segment, which may be sent again. */
export async function appendSegment(asked: Asked): Promise<unknown> {
  const { world, request, id, settings } = asked;
  const { media, segment_index } = readBody(Segment, await readForm(request));
  if (media.byteLength > SEGMENT_BYTES_MAX) throw tooLarge(`Segments have at most ${SEGMENT_BYTES_MAX} bytes.`);
  const upload = await ownUpload(asked);
  if (upload === null || !(await receiveSegment(world, request, { upload: id, index: segment_index, bytes: media })))
    throw unknownMedia(id);
  if (settings.append_answers === "nothing") return undefined;
  return { data: { expires_at: Math.floor(Date.parse(upload.ends_at) / 1000) } };
}

/** `POST /2/media/upload/{id}/finalize`: the file is whole, and processing begins. A repeated call gets the same answer. */
export async function finalizeUpload(asked: Asked): Promise<unknown> {
  const { world, request, id } = asked;
  // A server that reads JSON of every POST refuses one without a body.
  readBody(z.object({}), request.body);
  const earlier = await ownMedia(asked, id);
  if (earlier !== null) return { data: mediaObjectOf(asked, earlier) };
  const upload = await ownUpload(asked);
  if (upload === null) throw unknownMedia(id);
  if (upload.received !== upload.size) throw invalidRequest({ id: [id] }, "Segments do not add up to provided total file size.");
  const bytes = await finishUpload(world, id);
  if (bytes === null) throw unknownMedia(id);
  return { data: mediaObjectOf(asked, await storeMedia(asked, { id, bytes, category: Category.parse(upload.about.category) })) };
}

/** `GET /2/media/upload?command=STATUS&media_id=`. */
export async function getUploadStatus(asked: Asked): Promise<unknown> {
  const query = new Map<string, unknown>(Object.entries(Object(asked.request.query)));
  const command = query.get("command") ?? "STATUS";
  if (command !== "STATUS") throw invalidRequest({ command: [String(command)] }, "The `command` query parameter must be STATUS");
  const id = String(query.get("media_id") ?? "");
  if (!/^\d{1,19}$/.test(id)) throw invalidRequest({ media_id: [id] }, "The `media_id` query parameter does not match ^[0-9]{1,19}$");
  const media = await ownMedia(asked, id);
  if (media === null) throw unknownMedia(id);
  return { data: mediaObjectOf(asked, media) };
}

async function ownUpload({ world, account, id }: Asked) {
  const upload = await findUpload(world, id);
  return upload?.about.account === account.id ? upload : null;
}

/** Fields of a form, or of JSON, where the file is base64. */
async function readForm(request: FastifyRequest): Promise<unknown> {
  if (request.isMultipart()) {
    return Object.fromEntries((await readParts(request)).map((part) => [part.name, part.kind === "file" ? part.bytes : part.value]));
  }
  const { body } = request;
  if (typeof body !== "object" || body === null) return {};
  const isText = "media" in body && typeof body.media === "string";
  return isText ? { ...body, media: Buffer.from(String(body.media), "base64") } : body;
}

function unknownMedia(id: string) {
  return notFound({ type: "media", parameter: "id", id });
}
