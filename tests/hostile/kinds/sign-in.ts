import type { Chance } from "../../../server/src/testing/chance.ts";
import { REDIRECT_URI } from "../../../server/src/testing/program.ts";
import { type Kind, requestAttack } from "../attack.ts";
import type { Ground } from "../ground.ts";
import { escaped, hostileJson, hostileText, shortText } from "../values.ts";
import { hostileHeaders, hostileType } from "./rest.ts";

/** The fields of each form, with valid values. */
const FORMS: Readonly<Record<string, (ground: Ground) => Readonly<Record<string, string>>>> = {
  "/oauth/token": ({ clientId, refreshToken }) => ({
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: `${refreshToken}x`,
    code: "rtc_x",
    code_verifier: "v".repeat(43),
    redirect_uri: REDIRECT_URI,
    scope: "read",
    resource: "x",
  }),
  "/oauth/revoke": ({ clientId }) => ({ client_id: clientId, token: "rtr_x", token_type_hint: "access_token" }),
  "/oauth/authorize": ({ clientId }) => ({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
    state: "s",
    scope: "read",
    resource: "x",
    decision: "allow",
    form_token: "x",
  }),
  "/sign-in": ({ email }) => ({ email, password: "wrong", return_to: "/account", form_token: "x" }),
  "/sign-out": () => ({ form_token: "x" }),
  "/account/password": () => ({ current: "wrong", password: "x", form_token: "x" }),
  "/account/disconnect": () => ({ client_id: "x", form_token: "x" }),
};

/** Forms for users and for OAuth clients, and the URLs that lead to them. */
export const signInKind: Kind = (chance, ground) => {
  const path = chance.pick(Object.keys(FORMS));
  const form = hostileForm(chance, FORMS[path]?.(ground) ?? {});
  const isRead = chance.percent(path === "/oauth/authorize" ? 60 : 10);
  return requestAttack({
    name: `${isRead ? "GET" : "POST"} ${path}`,
    method: isRead ? "GET" : "POST",
    path: isRead ? `${path}?${form.slice(0, 12_000)}` : path,
    headers: [
      ["Cookie", chance.percent(60) ? ground.cookie : hostileCookie(chance, ground)],
      ...(isRead ? [] : [["Content-Type", chance.percent(92) ? "application/x-www-form-urlencoded" : hostileType(chance)] as const]),
      ...(chance.percent(70) ? [["Origin", ground.url] as const] : []),
      ...hostileHeaders(chance),
    ],
    body: isRead ? null : form,
  });
};

/** Client registration. */
export const registerKind: Kind = (chance) => {
  const uris = chance.percent(50) ? `[${JSON.stringify(REDIRECT_URI)}]` : hostileJson(chance);
  const name = chance.percent(50) ? JSON.stringify(hostileText(chance)) : hostileJson(chance);
  const body = chance.percent(80)
    ? `{"client_name":${name},"redirect_uris":${uris},"grant_types":${hostileJson(chance, 4)}}`
    : hostileJson(chance);
  return requestAttack({
    name: "POST /oauth/register",
    method: "POST",
    path: "/oauth/register",
    // From many addresses, because only twenty registrations are allowed from one.
    headers: [
      ["Content-Type", chance.percent(95) ? "application/json" : hostileType(chance)],
      ["X-Forwarded-For", `198.18.${chance.number(0, 255)}.${chance.number(0, 255)}`],
    ],
    body,
  });
};

/** A form as browsers send it, with some values changed, omitted or repeated. */
export function hostileForm(chance: Chance, fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).flatMap(([name, usual]) => {
    const way = chance.number(1, 10);
    if (way === 1) return [];
    const value = way <= 6 ? usual : way <= 8 ? shortText(chance) : hostileText(chance);
    const pair = `${escaped(name)}=${escaped(value)}`;
    return way === 10 ? [pair, pair, `${escaped(name)}[]=${escaped(value)}`] : [pair];
  });
  if (chance.percent(8)) pairs.push(...Array.from({ length: chance.pick([10, 3000]) }, (_, at) => `a${at}=b`));
  if (chance.percent(8)) pairs.push("__proto__=x", "%=%", "=", "%00=%00", "constructor[prototype]=x");
  return pairs.join("&");
}

function hostileCookie(chance: Chance, { cookie }: Ground): string {
  return chance.pick([
    "",
    cookie.slice(0, -3),
    `${cookie}; ${cookie}`,
    "a=b; ".repeat(1000),
    "=;=;=",
    "__Host-session=%",
    `${cookie.split("=")[0]}=${"x".repeat(5000)}`,
    shortText(chance),
  ]);
}
