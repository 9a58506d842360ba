import { type DeprecatedField, type Deprecation, deprecatedFields, isSent } from "@rostrum/contract/deprecation.ts";
import { type Operation, snakeCase } from "@rostrum/contract/operation.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Tells whoever makes a request that what they use will go away. */
export interface Announcer {
  /** Of the operation and its parameters: before the body is read. */
  onRequest(request: FastifyRequest, reply: FastifyReply): void;
  /** Of the fields of the body as well. */
  onBody(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * The announcer of a row: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` in replies to requests that use what is deprecated:
 * the operation, or a field by sending it. Of several days the first counts. Null if nothing of the row is deprecated.
 */
export function announcerOf(name: string, row: Operation, publicUrl: string): Announcer | null {
  const inQuery = row.query === undefined ? [] : deprecatedFields(row.query);
  const inBody = row.body === undefined ? [] : deprecatedFields(row.body);
  if (row.deprecated === undefined && inQuery.length === 0 && inBody.length === 0) return null;
  const page = `${publicUrl}/docs#${name}`;
  const used = ({ query, body }: FastifyRequest) => [
    ...(row.deprecated === undefined ? [] : [row.deprecated]),
    ...inQuery.filter(({ path }) => isSent(query, path.map(snakeCase))).map(deprecationOf),
    ...inBody.filter(({ path }) => isSent(body, path)).map(deprecationOf),
  ];
  const announce = (request: FastifyRequest, reply: FastifyReply) => void reply.headers(headersOf(used(request), page));
  return { onRequest: announce, onBody: inBody.length === 0 ? () => {} : announce };
}

function deprecationOf({ deprecation }: DeprecatedField): Deprecation {
  return deprecation;
}

function headersOf(used: readonly Deprecation[], page: string): Record<string, string> {
  const [since] = used.map((each) => each.since).toSorted();
  if (since === undefined) return {};
  const [sunset] = used.flatMap((each) => each.sunset ?? []).toSorted();
  const links = new Set(used.map(({ link }) => `<${link ?? page}>; rel="deprecation"; type="text/html"`));
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    Link: [...links].join(", "),
  };
}
