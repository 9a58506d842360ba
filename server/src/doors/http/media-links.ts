import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { findLinkedMedium, keepSeconds } from "../../brands/media/operations.ts";
import { sendFile } from "./send-file.ts";

/** `GET /<token>/<name>`: a file for anybody with its link. */
export async function mediaLinks(scope: FastifyInstance, options: { app: App }): Promise<void> {
  const { app } = options;
  scope.get<{ Params: { token: string } }>("/:token/:name", async (request, reply) => {
    const media = await findLinkedMedium(app, request.params.token);
    const seconds = keepSeconds(media);
    return sendFile(app, { request, reply, caching: seconds === null ? null : `private, max-age=${seconds}, immutable` }, media);
  });
}
