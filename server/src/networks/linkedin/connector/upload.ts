import { platforms } from "@rostrum/contract/platforms.ts";
import { z } from "zod";
import type { Reach } from "../../connectors/api.ts";
import type { ImageDemand, OutgoingMedia } from "../../connectors/connector.ts";
import { hasTooManyBytes, sendPicture } from "../../connectors/pictures.ts";
import { isBelow, isOnDomain, secondsFor } from "../../connectors/sending.ts";
import { busy } from "../../connectors/signs.ts";
import { ask, type Failure, type Reply, readAnswer, reasonOf } from "./api.ts";
import { type AssetKind, awaitAsset, UPLOAD_AGAIN_SECONDS } from "./asset.ts";
import { signOf, stopAfter } from "./errors.ts";
import type { Asset } from "./progress.ts";
import type { Halt, Work } from "./work.ts";

/** A picture or a document, whose bytes go in one request. */
export interface FileOrder {
  /** Its name in the progress. */
  readonly name: string;
  readonly kind: Exclude<AssetKind, "videos">;
  /** Brings its bytes, or says why not. */
  send(bring: (bytes: Blob) => Promise<Sent>): Promise<Sent | Halt>;
}

type Sent = Asset | Halt | { readonly failure: Failure };

const IMAGE = platforms.LinkedIn.media.image;
export const PICTURE_DEMAND: ImageDemand = {
  types: IMAGE.types ?? [],
  maxBytes: 8_000_000,
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

/** Brings a picture of the post, in a form that LinkedIn takes. */
export function bringPicture(work: Work, name: string, medium: OutgoingMedia): Promise<string | Halt> {
  const fit = { network: "LinkedIn", demand: PICTURE_DEMAND, takesGifs: true };
  const isTooLarge = (sent: Sent) => "failure" in sent && hasTooManyBytes(sent.failure);
  return bringFile(work, {
    name,
    kind: "images",
    send: (bring) => sendPicture(medium, fit, { send: ({ file }) => bring(file), isTooLarge }),
  });
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

/** Whether LinkedIn refused bytes because of where they went: the upload is over, and begun anew. */
export function isUploadOver(failure: Failure): boolean {
  return ["gone", "refused", "no permission"].includes(signOf(failure));
}

/** The outcome of bytes that LinkedIn refused. */
export async function afterPut(work: Work, failure: Failure): Promise<Halt> {
  return isUploadOver(failure) ? busy(reasonOf(failure), UPLOAD_AGAIN_SECONDS) : stopAfter(work, failure);
}

async function upload(work: Work, { kind, send }: FileOrder): Promise<Asset | Halt> {
  const sent = await send((bytes) => bring(work, kind, bytes));
  return "failure" in sent ? afterPut(work, sent.failure) : sent;
}

async function bring(work: Work, kind: FileOrder["kind"], bytes: Blob): Promise<Sent> {
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
  return sent.kind === "ok" ? { urn, at: work.server.reach.now(), isReady: false } : { failure: sent };
}

/** The token goes nowhere else, whatever address an answer names. */
function isLinkedIn(url: string, reach: Reach): boolean {
  return isBelow(url, reach.host("api")) || isBelow(url, reach.host("www")) || isOnDomain(url, "linkedin.com");
}
