import { JSON_BODY_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { FastifyInstance } from "fastify";
import { JSON_PARTS_MAX, parseJson } from "../../ground/web/json-text.ts";

/** Leaves the body of a request that takes none unread, whatever its content type. Node discards it. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null, undefined));
}

/** The same where nothing about the body matters: Fastify refuses a header that names no type before it asks any parser. */
export function ignoreBodiesAndTypes(scope: FastifyInstance): void {
  ignoreBodies(scope);
  scope.addHook("onRequest", async ({ raw: { headers } }) => {
    if (headers["content-type"] !== undefined) headers["content-type"] = "application/octet-stream";
  });
}

/**
 * Leaves what is not a form unread where a file is to be uploaded, so that its size and syntax do not matter: whoever receives the
 * upload refuses it.
 */
export function ignoreAllButForms(scope: FastifyInstance): void {
  scope.removeContentTypeParser(["application/json", "text/plain"]);
  scope.addContentTypeParser(/^./, (_request, _body, done) => done(null, undefined));
}

/** Accepts JSON as the only body besides uploads. An empty body counts as none. */
export function acceptJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser(["application/json", "text/plain"]);
  scope.addContentTypeParser(
    /^application\/json(;|$)/i,
    { parseAs: "buffer", bodyLimit: JSON_BODY_BYTES_MAX },
    async (_request: unknown, body: Buffer) => parseJson(body, { partsMax: JSON_PARTS_MAX, fileField: null }),
  );
}
