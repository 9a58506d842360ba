import { z } from "zod";
import type { Account, Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { facebookVersion } from "../../connectors/meta/facebook-hosts.ts";
import { askGraph, type GraphReply, type GraphRequest } from "../../connectors/meta/graph.ts";

/** The base addresses, each with an address of its own on the sandbox network. */
export const HOSTS = {
  api: "https://graph.instagram.com",
  login: "https://api.instagram.com",
  www: "https://www.instagram.com",
  "facebook/api": "https://graph.facebook.com",
  "facebook/www": "https://www.facebook.com",
  "facebook/upload": "https://rupload.facebook.com",
} as const;

/** The names of Facebook's hosts, for the log-in there. */
export const FACEBOOK_HOSTS = { api: "facebook/api", www: "facebook/www" } as const;

/** Whose log-in gave the token: it decides the host, and what the API offers. */
export type Via = "instagram" | "facebook";

/** One Instagram account, reached with its token. */
export interface Session {
  readonly via: Via;
  /** With the version. */
  readonly base: string;
  readonly token: string;
  /** The account's id in paths. */
  readonly userId: string;
  readonly call: Call;
}

const Settings = z.object({ via: z.enum(["instagram", "facebook"]) });
const Token = z.object({ accessToken: z.string().min(1) });

/**
 * The token of an Instagram log-in is renewed, so it is in the grant; one that came through Facebook belongs to the Page and is
 * the channel's own. Throws on credentials that this connector has not made.
 */
export function sessionOf(account: Account, call: Call): Session {
  const via = viaOf(account.settings);
  const stored = via === "instagram" ? account.grant?.credentials : account.credentials;
  return { via, base: baseOf(via, call), token: Token.parse(stored).accessToken, userId: account.remoteId, call };
}

export function viaOf(settings: Json): Via {
  return Settings.parse(settings).via;
}

export function baseOf(via: Via, call: Pick<Call, "host" | "apiVersion">): string {
  return `${call.host(via === "instagram" ? "api" : FACEBOOK_HOSTS.api)}/${facebookVersion(call)}`;
}

export type Request = Pick<GraphRequest, "method" | "fields" | "timeoutSeconds"> & { readonly path: string };

/** One request; `path` follows the version. */
export function ask({ base, token, call }: Session, { path, ...request }: Request): Promise<GraphReply> {
  return askGraph(call, { ...request, url: `${base}/${path}`, token });
}
