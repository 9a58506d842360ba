import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import type { findLinkedMedium } from "../../brands/media/operations.ts";
import { parseRange } from "../../ground/web/range.ts";

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** For how long the file may be kept, as `Cache-Control` says it; null: as an answer without it. An error is never kept. */
  readonly caching: string | null;
}

/** Sends a file, whole or as a range. Always as a download, because displayed inline it would run in our origin. */
export async function sendFile(
  app: App,
  { request, reply, caching }: Asked,
  media: Awaited<ReturnType<typeof findLinkedMedium>>,
): Promise<FastifyReply> {
  // The bytes of an id and variant never change, so these identify the version.
  const tag = `"${media.id}${media.variant === null ? "" : `.${media.variant}`}"`;
  if (request.headers["if-none-match"] === tag) return described(reply, { media, tag, caching }).code(304).send();
  const { range: asked, "if-range": condition } = request.headers;
  const range = condition === undefined || condition === tag ? parseRange(asked, media.sizeBytes) : null;
  if (range === "outside") {
    return reply.header("Cache-Control", "no-store").code(416).header("Content-Range", `bytes */${media.sizeBytes}`).send();
  }
  // An empty body that is not a stream would set its own Content-Length.
  const isHead = request.method === "HEAD";
  const body = isHead ? Readable.from([]) : await app.storage.stream(media.storageKey, ...(range === null ? [] : [range]));
  described(reply, { media, tag, caching });
  if (range !== null) partial(reply, range, media.sizeBytes);
  const { start, end } = range ?? { start: 0, end: media.sizeBytes - 1 };
  return reply.header("Content-Length", end - start + 1).send(body);
}

function described(
  reply: FastifyReply,
  { media, tag, caching }: { media: Awaited<ReturnType<typeof findLinkedMedium>>; tag: string; caching: string | null },
): FastifyReply {
  if (caching !== null) reply.header("Cache-Control", caching);
  return reply
    .type(media.mime)
    .header("Content-Disposition", attachment(media.name))
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("Accept-Ranges", "bytes")
    .header("ETag", tag);
}

function partial(reply: FastifyReply, range: { start: number; end: number }, total: number): void {
  reply.code(206).header("Content-Range", `bytes ${range.start}-${range.end}/${total}`);
}

/** RFC 6266: an ASCII fallback name, and the exact one. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w .-]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
