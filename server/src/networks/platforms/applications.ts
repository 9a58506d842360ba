import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import type { Application } from "../connectors/log-in.ts";
import { findApplication, findDerivedSecret, keepDerivedSecret, storeApplication } from "./applications-store.ts";

/** An application registered at a platform, by the platform's slug. */
export interface ApplicationPlace {
  readonly platform: string;
  readonly sandbox: boolean;
}

/** The application in effect: the sandbox's own, the environment's, or what the operator entered; null if there is none. */
export async function applicationOf(
  app: Pick<App, "config" | "db" | "secrets" | "networks">,
  { platform, sandbox }: ApplicationPlace,
): Promise<Application | null> {
  if (sandbox) return app.networks.sandboxApplication(platform);
  const configured = app.config.applications[platform];
  if (configured !== undefined) return configured;
  const row = await findApplication(app.db, platform);
  if (row === null) return null;
  const { clientId, clientSecret } = row;
  return { clientId, clientSecret: clientSecret === null ? null : app.secrets.open(clientSecret, placeOf(platform)) };
}

/** Stores the operator's application, its secret sealed. */
export async function keepApplication(
  app: Pick<App, "db" | "secrets" | "clock">,
  platform: string,
  { clientId, clientSecret }: Application,
): Promise<void> {
  const sealed = clientSecret === null ? null : app.secrets.seal(clientSecret, placeOf(platform));
  await transaction(app.db, async (tx) => {
    const before = await findApplication(tx, platform);
    await storeApplication(tx, { platform, clientId, clientSecret: sealed, now: app.clock.now() });
    const changes = changesIn(["clientId"], { clientId: before?.clientId ?? null }, { clientId });
    await record(app, tx, { action: "network.changed", brandId: null, object: { type: "network", id: platform, name: null }, changes });
  });
}

/** A secret of the service's own for this application: derived from the secret key once, and the same when that changes. */
export async function ownSecret({ db, secrets }: Pick<App, "db" | "secrets">, application: string): Promise<string> {
  const place = `derived_secrets.secret:${application}`;
  const known = await findDerivedSecret(db, application);
  if (known !== null) return secrets.open(known, place);
  const derived = secrets.sign(application, "application secret").toString("base64url");
  return secrets.open(await keepDerivedSecret(db, application, secrets.seal(derived, place)), place);
}

function placeOf(platform: string): string {
  return `platform_applications.client_secret:${platform}`;
}
