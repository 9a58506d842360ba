import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Json } from "../connectors/json.ts";

/**
 * A grant's tokens. After a renewal the earlier ones stay until the network has accepted the new ones: not every network says
 * whether they still work.
 */
export interface Tokens {
  readonly current: Json;
  readonly unconfirmed: Unconfirmed | null;
  /**
   * Newer tokens, which the network refused while it still accepted the current ones. It may only not have known them yet, and have dropped
   * what the current ones are renewed with: the next renewal begins with these.
   */
  readonly refused?: Earlier;
}

export interface Unconfirmed {
  readonly earlier: Earlier;
  /** When the current tokens are to be renewed in turn. */
  readonly renewAt: Instant | null;
  /** How many successors of the earlier tokens the network has refused. */
  readonly refusals: number;
}

export interface Earlier {
  readonly credentials: Json;
  readonly accessEndsAt: Instant | null;
  readonly endsAt: Instant | null;
}

export function sealTokens({ secrets }: Pick<App, "secrets">, grantId: number, tokens: Tokens): string {
  return secrets.seal(JSON.stringify(tokens), placeOf(grantId));
}

/** Throws for a grant that has ended: it has none. */
export function openTokens({ secrets }: Pick<App, "secrets">, grant: { readonly id: number; readonly credentials: string | null }): Tokens {
  if (grant.credentials === null) throw new Error(`grant ${grant.id} has ended`);
  return JSON.parse(secrets.open(grant.credentials, placeOf(grant.id))) as Tokens;
}

function placeOf(grantId: number): string {
  return `grants.credentials:${grantId}`;
}
