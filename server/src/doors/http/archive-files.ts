import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { permit } from "../../brands/brands/rights.ts";
import { refuse } from "../../ground/refusal.ts";
import { parseRange } from "../../ground/web/range.ts";
import { openBrandArchive } from "../../intake/archives/operations.ts";
import { pathIds } from "./path-ids.ts";

/**
 * `GET /brands/{brand_id}/archives/{archive_id}/file`: an archive for the brand's owner, whole or as a range. Beside the table, because
 * its reply is a file.
 */
export async function archiveFiles(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  scope.get("/brands/:brand_id/archives/:archive_id/file", { config: { countedAs: null } }, async (request, reply) => {
    const { privateCaller: caller } = request;
    const ids = pathIds(request.params as Record<string, string>);
    if (caller.kind === "key") refuse(403, "session", "Archives are downloaded in the dashboard, or by the operator.");
    if (caller.kind === "person") await permit(app, caller.session, { row: { allows: "owner" }, ids });
    const { brandId = 0, archiveId = 0 } = ids;
    const file = await openBrandArchive(app, { brandId, archiveId });
    const range = parseRange(request.headers.range, file.sizeBytes);
    reply
      .type("application/zip")
      .header("Content-Disposition", `attachment; filename="${file.name}"`)
      .header("Accept-Ranges", "bytes")
      .header("X-Accel-Buffering", "no");
    if (range === "outside") return reply.code(416).header("Content-Range", `bytes */${file.sizeBytes}`).send();
    if (range !== null) reply.code(206).header("Content-Range", `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    reply.header("Content-Length", end - start + 1);
    if (request.method === "HEAD") return reply.send(Readable.from([]));
    return reply.send(await file.stream(...(range === null ? [] : [range])));
  });
}
