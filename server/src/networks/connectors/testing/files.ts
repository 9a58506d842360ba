import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { FTYP_MP4, moov } from "../../../testing/boxes.ts";
import { streamed } from "../../../testing/media.ts";
import type { OutgoingMedia } from "../connector.ts";

/** Files of the service, which the network fetches by their link. */
export interface Files {
  /** `grain` makes it large, in bytes: pictures of one colour are smaller than some networks take. */
  image(
    fields?: Partial<OutgoingMedia> & { readonly width?: number; readonly height?: number; readonly grain?: number },
  ): Promise<OutgoingMedia>;
  video(fields?: Partial<OutgoingMedia> & { readonly seconds?: number; readonly width?: number; readonly height?: number }): OutgoingMedia;
  /** The address of a page that names a picture for its card. */
  page(): Promise<string>;
  /** Links that lead nowhere from now on, or again somewhere. */
  close(isClosed: boolean): void;
}

export function serveFiles(app: FastifyInstance): Files {
  const stored = new Map<string, { readonly bytes: Buffer<ArrayBuffer>; readonly mime: string }>();
  let isClosed = false;
  app.get<{ Params: { token: string } }>("/media/:token/:name", async (request, reply) => {
    const file = isClosed ? undefined : stored.get(request.params.token);
    if (file === undefined) return reply.status(404).send("");
    return reply.type(file.mime).send(file.bytes);
  });
  const add = (bytes: Buffer<ArrayBuffer>, medium: Pick<OutgoingMedia, "name" | "mime" | "width" | "height" | "durationSeconds">) => {
    const id = crypto.randomUUID();
    stored.set(id, { bytes, mime: medium.mime });
    return {
      ...medium,
      id,
      sizeBytes: bytes.length,
      alt: null,
      file: async (name = medium.name) => streamed(bytes, { name, type: medium.mime }),
      url: () => `${app.listeningOrigin}/media/${id}/${medium.name}`,
      image: async () => null,
    };
  };
  return {
    async page() {
      const picture = (await this.image()).url();
      const html = `<!doctype html><title>Shop</title><meta property="og:image" content="${picture}">`;
      return add(Buffer.from(html), { name: "shop.html", mime: "text/html", width: null, height: null, durationSeconds: null }).url();
    },
    async image({ name = "bread.jpg", width = 640, height = 640, grain = 0, ...fields } = {}) {
      const noise = grain === 0 ? {} : { noise: { type: "gaussian" as const, mean: 128, sigma: grain } };
      const bytes = Buffer.from(
        await sharp({ create: { width, height, channels: 3, background: "#c80", ...noise } })
          .jpeg()
          .toBuffer(),
      );
      return { ...add(bytes, { name, mime: "image/jpeg", width, height, durationSeconds: null }), ...fields };
    },
    video({ seconds = 12, width = 1080, height = 1920, ...fields } = {}) {
      // Only its index is looked at.
      const index = moov({
        codec: "avc1",
        width,
        height,
        frameTicks: 20,
        sizes: Array.from({ length: 30 * seconds }, () => 10),
        offset: 0,
      });
      const bytes = Buffer.concat([FTYP_MP4, index]);
      return { ...add(bytes, { name: "oven.mp4", mime: "video/mp4", width, height, durationSeconds: seconds }), ...fields };
    },
    close(value) {
      isClosed = value;
    },
  };
}
