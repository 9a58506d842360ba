import { platforms } from "@rostrum/contract/platforms.ts";
import { z } from "zod";
import type { Reach } from "../../connectors/api.ts";
import { type ImageDemand, type OutgoingMedia, unreadable } from "../../connectors/connector.ts";
import { isBelow, isOnDomain, secondsFor } from "../../connectors/sending.ts";
import { busy } from "../../connectors/signs.ts";
import { ask, type Failure, type Reply, readAnswer, reasonOf } from "./api.ts";
import { type AssetKind, awaitAsset, UPLOAD_AGAIN_SECONDS } from "./asset.ts";
import { signOf, stopAfter } from "./errors.ts";
import type { Halt, Work } from "./work.ts";

/** A picture or a document, whose bytes go in one request. */
export interface FileOrder {
  /** Its name in the progress. */
  readonly name: string;
  readonly kind: Exclude<AssetKind, "videos">;
  content(): Promise<Blob | Halt>;
}

const IMAGE = platforms.LinkedIn.media.image;
const IMAGE_BYTES_MAX = 8_000_000;
export const PICTURE_DEMAND: ImageDemand = {
  types: IMAGE.types ?? [],
  maxBytes: IMAGE_BYTES_MAX,
  ...(IMAGE.pixelsMax === null ? {} : { maxPixels: IMAGE.pixelsMax }),
};
const UNREADABLE_RETRY_SECONDS = 15;

const Begun = z.object({ value: z.object({ uploadUrl: z.string().min(1), image: z.string().nullish(), document: z.string().nullish() }) });

/**
 * Brings a file to LinkedIn, which never fetches any, and waits until it can be posted:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api (2026-06). Returns its URN.
 */
export async function bringFile(work: Work, order: FileOrder): Promise<string | Halt> {
  const known = work.progress.asset(order.name);
  const asset = known ?? (await upload(work, order));
  if ("kind" in asset) return asset;
  if (known === null) await work.progress.setAsset(order.name, asset);
  return (await awaitAsset(work, { kind: order.kind, name: order.name, asset })) ?? asset.urn;
}

/** A picture of the post in a form that LinkedIn takes. */
export async function pictureOf(medium: OutgoingMedia): Promise<Blob | Halt> {
  // Converting a GIF to another type would lose its animation.
  if (medium.mime === "image/gif" && medium.sizeBytes <= IMAGE_BYTES_MAX) return medium.file();
  const image = await medium.image(PICTURE_DEMAND);
  if (image === "unreadable") return unreadable(medium);
  if (image !== null) return new Blob([new Uint8Array(image.bytes)], { type: image.mime });
  return { kind: "rejected", reason: `The image ${medium.name} cannot be made to fit the ${IMAGE_BYTES_MAX} bytes that LinkedIn takes.` };
}

/** Sends the bytes of a file, or of a part of one, to the address that LinkedIn gave for them. */
export async function put({ server }: Pick<Work, "server">, url: string, bytes: Blob): Promise<Reply> {
  const { reach, token } = server;
  const reply = await reach.net.call({
    method: "PUT",
    url,
    headers: {
      "content-type": bytes.type || "application/octet-stream",
      ...(isLinkedIn(url, reach) ? { authorization: `Bearer ${token}` } : {}),
    },
    body: bytes,
    timeoutSeconds: secondsFor(bytes.size),
    signal: reach.signal,
  });
  return readAnswer(reply, reach);
}

/** The outcome of bytes that LinkedIn refused: their address may have ended, so that the upload is begun anew. */
export async function afterPut(work: Work, failure: Failure): Promise<Halt> {
  const isAddress = ["gone", "refused", "no permission"].includes(signOf(failure));
  return isAddress ? busy(reasonOf(failure), UPLOAD_AGAIN_SECONDS) : stopAfter(work, failure);
}

async function upload(work: Work, { kind, content }: FileOrder) {
  const bytes = await content();
  if ("kind" in bytes) return bytes;
  const begun = await ask(work.server, {
    method: "POST",
    path: `/rest/${kind}?action=initializeUpload`,
    body: { initializeUploadRequest: { owner: work.author } },
  });
  if (begun.kind !== "ok") return stopAfter(work, begun);
  const { uploadUrl, image, document } = Begun.safeParse(begun.body).data?.value ?? {};
  const urn = kind === "images" ? image : document;
  if (uploadUrl === undefined || urn == null) return busy("LinkedIn: the answer names no address for a file.", UNREADABLE_RETRY_SECONDS);
  const sent = await put(work, uploadUrl, bytes);
  return sent.kind === "ok" ? { urn, at: work.server.reach.now(), isReady: false } : afterPut(work, sent);
}

/** The token goes nowhere else, whatever address an answer names. */
function isLinkedIn(url: string, reach: Reach): boolean {
  return isBelow(url, reach.host("api")) || isBelow(url, reach.host("www")) || isOnDomain(url, "linkedin.com");
}
