import assert from "node:assert/strict";
import { z } from "zod";
import type { SandboxWorld } from "../../network.ts";

export const CALLBACK = "http://127.0.0.1:9/connect/callback";

export interface ConsentWish {
  /** What is asked for; all of it is ticked unless `given` says otherwise. */
  readonly scopes: readonly string[];
  readonly given?: readonly string[];
  /** Typed; or the id of one of those on the page. */
  readonly who: { readonly name: string } | { readonly person: string };
  readonly decision?: "allow" | "cancel";
  /** Besides the usual parameters, or in place of them. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Opens the consent page as applications do, and returns where the person is sent. */
export async function consent(world: SandboxWorld, { scopes, given = scopes, who, decision = "allow", query }: ConsentWish): Promise<URL> {
  const asked = new URLSearchParams({
    client_id: "sandbox",
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: scopes.join(" "),
    access_type: "offline",
    prompt: "consent",
    state: "s",
    ...query,
  });
  const form = new URLSearchParams([
    ["asked", `${asked}`],
    ...Object.entries(who),
    ["decision", decision],
    ...given.map((name) => ["given_scope", name]),
  ]);
  const reply = await fetch(`${world.baseUrl}/accounts/o/oauth2/v2/auth`, { method: "POST", redirect: "manual", body: form });
  assert.equal(reply.status, 302, await reply.text());
  return new URL(reply.headers.get("location") ?? "");
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Posts a form of the application to the token host. */
export async function tokenCall(
  world: SandboxWorld,
  form: Readonly<Record<string, string>>,
  path: "token" | "revoke" = "token",
): Promise<TokenAnswer> {
  const client = { client_id: "sandbox", client_secret: "sandbox-secret" };
  const reply = await fetch(`${world.baseUrl}/oauth/${path}`, { method: "POST", body: new URLSearchParams({ ...client, ...form }) });
  return { status: reply.status, body: z.record(z.string(), z.unknown()).parse(await reply.json()) };
}

/** Exchanges the code that the person was sent back with. */
export function exchangeOf(world: SandboxWorld, target: URL, changes: Readonly<Record<string, string>> = {}): Promise<TokenAnswer> {
  const code = target.searchParams.get("code") ?? "";
  return tokenCall(world, { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...changes });
}

/** Consents and returns both tokens, which must be given. */
export async function tokensOf(world: SandboxWorld, wish: ConsentWish): Promise<{ accessToken: string; refreshToken: string }> {
  const { status, body } = await exchangeOf(world, await consent(world, wish));
  assert.equal(status, 200, JSON.stringify(body));
  const { access_token, refresh_token } = z.object({ access_token: z.string(), refresh_token: z.string() }).parse(body);
  return { accessToken: access_token, refreshToken: refresh_token };
}
