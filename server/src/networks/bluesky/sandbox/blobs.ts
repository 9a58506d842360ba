import type { SandboxWorld } from "../../sandbox/network.ts";
import { blobCid } from "./cid.ts";
import type { Asked, Method } from "./methods.ts";
import { type BlobRef, find, put } from "./model.ts";
import { invalidRequest, refusal } from "./refusal.ts";
import { requireAccess } from "./tokens.ts";

/** As on bsky.network. */
const BLOB_BYTES_MAX = 50_000_000;

export const blobMethods: Record<string, Method> = {
  "com.atproto.repo.uploadBlob": { verb: "POST", run: uploadBlob },
};

/** Stores the bytes; the same file again is the same blob. What processing has made is what it says, whatever its bytes. */
export async function storeBlob(
  world: SandboxWorld,
  did: string,
  file: { readonly bytes: Buffer; readonly mime: string; readonly isMade?: true },
): Promise<BlobRef> {
  const cid = blobCid(file.bytes);
  const blob: BlobRef = {
    $type: "blob",
    ref: { $link: cid },
    mimeType: (file.isMade ? null : sniff(file.bytes)) ?? file.mime,
    size: file.bytes.length,
  };
  await world.objects.putBytes(cid, file.bytes);
  await put(world, "blob", `${did}/${cid}`, { did, blob });
  return blob;
}

/** Checks a record's reference to a file against the stored file. */
export async function verifyBlob(world: SandboxWorld, did: string, named: BlobRef): Promise<void> {
  const cid = named.ref.$link;
  const stored = await find(world, "blob", `${did}/${cid}`);
  if (stored === null) throw refusal(400, "BlobNotFound", `Could not find blob: ${cid}`);
  const { mimeType, size } = stored.blob;
  if (mimeType !== named.mimeType) {
    throw refusal(400, "InvalidMimeType", `Referenced Mimetype does not match stored blob. Expected: ${mimeType}, Got: ${named.mimeType}`);
  }
  if (size !== named.size)
    throw refusal(400, "InvalidSize", `Referenced Size does not match stored blob. Expected: ${size}, Got: ${named.size}`);
}

/** Type by the first bytes; null if unknown. */
export function sniff(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 16).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("GIF8")) return "image/gif";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "image/webp";
  if (start.slice(4, 8) === "ftyp") return start.slice(8, 12) === "qt  " ? "video/quicktime" : "video/mp4";
  if (start.startsWith("%PDF-")) return "application/pdf";
  return null;
}

async function uploadBlob(asked: Asked): Promise<unknown> {
  const { world, body, contentType } = asked;
  const did = await requireAccess(asked, null);
  if (!Buffer.isBuffer(body) || contentType === "") throw invalidRequest("Request encoding (Content-Type) required but not provided");
  if (body.length > BLOB_BYTES_MAX) throw refusal(413, "PayloadTooLarge", "request entity too large");
  return { blob: await storeBlob(world, did, { bytes: body, mime: contentType }) };
}
