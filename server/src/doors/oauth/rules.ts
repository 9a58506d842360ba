import type { Instant } from "@rostrum/contract/formats.ts";

export type Verdict =
  | { readonly kind: "good" }
  /**
   * `revoke`: a code or token has leaked, so everything issued from this grant must be revoked.
   */
  | {
      readonly kind: "refused";
      readonly error: "invalid_grant" | "invalid_target";
      readonly description: string;
      readonly revoke: boolean;
    };

export interface CodeUse {
  readonly grant: {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly resource: string;
    readonly codeExpiresAt: Instant;
    readonly codeUsedAt: Instant | null;
  };
  readonly clientId: string;
  /** Null when the request has none, which OAuth 2.1 allows; if given, it must match. */
  readonly redirectUri: string | null;
  readonly resources: readonly string[];
  /** Whether the verifier matches the challenge. */
  readonly isVerified: boolean;
  readonly now: Instant;
}

/** Whether a code may be exchanged. A code that is used twice, or by another client, has been stolen (RFC 9700, section 4.5). */
export function judgeCode({ grant, clientId, redirectUri, resources, isVerified, now }: CodeUse): Verdict {
  if (grant.codeUsedAt !== null) return refused("The code has been used before. Its tokens have been revoked.", true);
  if (grant.codeExpiresAt <= now) return refused("The code has expired.", true);
  if (grant.clientId !== clientId) return refused("The code was issued to another client.", true);
  if (redirectUri !== null && grant.redirectUri !== redirectUri)
    return refused("The redirect_uri differs from that of the authorization request.", true);
  if (!isVerified) return refused("The code_verifier does not match the code_challenge.", true);
  return judgeResources(resources, grant.resource);
}

export interface RefreshUse {
  readonly grant: { readonly clientId: string; readonly resource: string };
  readonly token: { readonly expiresAt: Instant; readonly usedAt: Instant | null };
  readonly clientId: string;
  readonly resources: readonly string[];
  readonly now: Instant;
}

/** Whether a refresh token may be exchanged. One that is used twice has leaked. */
export function judgeRefresh({ grant, token, clientId, resources, now }: RefreshUse): Verdict {
  if (token.usedAt !== null) return refused("The refresh token has been used before. All tokens of this grant have been revoked.", true);
  if (token.expiresAt <= now) return refused("The refresh token has expired.", false);
  if (grant.clientId !== clientId) return refused("The refresh token was issued to another client.", false);
  return judgeResources(resources, grant.resource);
}

function judgeResources(asked: readonly string[], granted: string): Verdict {
  if (asked.every((resource) => resource === granted)) return { kind: "good" };
  return { kind: "refused", error: "invalid_target", description: `The resource must be ${granted}.`, revoke: false };
}

function refused(description: string, revoke: boolean): Verdict {
  return { kind: "refused", error: "invalid_grant", description, revoke };
}
