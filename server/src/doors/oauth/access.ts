import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { hashSecret } from "../../people/sign-in/secret.ts";
import type { ToolAccess } from "../mcp/access.ts";
import { findTokenOwner, hasGrant, LAST_USED_SECONDS_MIN, noteUseOfClient } from "./access-store.ts";
import { oauthAddresses } from "./addresses.ts";
import { FULL_SCOPE, mayWrite } from "./scopes.ts";
import { PREFIX } from "./tokens.ts";

/** RFC 6750, section 3.1. */
const DESCRIPTIONS = {
  invalid_token: "The access token is unknown, has expired or was revoked.",
  insufficient_scope: "The user let this client read only.",
} as const;

/**
 * Authenticates callers of the tool server by access tokens issued for it, and by nothing else. API keys are not accepted, so a
 * key that leaks to an agent opens only the REST API. Nothing is cached: a revoked token is rejected from the next request on.
 */
export function toolAccess(app: App): ToolAccess {
  const { resource, resourceMetadata } = oauthAddresses(app.config);
  return {
    async viewerOf(token) {
      if (!token.startsWith(PREFIX.access)) return null;
      const now = app.clock.now();
      const owner = await findTokenOwner(app.db, { hash: hashSecret(token), resource, now });
      if (owner === null) return null;
      const { clientId, clientName, scope, lastUsedAt, ...viewer } = owner;
      if (lastUsedAt === null || addSeconds(lastUsedAt, LAST_USED_SECONDS_MIN) <= now) {
        await noteUseOfClient(app.db, { userId: viewer.userId, clientId, now });
      }
      return { ...viewer, through: { kind: "PROGRAM", id: clientId, name: clientName }, readsOnly: !mayWrite(scope) };
    },
    isStillIn: ({ userId, through }) => hasGrant(app.db, { userId, clientId: through?.id ?? "", resource }),
    challenge(problem) {
      const error = problem === undefined ? "" : `error="${problem}", error_description="${DESCRIPTIONS[problem]}", `;
      return `Bearer ${error}resource_metadata="${resourceMetadata}", scope="${FULL_SCOPE}"`;
    },
  };
}
