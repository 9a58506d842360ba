import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf } from "../../sandbox/uploaded.ts";
import type { Bot } from "./chats.ts";
import type { Fields as Sent } from "./fields.ts";
import { type Fields, find, insert, settingsOf } from "./model.ts";
import { badRequest, refusal } from "./refusal.ts";

export type FileKind = Fields<"file">["kind"];

const EDGES_MAX = 10_000;
const RATIO_MAX = 20;

/** What the request states about the file besides its bytes. */
export interface Told {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/**
 * Stores a request's file and returns it by its id: an upload under the field's own name or under `attach://name`, or the id
 * of a file that this bot has sent before. URLs are not fetched: this network has no outside access.
 */
export async function fileOf(
  world: SandboxWorld,
  bot: Bot,
  wanted: { readonly sent: Sent; readonly field: string; readonly value: unknown; readonly kind: FileKind; readonly told: Told },
): Promise<string> {
  const { sent, field, value, kind, told } = wanted;
  const reference = typeof value === "string" ? value : "";
  const upload = sent.files[reference.startsWith("attach://") ? reference.slice("attach://".length) : field];
  if (upload !== undefined) return keep(world, bot, { kind, told, ...upload });
  const known = reference === "" ? null : await find(world, "file", reference);
  if (known !== null && known.bot_id === bot.id) return known.id;
  if (reference === "") throw badRequest(`there is no ${field} in the request`);
  throw badRequest("wrong file identifier/HTTP URL specified");
}

async function keep(
  world: SandboxWorld,
  bot: Bot,
  upload: { readonly kind: FileKind; readonly told: Told; readonly name: string; readonly bytes: Uint8Array },
): Promise<string> {
  const { kind, told, name, bytes } = upload;
  const settings = await settingsOf(world);
  if (bytes.byteLength === 0) throw badRequest("file must be non-empty");
  if (bytes.byteLength > settings.file_bytes) throw refusal(413, "Request Entity Too Large");
  if (kind === "photo" && bytes.byteLength > settings.photo_bytes) {
    throw badRequest(`file of size ${bytes.byteLength} bytes is too big for a photo; the maximum size is ${settings.photo_bytes} bytes`);
  }
  const mime = await mimeOf(bytes);
  const facts = kind === "photo" ? await photoFacts(bytes) : { kind: isShown(kind, { mime, name }) ? kind : "document", ...told };
  const id = await world.objects.nextId();
  await world.objects.putBytes(id, bytes);
  await insert(world, "file", id, { bot_id: bot.id, mime, name, size: bytes.byteLength, ...facts });
  return id;
}

async function photoFacts(bytes: Uint8Array): Promise<Pick<Fields<"file">, "kind" | "width" | "height" | "duration">> {
  const picture = await pictureOf(bytes);
  if (picture === null) throw badRequest("IMAGE_PROCESS_FAILED");
  const { width, height } = picture;
  if (width + height > EDGES_MAX || Math.max(width, height) > RATIO_MAX * Math.min(width, height)) {
    throw badRequest("PHOTO_INVALID_DIMENSIONS");
  }
  return { kind: "photo", width, height, duration: 0 };
}

/** A file that does not match its method's type is still sent, as a document, also one whose name says something else. */
function isShown(kind: FileKind, { mime, name }: { readonly mime: string; readonly name: string }): boolean {
  if (kind === "video") return mime.startsWith("video/") && !/\.m4v$/i.test(name);
  return kind === "animation" ? mime === "image/gif" || mime.startsWith("video/") : true;
}
