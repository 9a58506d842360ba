import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import type { FeedLogin } from "../feeds/login.ts";
import { insertLogin } from "./store.ts";

/** Keeps the login of a feed, which nobody is shown again. */
export async function keepLogin({ secrets }: Pick<App, "secrets">, tx: Queryable, automationId: number, login: FeedLogin): Promise<void> {
  await insertLogin(tx, automationId, secrets.seal(JSON.stringify(login), placeOf(automationId)));
}

/** Null without one, and for one that no key of this service opens: the feed's server then says that it wants one. */
export function openLogin({ secrets }: Pick<App, "secrets">, automationId: number, sealed: string | null): FeedLogin | null {
  const text = sealed === null ? null : secrets.openOrNull(sealed, placeOf(automationId));
  return text === null ? null : (JSON.parse(text) as FeedLogin);
}

function placeOf(automationId: number): string {
  return `automation_logins.sealed:${automationId}`;
}
