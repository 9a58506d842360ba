import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseRange } from "../../ground/web/range.ts";
import type { SandboxWorld } from "./network.ts";
import { mimeOf } from "./uploaded.ts";

/** What a browser may show inline. Everything else is downloaded: SVG and HTML would run scripts on our origin. */
const SHOWN_TYPES = /^(image\/(jpeg|png|gif|webp|avif)|video\/(mp4|webm|quicktime))$/;

/** Sends an uploaded file, or the range of it that a player requests. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: { bytes: Uint8Array; mime: string }): FastifyReply {
  describeFile(reply, file.mime);
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

/** The headers of a file that a browser shows or downloads. */
export function describeFile(reply: FastifyReply, mime: string): void {
  const isShown = SHOWN_TYPES.test(mime);
  reply
    .type(isShown ? mime : "application/octet-stream")
    .header("content-disposition", isShown ? "inline" : "attachment")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", "private, max-age=3600")
    .header("accept-ranges", "bytes");
}

/** Mounts `/files/<id>`, where the API says that uploaded files are. */
export function mountFiles(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get<{ Params: { file: string } }>("/files/:file", async (request, reply) => {
    const bytes = await world.objects.getBytes(request.params.file);
    if (bytes === null) return reply.status(404).send({ error: "There is no such file." });
    return sendFile(request, reply, { bytes, mime: await mimeOf(bytes) });
  });
}

const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");

/** Sends one red pixel: for what has no picture of its own, but clients expect an address that works. */
export function sendPixel(reply: FastifyReply): FastifyReply {
  return reply.type("image/png").header("x-content-type-options", "nosniff").send(PIXEL);
}
