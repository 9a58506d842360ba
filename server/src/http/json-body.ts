import { JSON_BODY_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { FastifyInstance } from "fastify";
import { JSON_PARTS_MAX, parseJson } from "../web/json-text.ts";

/** What comes with a request that takes no body is left unread, whatever it says that it is. Node throws it away. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null, undefined));
}

/** JSON as the only body besides uploads. An empty body is no body. */
export function acceptJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser(["application/json", "text/plain"]);
  scope.addContentTypeParser(
    /^application\/json(;|$)/i,
    { parseAs: "buffer", bodyLimit: JSON_BODY_BYTES_MAX },
    async (_request: unknown, body: Buffer) => parseJson(body, { partsMax: JSON_PARTS_MAX, fileField: null }),
  );
}
