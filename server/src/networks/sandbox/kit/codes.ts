import { createHash, randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { SandboxWorld } from "../network.ts";
import { type Grant, liveGrantOf } from "./grants.ts";
import { model } from "./model.ts";

/** Authorization codes: for one exchange, by the application and for the redirect address they were issued to. */
const kinds = {
  /** By code. */
  _code: z.object({
    grant: z.string(),
    epoch: z.string(),
    client_id: z.string(),
    redirect_uri: z.string(),
    scopes: z.array(z.string()),
    /** S256; null without PKCE. */
    challenge: z.string().nullable(),
    query: z.string(),
    ends_at: z.string(),
  }),
  /** By code; marks it as exchanged. */
  _code_used: z.object({}),
} as const;
const { find, insert } = model(kinds);

export interface NewCode {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string | null;
  /** With which the log-in page was opened, for networks whose tokens depend on more of it. Absent: empty. */
  readonly query?: string;
  readonly lifetimeSeconds: number;
}

export async function issueCode(world: SandboxWorld, given: NewCode): Promise<string> {
  const { grant, scopes, redirectUri, challenge, query = "", lifetimeSeconds } = given;
  const code = randomBytes(32).toString("base64url");
  await insert(world, "_code", code, {
    grant: grant.id,
    epoch: grant.epoch,
    client_id: grant.client_id,
    redirect_uri: redirectUri,
    scopes: [...scopes],
    challenge,
    query,
    ends_at: addSeconds(world.now(), lifetimeSeconds),
  });
  return code;
}

export type CodeOutcome =
  | { readonly kind: "exchanged"; readonly grant: Grant; readonly scopes: readonly string[]; readonly query: string }
  /** Each network says it in its own words. `unknown` also if it was issued to another application. */
  | { readonly kind: "refused"; readonly why: "unknown" | "used" | "expired" | "redirect" | "verifier" | "revoked" };

export interface Exchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Of PKCE; empty if none was given. */
  readonly verifier: string;
}

/** Exchanges a code once; the application's secret is checked before. */
export async function exchangeCode(world: SandboxWorld, given: Exchange): Promise<CodeOutcome> {
  const held = await find(world, "_code", given.code);
  if (held === null || held.client_id !== given.clientId) return refused("unknown");
  if ((await find(world, "_code_used", given.code)) !== null) return refused("used");
  if (held.ends_at <= world.now()) return refused("expired");
  if (held.redirect_uri !== given.redirectUri) return refused("redirect");
  if (held.challenge !== null && held.challenge !== challengeOf(given.verifier)) return refused("verifier");
  const grant = await liveGrantOf(world, held);
  if (grant === null) return refused("revoked");
  // Of two concurrent exchanges only one creates this document.
  if (!(await insert(world, "_code_used", given.code, {}))) return refused("used");
  return { kind: "exchanged", grant, scopes: held.scopes, query: held.query };
}

function refused(why: Extract<CodeOutcome, { kind: "refused" }>["why"]): CodeOutcome {
  return { kind: "refused", why };
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
