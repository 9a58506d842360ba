import { facebook } from "../index.ts";
import type { Stage } from "./stage.ts";

export const REDIRECT = "https://rostrum.example/connect/facebook/callback";

/** What a person ticks; null for everything. */
export interface Ticked {
  readonly scopes?: readonly string[];
  readonly accounts?: readonly string[];
  readonly decision?: "allow" | "cancel";
}

/** The connector's only log-in. */
export function logInOf() {
  const [logIn] = facebook.logIns ?? [];
  if (logIn === undefined) throw new Error("there is no log-in");
  return logIn;
}

/** Goes through the network's pages as this person, and returns the parameters of the redirect. */
export async function walkThrough(
  stage: Stage,
  name: string,
  ticked: Ticked = {},
  call = stage.logInCall(),
): Promise<Record<string, string>> {
  const begun = await logInOf().begin(
    { state: "s-1", redirectUri: REDIRECT, challenge: "unused", asked: "", publicUrl: "https://rostrum.example" },
    call,
  );
  if (begun.kind !== "open") throw new Error(`not begun: ${begun.reason}`);
  const { origin, pathname, search } = new URL(begun.url);
  const post = (fields: readonly (readonly [string, string])[]) =>
    fetch(`${origin}${pathname}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields.map(([key, value]) => [key, value])).toString(),
    });
  const asked = ["asked", search.slice(1)] as const;
  const consent = await (await post([asked, ["name", name]])).text();
  const offered = (field: string) =>
    [...consent.matchAll(new RegExp(`name="${field}" value="([^"]+)"`, "g"))].map(([, value = ""]) => value);
  const given = [
    ...(ticked.scopes ?? offered("given_scope")).map((scope) => ["given_scope", scope] as const),
    ...(ticked.accounts ?? offered("given_account")).map((id) => ["given_account", id] as const),
  ];
  const answer = await post([asked, ["name", name], ["decision", ticked.decision ?? "allow"], ...given]);
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`no redirect: ${await answer.text()}`);
  return Object.fromEntries(new URL(location).searchParams);
}

export async function loggedIn(stage: Stage, name: string, ticked: Ticked = {}, call = stage.logInCall()) {
  const parameters = await walkThrough(stage, name, ticked, call);
  const outcome = await logInOf().finish({ parameters, redirectUri: REDIRECT, verifier: "unused", memory: null }, stage.logInCall());
  if (outcome.kind !== "granted") throw new Error(`not granted: ${JSON.stringify(outcome)}`);
  return outcome.grant;
}
