import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { META_LIVES, metaTokens } from "../../connectors/meta/tokens.ts";
import { TOKEN_LIFE_SECONDS } from "./facts.ts";

export const LIVES = { ...META_LIVES, accessSeconds: TOKEN_LIFE_SECONDS };

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2026-10). */
export const TOKENS = metaTokens({
  network: "Instagram",
  lives: LIVES,
  short: ({ code, redirectUri }, { clientId, clientSecret }, call) => ({
    method: "POST",
    url: `${call.host("login")}/oauth/access_token`,
    token: null,
    fields: {
      client_id: clientId,
      client_secret: clientSecret ?? undefined,
      grant_type: "authorization_code",
      redirect_uri: redirectUri,
      code,
    },
  }),
  long: (token, { clientSecret }, call) => ({
    method: "GET",
    url: `${call.host("api")}/access_token`,
    token: null,
    fields: { grant_type: "ig_exchange_token", client_secret: clientSecret ?? undefined, access_token: token },
  }),
  renewed: (token, call) => ({
    method: "GET",
    url: `${call.host("api")}/refresh_access_token`,
    token: null,
    fields: { grant_type: "ig_refresh_token", access_token: token },
  }),
  // Trouble that the person can end at Instagram is no end of it.
  isEnded: (failure) => accessTrouble(failure)?.mayComeBack === false,
});
