import type { App } from "../../app.ts";
import type { OldKeys, SigningKeys } from "./sign.ts";

/** What is sealed already may have one that was replaced, or null, in place of the list. */
interface Sealed extends Omit<SigningKeys, "old"> {
  readonly old: readonly OldKeys[] | OldKeys | null;
}

export function sealKeys({ secrets }: Pick<App, "secrets">, webhookId: number, keys: SigningKeys): string {
  return secrets.seal(JSON.stringify(keys), placeOf(webhookId));
}

/** Null if no key of this service opens them. */
export function openKeysOrNull({ secrets }: Pick<App, "secrets">, webhookId: number, sealed: string): SigningKeys | null {
  const text = secrets.openOrNull(sealed, placeOf(webhookId));
  return text === null ? null : keysOf(text);
}

function keysOf(text: string): SigningKeys {
  const keys = JSON.parse(text) as Sealed;
  return { ...keys, old: [keys.old ?? []].flat() };
}

function placeOf(webhookId: number): string {
  return `webhooks.secrets:${webhookId}`;
}
