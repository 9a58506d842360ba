import type { Config } from "../../ground/config.ts";

/** URLs of the authorization server and its protected resource, all below the public URL. */
export interface OauthAddresses {
  /** Identifies the authorization server in metadata and responses. */
  readonly issuer: string;
  /** The tool server: the only audience of tokens. */
  readonly resource: string;
  /** RFC 9728 puts the well-known part before the resource's own path. */
  readonly resourceMetadata: string;
  readonly authorize: string;
  readonly token: string;
  readonly register: string;
  readonly revoke: string;
}

export function oauthAddresses({ publicUrl }: Pick<Config, "publicUrl">): OauthAddresses {
  const { origin, pathname } = new URL(publicUrl);
  const path = pathname.replace(/\/$/, "");
  return {
    issuer: publicUrl,
    resource: `${publicUrl}/mcp`,
    resourceMetadata: `${origin}/.well-known/oauth-protected-resource${path}/mcp`,
    authorize: `${publicUrl}/oauth/authorize`,
    token: `${publicUrl}/oauth/token`,
    register: `${publicUrl}/oauth/register`,
    revoke: `${publicUrl}/oauth/revoke`,
  };
}
