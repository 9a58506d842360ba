import type { FastifyReply, FastifyRequest } from "fastify";
import { parseRange } from "../web/range.ts";

/** What a browser may show inline. Everything else is downloaded: SVG and HTML would run scripts on our origin. */
const SHOWN_TYPES = /^(image\/(jpeg|png|gif|webp|avif)|video\/(mp4|webm|quicktime))$/;

/** Sends an uploaded file, or the range of it that a player requests. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: { bytes: Uint8Array; mime: string }): FastifyReply {
  const isShown = SHOWN_TYPES.test(file.mime);
  reply
    .type(isShown ? file.mime : "application/octet-stream")
    .header("content-disposition", isShown ? "inline" : "attachment")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", "private, max-age=3600")
    .header("accept-ranges", "bytes");
  const total = file.bytes.byteLength;
  const range = parseRange(request.headers.range, total);
  if (range === "outside") return reply.status(416).header("content-range", `bytes */${total}`).send();
  if (range === null) return reply.send(file.bytes);
  const { start, end } = range;
  return reply
    .status(206)
    .header("content-range", `bytes ${start}-${end}/${total}`)
    .send(file.bytes.subarray(start, end + 1));
}
