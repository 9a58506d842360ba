import { refusal } from "@rostrum/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../ground/clock.ts";
import { Refused } from "../../ground/refusal.ts";
import type { FindKey } from "../../people/api-keys/finder.ts";
import { hashKey } from "../../people/api-keys/key.ts";
import type { KeyOwner } from "../../people/api-keys/store.ts";
import { pathId } from "./path-ids.ts";

/**
 * The user whose key the request carries, in the header or (discouraged) as `api_key`; else a 401 that gives the reason. Also
 * loads their rights in the brand named by the path, which a later gate checks.
 */
export async function authenticate(findKey: FindKey, clock: Clock, request: FastifyRequest): Promise<Pick<KeyOwner, "viewer" | "access">> {
  const hash = hashKey(keyOf(request));
  const brandId = pathId((request.params as Readonly<Record<string, string>>).brand_id);
  const found = await findKey({ hash, brandId });
  if (found === null) unauthorized("The API key is invalid.");
  if (found.revokedAt !== null) unauthorized("The API key has been revoked.");
  if (found.expiresAt !== null && found.expiresAt <= clock.now()) unauthorized("The API key has expired.");
  return found;
}

function keyOf(request: FastifyRequest): string {
  const fromHeader = bearer(request.headers.authorization);
  const inQuery = (request.query as Record<string, unknown> | undefined)?.api_key;
  // Several of one name come as a list.
  const [fromQuery = null, ...others] = new Set([inQuery].flat().filter((key) => typeof key === "string" && key !== "")) as Set<string>;
  if (others.length > 0) unauthorized("The api_key parameters carry different API keys.");
  if (fromHeader !== null && fromQuery !== null && fromHeader !== fromQuery) {
    unauthorized("The Authorization header and the api_key parameter carry different API keys.");
  }
  return fromHeader ?? fromQuery ?? unauthorized("The request carries no API key. Send it as Authorization: Bearer.");
}

function bearer(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^Bearer +(\S+) *$/i.exec(header);
  return match?.[1] ?? unauthorized("The Authorization header must have the form Bearer <API key>.");
}

function unauthorized(sentence: string): never {
  throw new Refused(refusal(401, "authorization", sentence));
}
