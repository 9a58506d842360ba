import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { openLogo } from "../../brands/brands/logo.ts";
import { permit } from "../../brands/brands/rights.ts";
import { pathIds } from "./path-ids.ts";

/** `GET /brands/{brand_id}/logo`: the brand's picture for its members. Beside the table, because its reply is a file. */
export async function brandLogos(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  scope.get("/brands/:brand_id/logo", { config: { countedAs: null } }, async (request, reply) => {
    const { privateCaller: caller } = request;
    const ids = pathIds(request.params as Record<string, string>);
    if (caller.kind === "person") await permit(app, caller.session, { row: { allows: "viewer" }, ids });
    if (caller.kind === "key") await permit(app, { viewer: caller.viewer, isOperator: false }, { row: { allows: "viewer" }, ids });
    const { mime, bytes } = await openLogo(app, ids.brandId ?? 0);
    // Its address says which picture it is: another one has another address.
    return reply
      .type(mime)
      .header("Cache-Control", "private, max-age=31536000, immutable")
      .header("X-Content-Type-Options", "nosniff")
      .send(bytes);
  });
}
