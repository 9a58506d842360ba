import type { LogIn, LogInCall, OpenGrant } from "../log-in.ts";
import { type OAuthWay, oauthLogIn } from "../oauth/log-in.ts";
import { missingScopes } from "../oauth/scopes.ts";
import { storedTokens } from "../oauth/tokens.ts";
import { GOOGLE_TOKENS } from "./tokens.ts";

/** How a network whose log-in is Google's differs from the others. */
export type GoogleLogIn<Person> = Pick<OAuthWay<Person>, "application" | "network" | "scopes" | "read" | "identity" | "accounts">;

/** The log-in at Google: https://developers.google.com/identity/protocols/oauth2/web-server (2026-11). */
export function googleLogIn<Person>(way: GoogleLogIn<Person>): LogIn {
  return oauthLogIn<Person>({
    ...way,
    needs: "the id and the secret of an application at Google",
    page: {
      address: (call) => `${call.host("accounts")}/o/oauth2/v2/auth`,
      takesChallenge: true,
      // Without `consent`, only the first log-in of a person gives a refresh token.
      parameters: () => ({ access_type: "offline", prompt: "consent" }),
    },
    tokens: GOOGLE_TOKENS,
    objection: ({ tokens }, scopes) => missingScopes(way.scopes, { scopes }).problem ?? (tokens.refreshToken === null ? NOT_LASTING : null),
    revoke,
    // Unverified: whether giving back one token ends all that the same person gave to the same client, at whichever application.
    revokesToo: ["youtube", "google-business"],
    advice: { ended: "Log in again. In Google's testing mode, log-ins end after seven days: publish the application there." },
  });
}

const NOT_LASTING =
  "Google gave access for an hour only. Remove this service at https://myaccount.google.com/connections, then log in again.";

/** https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke (2026-11): one token takes the other with it. */
async function revoke({ credentials }: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable"> {
  const { refreshToken, accessToken } = storedTokens(credentials);
  const reply = await call.net.call({
    method: "POST",
    url: `${call.host("oauth")}/revoke?${new URLSearchParams({ token: refreshToken ?? accessToken })}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "",
    signal: call.signal,
  });
  // 400 is about a token that is one no more.
  return reply.kind === "answered" && (reply.status === 200 || reply.status === 400) ? "revoked" : "unreachable";
}
