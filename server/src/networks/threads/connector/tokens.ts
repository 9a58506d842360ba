import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { META_LIVES, metaTokens } from "../../connectors/meta/tokens.ts";
import { ask } from "./api.ts";
import { signOf } from "./errors.ts";

/** https://developers.facebook.com/documentation/threads/get-started/long-lived-tokens (2026-07). */
export const TOKENS = metaTokens({
  network: "Threads",
  lives: META_LIVES,
  short: ({ code, redirectUri }, { clientId, clientSecret }, call) => ({
    method: "POST",
    url: `${call.host("api")}/oauth/access_token`,
    token: null,
    fields: {
      client_id: clientId,
      client_secret: clientSecret ?? "",
      code,
      grant_type: "authorization_code",
      redirect_uri: redirectUri,
    },
  }),
  long: (token, { clientSecret }, call) => ({
    method: "GET",
    url: `${call.host("api")}/access_token`,
    token,
    fields: { grant_type: "th_exchange_token", client_secret: clientSecret ?? "" },
  }),
  renewed: (token, call) => ({
    method: "GET",
    url: `${call.host("api")}/refresh_access_token`,
    token,
    fields: { grant_type: "th_refresh_token" },
  }),
  isEnded: (failure) => signOf(failure) === "dead token",
  isPassing: (failure) => ["outage", "proxy", "throttled"].includes(signOf(failure)),
});

export interface TokenFacts {
  readonly scopes: readonly string[];
  readonly madeAt: Instant | null;
  readonly endsAt: Instant | null;
}

const epoch = z.number().nullish();
const Debug = z.object({
  data: z.object({ scopes: z.array(z.string()).default([]), issued_at: epoch, expires_at: epoch }),
});

/** What Threads knows about a token; null if it does not say. */
export async function factsOf(server: Server): Promise<TokenFacts | null> {
  const answer = await ask(server, { method: "GET", path: "/debug_token", fields: { input_token: server.token } });
  const debug = answer.kind === "ok" ? Debug.safeParse(answer.body) : null;
  if (!debug?.success) return null;
  const { scopes, issued_at, expires_at } = debug.data.data;
  return { scopes, madeAt: momentOf(issued_at), endsAt: momentOf(expires_at) };
}

/** Seconds since 1970; 0 for never. */
function momentOf(seconds: number | null | undefined): Instant | null {
  return seconds ? fromEpochMilliseconds(seconds * 1000) : null;
}
