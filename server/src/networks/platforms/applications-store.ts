import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

export interface ApplicationRow {
  readonly platform: string;
  readonly clientId: string;
  /** Sealed; null for an application without a secret. */
  readonly clientSecret: string | null;
}

export async function findApplication(db: Queryable, platform: string): Promise<ApplicationRow | null> {
  return maybeOne<ApplicationRow>(db, {
    name: "platform_application",
    text: `select platform, client_id "clientId", client_secret "clientSecret" from platform_applications where platform = $1`,
    values: [platform],
  });
}

export async function storeApplication(db: Queryable, application: ApplicationRow & { readonly now: Instant }): Promise<void> {
  await query(db, {
    text: `insert into platform_applications (platform, client_id, client_secret, updated_at) values ($1, $2, $3, $4)
           on conflict (platform) do update set client_id = excluded.client_id, client_secret = excluded.client_secret, updated_at = excluded.updated_at`,
    values: [application.platform, application.clientId, application.clientSecret, application.now],
  });
}

/** Sealed; null if it has not been needed yet. */
export async function findDerivedSecret(db: Queryable, purpose: string): Promise<string | null> {
  const text = "select secret from derived_secrets where purpose = $1";
  return (await maybeOne<{ secret: string }>(db, { name: "derived_secret", text, values: [purpose] }))?.secret ?? null;
}

/** Stores it unless another process has been first, and returns the one that counts. */
export async function keepDerivedSecret(db: Queryable, purpose: string, secret: string): Promise<string> {
  const row = await one<{ secret: string }>(db, {
    text: `insert into derived_secrets (purpose, secret) values ($1, $2)
           on conflict (purpose) do update set secret = derived_secrets.secret returning secret`,
    values: [purpose, secret],
  });
  return row.secret;
}
