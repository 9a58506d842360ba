import { randomBytes } from "node:crypto";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { faultOn, isSetAfter } from "../faults.ts";
import type { SandboxWorld } from "../network.ts";
import { type Grant, liveGrantOf } from "./grants.ts";
import { model, type StoredOf } from "./model.ts";

/**
 * Access tokens. A token belongs to a grant and reaches at most what that still gives. `kind` is the network's own word, such as
 * `short` or `page`; `acts_as` the one account that a token is for, null if it is the person's.
 */
const kinds = {
  /** By token. */
  _token: z.object({
    grant: z.string(),
    epoch: z.string(),
    client_id: z.string(),
    person_id: z.string(),
    kind: z.string(),
    acts_as: z.string().nullable(),
    /** Null: all that the grant has, now and later. */
    scopes: z.array(z.string()).nullable(),
    /** Null: it does not end by itself. */
    ends_at: z.string().nullable(),
    serial: z.number(),
  }),
} as const;
const { find, insert, remove } = model(kinds);

export type Token = StoredOf<typeof kinds, "_token">;

export interface NewToken {
  readonly grant: Grant;
  readonly kind: string;
  readonly actsAs?: string;
  /** Absent: all that the grant has, now and later. */
  readonly scopes?: readonly string[];
  readonly lifetimeSeconds: number | null;
  /** What real tokens begin with, such as `TH`. */
  readonly prefix?: string;
}

export async function issueToken(world: SandboxWorld, given: NewToken): Promise<string> {
  const { grant, kind, actsAs = null, scopes, lifetimeSeconds, prefix = "" } = given;
  const token = prefix + randomBytes(32).toString("base64url");
  await insert(world, "_token", token, {
    grant: grant.id,
    epoch: grant.epoch,
    client_id: grant.client_id,
    person_id: grant.person_id,
    kind,
    acts_as: actsAs,
    scopes: scopes === undefined ? null : [...scopes],
    ends_at: lifetimeSeconds === null ? null : addSeconds(world.now(), lifetimeSeconds),
    serial: Number(await world.objects.nextId()),
  });
  return token;
}

export type TokenOutcome =
  | { readonly kind: "valid"; readonly token: Token; readonly grant: Grant; readonly scopes: readonly string[] }
  | { readonly kind: "unknown" }
  /** Over by its own time, or by the fault `token-ended`. */
  | { readonly kind: "expired"; readonly token: Token }
  /** The grant was taken back: by the person, by the application, or by the fault `access-revoked`. */
  | { readonly kind: "revoked"; readonly token: Token };

/** The state of a token that a call of the API came with. */
export async function checkToken(world: SandboxWorld, request: FastifyRequest, token: string): Promise<TokenOutcome> {
  const outcome = await lookUpToken(world, token);
  const isEnded = outcome.kind === "valid" && faultOn(request, "token-ended") !== null;
  if (!isEnded || !(await isSetAfter(world, "token-ended", outcome.token.serial))) return outcome;
  return { kind: "expired", token: outcome.token };
}

/** The same for renewals and questions about a token, which the fault `token-ended` leaves alone. */
export async function lookUpToken(world: SandboxWorld, token: string): Promise<TokenOutcome> {
  const held = await find(world, "_token", token);
  if (held === null) return { kind: "unknown" };
  const grant = await liveGrantOf(world, held);
  if (grant === null) return { kind: "revoked", token: held };
  if (held.ends_at !== null && held.ends_at <= world.now()) return { kind: "expired", token: held };
  const { scopes } = held;
  return { kind: "valid", token: held, grant, scopes: scopes === null ? grant.scopes : scopes.filter((one) => grant.scopes.includes(one)) };
}

/** For networks that renew a token only once it has some age. */
export function ageSeconds(world: SandboxWorld, { createdAt }: Token): number {
  return (toEpochMilliseconds(world.now()) - toEpochMilliseconds(createdAt)) / 1000;
}

/** Ends a single token; those of the same grant live on. */
export async function revokeToken(world: SandboxWorld, token: string): Promise<void> {
  await remove(world, "_token", token);
}
