import { z } from "zod";
import type { LogInRequest } from "../../connectors/log-in.ts";
import { told } from "../../connectors/oauth/read.ts";
import { ask, type Instance, type InstanceCall } from "./api.ts";
import { notRead } from "./connect.ts";
import { apiBase } from "./credentials.ts";
import type { Memory } from "./grant.ts";
import { homeOf } from "./home.ts";

const CLIENT_NAME = "Rostrum";

/** For the account's name; servers before Mastodon 4.3 know only the wider one: https://docs.joinmastodon.org/api/oauth-scopes/ (July 2026). */
export const PROFILE = "profile";
const PROFILE_BEFORE = "read:accounts";
/** For finding people to mention: not asked for where the server does not say that it knows it. */
export const SEARCHING = "read:search";
export const PUBLISHING = ["write:statuses", "write:media", "read:statuses"] as const;

const Metadata = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).catch([]),
  code_challenge_methods_supported: z.array(z.string()).catch([]),
});
const App = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

type Registered = Memory | { readonly kind: "refused" | "unreachable"; readonly reason: string };

/**
 * Registers the service at the instance that the person names. Each log-in registers anew: an application of its own, so that
 * losing or revoking one affects no other. https://docs.joinmastodon.org/methods/apps/ (July 2026)
 */
export async function register({ asked, redirectUri, publicUrl, state }: LogInRequest, call: InstanceCall): Promise<Registered> {
  const instance = (await homeOf(asked, call)) ?? (call.baseUrl === null ? null : asked.trim().toLowerCase());
  if (instance === null || instance === "") {
    return { kind: "refused", reason: "Enter the public host name of your Mastodon server, such as mastodon.social." };
  }
  const server: Instance = { baseUrl: apiBase({ instance }, call.baseUrl), accessToken: "", call };
  const offer = await readOffer(server);
  if ("kind" in offer) return offer;
  const application = {
    client_name: CLIENT_NAME,
    // As text, not as a list: servers before 4.3, and other software, take nothing else.
    redirect_uris: redirectUri,
    scopes: offer.scopes.join(" "),
    ...(publicUrl.startsWith("https://") ? { website: publicUrl } : {}),
  };
  const answer = await ask(server, { method: "POST", path: "/api/v1/apps", json: application, anonymous: true });
  if (answer.kind !== "ok") {
    const failure = notRead(answer, call);
    return failure.kind === "refused" && answer.kind === "refused" && answer.message === null ? NOT_MASTODON : told(failure);
  }
  const app = App.safeParse(answer.body);
  if (!app.success) return NOT_MASTODON;
  return { ...offer, instance, state, clientId: app.data.client_id, clientSecret: app.data.client_secret };
}

type Offer = Omit<Memory, "instance" | "state" | "clientId" | "clientSecret">;

/** Where the instance takes log-ins: by its metadata, which Mastodon has from 4.3 on, else where it always did. */
async function readOffer(server: Instance): Promise<Offer | { readonly kind: "refused" | "unreachable"; readonly reason: string }> {
  const answer = await ask(server, { method: "GET", path: "/.well-known/oauth-authorization-server", anonymous: true });
  const failure = answer.kind === "ok" ? null : notRead(answer, server.call);
  if (failure?.kind === "unreachable") return told(failure);
  const metadata = answer.kind === "ok" ? Metadata.safeParse(answer.body) : null;
  if (metadata === null || !metadata.success) return traditionalOffer(server.baseUrl);
  const { data } = metadata;
  const revocationEndpoint = data.revocation_endpoint ?? `${server.baseUrl}/oauth/revoke`;
  const { origin } = new URL(server.baseUrl);
  const isElsewhere = [data.authorization_endpoint, data.token_endpoint, revocationEndpoint].some((url) => new URL(url).origin !== origin);
  // The application's secret and the person's consent are for the host that the person named.
  if (isElsewhere) return { kind: "refused", reason: "Mastodon: the server sends log-ins to another host. Enter that host instead." };
  return {
    issuer: data.issuer,
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint,
    revocationEndpoint,
    scopes: [
      data.scopes_supported.includes(PROFILE) ? PROFILE : PROFILE_BEFORE,
      ...PUBLISHING,
      ...(data.scopes_supported.includes(SEARCHING) ? [SEARCHING] : []),
    ],
    takesChallenge: data.code_challenge_methods_supported.includes("S256"),
  };
}

function traditionalOffer(baseUrl: string): Offer {
  return {
    issuer: baseUrl,
    authorizationEndpoint: `${baseUrl}/oauth/authorize`,
    tokenEndpoint: `${baseUrl}/oauth/token`,
    revocationEndpoint: `${baseUrl}/oauth/revoke`,
    scopes: [PROFILE_BEFORE, ...PUBLISHING],
    takesChallenge: false,
  };
}

const NOT_MASTODON = { kind: "refused", reason: "The server does not respond like a Mastodon server." } as const;
