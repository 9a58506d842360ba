import type { App } from "../app.ts";
import type { SigningKeys } from "./sign.ts";

export function sealKeys({ secrets }: Pick<App, "secrets">, webhookId: number, keys: SigningKeys): string {
  return secrets.seal(JSON.stringify(keys), placeOf(webhookId));
}

export function openKeys({ secrets }: Pick<App, "secrets">, webhookId: number, sealed: string): SigningKeys {
  return JSON.parse(secrets.open(sealed, placeOf(webhookId))) as SigningKeys;
}

function placeOf(webhookId: number): string {
  return `webhooks.secrets:${webhookId}`;
}
