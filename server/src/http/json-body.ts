import { refusal } from "@rostrum/contract/errors.ts";
import { JSON_BODY_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { FastifyInstance } from "fastify";
import { Refused } from "../refusal.ts";

/** What comes with a request that takes no body is left unread, whatever it says that it is. Node throws it away. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null, undefined));
}

/** JSON as the only body besides uploads. An empty body is no body; text that is not UTF-8 is no JSON. */
export function acceptJson(scope: FastifyInstance): void {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  scope.removeContentTypeParser(["application/json", "text/plain"]);
  scope.addContentTypeParser(/^application\/json(;|$)/i, { parseAs: "buffer", bodyLimit: JSON_BODY_BYTES_MAX }, (_request, body, done) => {
    try {
      const text = utf8.decode(body as Buffer);
      done(null, text.trim() === "" ? undefined : JSON.parse(text));
    } catch {
      done(new Refused(refusal(400, "body", "The request body is not valid JSON.")), undefined);
    }
  });
}
