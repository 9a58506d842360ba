import { randomBytes } from "node:crypto";
import { z } from "zod";
import { isSetAfter } from "../faults.ts";
import type { SandboxWorld } from "../network.ts";
import { SANDBOX_APPLICATION } from "./applications.ts";
import type { LogInScope } from "./log-in-request.ts";
import { model, type StoredOf } from "./model.ts";

/**
 * What people let an application do: scopes, and the accounts it reaches. There is one grant per person and application, which every
 * log-in changes; codes and tokens refer to it, so what a person unticks in a later log-in is gone for tokens given out before.
 */
const kinds = {
  /** By client and person. */
  _grant: z.object({
    client_id: z.string(),
    person_id: z.string(),
    scopes: z.array(z.string()),
    /** Asked for in a log-in and refused, or withdrawn later. */
    declined_scopes: z.array(z.string()),
    account_ids: z.array(z.string()),
    /** Tokens and codes name it, so that those of a revoked grant stay dead after a new log-in. */
    epoch: z.string(),
    /** Number of the last log-in, in the order of everything the network issues. */
    serial: z.number(),
  }),
} as const;
const { find, known, insert, put, remove } = model(kinds);

export type Grant = StoredOf<typeof kinds, "_grant">;

export interface Consent {
  readonly clientId: string;
  readonly personId: string;
  /** What the page offered. What it did not offer stays as it was. */
  readonly offered: Reach;
  readonly given: Reach;
}

export interface Reach {
  readonly scopes: readonly string[];
  readonly accountIds: readonly string[];
}

/** Creates the person's grant to the application, or changes it. */
export async function allow(world: SandboxWorld, { clientId, personId, offered, given }: Consent): Promise<Grant> {
  const id = grantId(clientId, personId);
  const serial = Number(await world.objects.nextId());
  const after = (earlier: Grant | null) => ({
    client_id: clientId,
    person_id: personId,
    scopes: merged(earlier?.scopes, offered.scopes, given.scopes),
    declined_scopes: merged(
      earlier?.declined_scopes,
      offered.scopes,
      offered.scopes.filter((name) => !given.scopes.includes(name)),
    ),
    account_ids: merged(earlier?.account_ids, offered.accountIds, given.accountIds),
    epoch: earlier?.epoch ?? randomBytes(12).toString("base64url"),
    serial,
  });
  // Two consents at once must share an epoch: else the tokens of the first would end.
  if (!(await insert(world, "_grant", id, after(null)))) await put(world, "_grant", id, after(await liveGrant(world, id)));
  return known(world, "_grant", id);
}

/** What somebody gives who gives the sandbox's application everything that it may ask for. */
export async function grantAll(
  world: SandboxWorld,
  {
    personId,
    scopes,
    accountIds = [],
  }: { readonly personId: string; readonly scopes: readonly LogInScope[]; readonly accountIds?: readonly string[] },
): Promise<{ readonly grant: Grant; readonly scopes: readonly string[] }> {
  const names = scopes.map(({ name }) => name);
  const given = { scopes: names, accountIds };
  return { grant: await allow(world, { clientId: SANDBOX_APPLICATION.clientId, personId, offered: given, given }), scopes: names };
}

/** The person's grant to the application; null if there is none, or the network took it back (fault `access-revoked`). */
export async function grantOf(world: SandboxWorld, of: { readonly clientId: string; readonly personId: string }): Promise<Grant | null> {
  return liveGrant(world, grantId(of.clientId, of.personId));
}

/** The grant that a code or token refers to, unless it has ended since. */
export async function liveGrantOf(world: SandboxWorld, held: { readonly grant: string; readonly epoch: string }): Promise<Grant | null> {
  const grant = await liveGrant(world, held.grant);
  return grant?.epoch === held.epoch ? grant : null;
}

/** Takes the whole grant back; all its codes and tokens end. */
export async function revokeGrant(world: SandboxWorld, grant: Pick<Grant, "id">): Promise<void> {
  await remove(world, "_grant", grant.id);
}

/** Takes back single scopes of the grant. */
export async function withdrawScopes(world: SandboxWorld, grant: Grant, scopes: readonly string[]): Promise<void> {
  const { id, createdAt: _createdAt, ...fields } = grant;
  await put(world, "_grant", id, {
    ...fields,
    scopes: fields.scopes.filter((scope) => !scopes.includes(scope)),
    declined_scopes: [...new Set([...fields.declined_scopes, ...scopes])],
  });
}

async function liveGrant(world: SandboxWorld, id: string): Promise<Grant | null> {
  const grant = await find(world, "_grant", id);
  return grant === null || (await isSetAfter(world, "access-revoked", grant.serial)) ? null : grant;
}

function grantId(clientId: string, personId: string): string {
  return `${clientId} ${personId}`;
}

function merged(earlier: readonly string[] = [], offered: readonly string[], given: readonly string[]): string[] {
  return [...new Set([...earlier.filter((name) => !offered.includes(name)), ...given])];
}
