import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import type { ToolAccess } from "../mcp/access.ts";
import { hashSecret } from "../sign-in/secret.ts";
import { findTokenOwner, LAST_USED_SECONDS_MIN, noteUseOfClient } from "./access-store.ts";
import { oauthAddresses } from "./addresses.ts";
import { FULL_SCOPE, mayWrite } from "./scopes.ts";
import { PREFIX } from "./tokens.ts";

/** RFC 6750, section 3.1. */
const DESCRIPTIONS = {
  invalid_token: "The access token is unknown, has expired or was revoked.",
  insufficient_scope: "The user let this client read only.",
} as const;

/**
 * How the tool server learns who calls: by access tokens that were made for it, and by nothing else. An API key is no such
 * token, so that a key that an agent got hold of opens one door only. Nothing is kept: a token that was revoked is worth
 * nothing from the next request on.
 */
export function toolAccess(app: App): ToolAccess {
  const { resource, resourceMetadata } = oauthAddresses(app.config);
  return {
    async viewerOf(token) {
      if (!token.startsWith(PREFIX.access)) return null;
      const now = app.clock.now();
      const owner = await findTokenOwner(app.db, { hash: hashSecret(token), resource, now });
      if (owner === null) return null;
      const { clientId, scope, lastUsedAt, ...viewer } = owner;
      if (lastUsedAt === null || addSeconds(lastUsedAt, LAST_USED_SECONDS_MIN) <= now) {
        await noteUseOfClient(app.db, { userId: viewer.userId, clientId, now });
      }
      return { ...viewer, readsOnly: !mayWrite(scope) };
    },
    challenge(problem) {
      const error = problem === undefined ? "" : `error="${problem}", error_description="${DESCRIPTIONS[problem]}", `;
      return `Bearer ${error}resource_metadata="${resourceMetadata}", scope="${FULL_SCOPE}"`;
    },
  };
}
