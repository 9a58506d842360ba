import { randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { SandboxWorld } from "../network.ts";
import { type Grant, liveGrantOf } from "./grants.ts";
import { model } from "./model.ts";

/**
 * How refresh tokens rotate. `none`: a token is used again and again. `after-use`: each use gives the successor, and the old token
 * is accepted until that has been used, so that a lost answer does no harm. `strict`: the old token dies at once.
 */
export type Rotation = "none" | "after-use" | "strict";

const kinds = {
  /** By refresh token. */
  _refresh: z.object({
    grant: z.string(),
    epoch: z.string(),
    client_id: z.string(),
    scopes: z.array(z.string()),
    ends_at: z.string().nullable(),
  }),
  /** By refresh token: the one that follows it. It has been used if there is one. */
  _refresh_next: z.object({ token: z.string() }),
} as const;
const { find, insert, remove } = model(kinds);

export interface NewRefreshToken {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number | null;
}

export async function issueRefreshToken(world: SandboxWorld, { grant, scopes, lifetimeSeconds }: NewRefreshToken): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insert(world, "_refresh", token, {
    grant: grant.id,
    epoch: grant.epoch,
    client_id: grant.client_id,
    scopes: [...scopes],
    ends_at: lifetimeSeconds === null ? null : addSeconds(world.now(), lifetimeSeconds),
  });
  return token;
}

export type RefreshOutcome =
  | { readonly kind: "refreshed"; readonly grant: Grant; readonly scopes: readonly string[]; readonly refreshToken: string }
  | { readonly kind: "refused"; readonly why: "unknown" | "expired" | "used" | "revoked" };

export interface Refresh {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly rotation: Rotation;
  /** Of the successor. */
  readonly lifetimeSeconds: number | null;
}

/** Uses a refresh token; the access token is then issued by the network. The application's secret is checked before. */
export async function useRefreshToken(world: SandboxWorld, given: Refresh): Promise<RefreshOutcome> {
  const { refreshToken, rotation, lifetimeSeconds } = given;
  const held = await find(world, "_refresh", refreshToken);
  if (held === null || held.client_id !== given.clientId) return { kind: "refused", why: "unknown" };
  const grant = await liveGrantOf(world, held);
  if (grant === null) return { kind: "refused", why: "revoked" };
  if (held.ends_at !== null && held.ends_at <= world.now()) return { kind: "refused", why: "expired" };
  const scopes = held.scopes.filter((scope) => grant.scopes.includes(scope));
  if (rotation === "none") return { kind: "refreshed", grant, scopes, refreshToken };

  const next = await issueRefreshToken(world, { grant, scopes: held.scopes, lifetimeSeconds });
  // Of two concurrent uses only one names the successor.
  if (await insert(world, "_refresh_next", refreshToken, { token: next })) return { kind: "refreshed", grant, scopes, refreshToken: next };
  await remove(world, "_refresh", next);
  const successor = (await find(world, "_refresh_next", refreshToken))?.token;
  const isOver = successor === undefined || (await find(world, "_refresh_next", successor)) !== null;
  if (rotation === "strict" || isOver) return { kind: "refused", why: "used" };
  return { kind: "refreshed", grant, scopes, refreshToken: successor };
}

/** The grant that a refresh token belongs to, also once it has been used, for networks where reuse has consequences. */
export async function grantOfRefreshToken(world: SandboxWorld, refreshToken: string): Promise<Grant | null> {
  const held = await find(world, "_refresh", refreshToken);
  return held === null ? null : liveGrantOf(world, held);
}

export async function revokeRefreshToken(world: SandboxWorld, refreshToken: string): Promise<void> {
  await remove(world, "_refresh", refreshToken);
}
