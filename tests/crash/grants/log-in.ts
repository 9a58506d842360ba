import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Net } from "../../../server/src/ground/net/net.ts";
import type { Json } from "../../../server/src/networks/connectors/json.ts";
import type { LogIn, LogInCall, OpenGrant, ProbeOutcome, RenewOutcome } from "../../../server/src/networks/connectors/log-in.ts";
import { ACCESS_SECONDS, type Tokens } from "./families.ts";
import { type Habit, KEEPER_HEADER } from "./words.ts";

/** The slug under which grants of the token server are kept: that of any platform will do. */
export const APPLICATION = "mastodon";
/** Early enough that a renewal may fail and come again while the token still lasts. */
const RENEW_SECONDS = 300;
const BUSY_SECONDS = 60;

/** Credentials are stored as the network gave them. */
export function tokensIn(credentials: Json): Tokens {
  return credentials as unknown as Tokens;
}

/** When tokens that were given now end. */
export function endsFrom({ now }: Pick<LogInCall, "now">) {
  return { accessEndsAt: addSeconds(now(), ACCESS_SECONDS), renewAt: addSeconds(now(), RENEW_SECONDS), endsAt: null };
}

/** A log-in at the token server. */
export function logInAt(networkUrl: string, { keeper, habit }: { readonly keeper: string; readonly habit: Habit }): LogIn {
  return {
    application: APPLICATION,
    network: "Token server",
    scopes: [],
    begin: async () => ({ kind: "refused", reason: "The harness logs in by itself." }),
    finish: async () => ({ kind: "declined" }),
    accounts: async () => ({ kind: "listed", accounts: [] }),
    async renew({ credentials }: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
      const reply = await call.net.call({
        method: "POST",
        url: `${networkUrl}/token`,
        headers: { [KEEPER_HEADER]: keeper },
        body: tokensIn(credentials).refresh,
        signal: call.signal,
      });
      if (reply.kind !== "answered" || reply.text === null) return { kind: "busy", reason: "no answer", retryAfterSeconds: BUSY_SECONDS };
      if (reply.status !== 200) return { kind: "ended", reason: "The refresh token was refused." };
      const tokens = tokensIn(JSON.parse(reply.text));
      if (habit === "hasty") await ask(call.net, { url: `${networkUrl}/me`, access: tokens.access });
      return { kind: "renewed", credentials: { ...tokens }, ends: endsFrom(call) };
    },
    async probe({ credentials }: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
      const status = await ask(call.net, { url: `${networkUrl}/me`, access: tokensIn(credentials).access, signal: call.signal });
      if (status === null) return { kind: "unknown", reason: "no answer" };
      return status === 200 ? { kind: "works" } : { kind: "ended", reason: "The access token was refused." };
    },
  };
}

/** A call with an access token. The status, or null without an answer. */
export async function ask(
  net: Net,
  { url, access, signal }: { readonly url: string; readonly access: string; readonly signal?: AbortSignal },
): Promise<number | null> {
  const reply = await net.call({
    method: "GET",
    url,
    headers: { Authorization: `Bearer ${access}` },
    ...(signal === undefined ? {} : { signal }),
  });
  return reply.kind === "answered" ? reply.status : null;
}
