import type { App } from "../app.ts";
import type { OldKeys, SigningKeys } from "./sign.ts";

/** What is sealed already may have one that was replaced, or null, in place of the list. */
interface Sealed extends Omit<SigningKeys, "old"> {
  readonly old: readonly OldKeys[] | OldKeys | null;
}

export function sealKeys({ secrets }: Pick<App, "secrets">, webhookId: number, keys: SigningKeys): string {
  return secrets.seal(JSON.stringify(keys), placeOf(webhookId));
}

export function openKeys({ secrets }: Pick<App, "secrets">, webhookId: number, sealed: string): SigningKeys {
  const keys = JSON.parse(secrets.open(sealed, placeOf(webhookId))) as Sealed;
  return { ...keys, old: [keys.old ?? []].flat() };
}

/** Null if no key of this service opens them. */
export function openKeysOrNull(app: Pick<App, "secrets">, webhookId: number, sealed: string): SigningKeys | null {
  try {
    return openKeys(app, webhookId, sealed);
  } catch {
    return null;
  }
}

function placeOf(webhookId: number): string {
  return `webhooks.secrets:${webhookId}`;
}
