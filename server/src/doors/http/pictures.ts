import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { findPicture } from "../../brands/channels/picture-store.ts";

const HASH = /^[0-9a-f]{32}$/;
const YEAR_SECONDS = 365 * 24 * 3600;

/** `GET /<hash>.webp`: the picture of a channel's account, which never changes below its address. */
export async function channelPictures(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  scope.get<{ Params: { hash: string } }>("/:hash.webp", async (request, reply) => {
    const { hash } = request.params;
    const image = HASH.test(hash) ? await findPicture(app.db, hash) : null;
    if (image === null) return reply.status(404).send({ error: "Not found" });
    reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`).header("x-content-type-options", "nosniff");
    return reply.type("image/webp").send(image);
  });
}
