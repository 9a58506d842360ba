import assert from "node:assert/strict";
import type { GrantFacts, LogIn, LogInCall } from "../../../connectors/log-in.ts";
import type { Stage } from "./stage.ts";

export const CALLBACK = "http://127.0.0.1:9/connect/instagram/callback";

/** What a person does on the network's log-in page. */
export interface Visit {
  readonly name: string;
  readonly decision?: "allow" | "cancel";
  readonly scopes?: readonly string[];
  readonly accounts?: readonly string[];
}

/** Goes through the network's log-in page and returns the parameters of the redirect. */
export async function visit(logIn: LogIn, call: LogInCall, person: Visit): Promise<Record<string, string>> {
  const request = { state: "state-1", redirectUri: CALLBACK, challenge: "unused", asked: "", publicUrl: "http://127.0.0.1:9" };
  const begun = await logIn.begin(request, call);
  assert.ok(begun.kind === "open", JSON.stringify(begun));
  const url = new URL(begun.url);
  const body = new URLSearchParams({ asked: url.search.slice(1), name: person.name, decision: person.decision ?? "allow" });
  for (const scope of person.scopes ?? logIn.scopes.map(({ name }) => name)) body.append("given_scope", scope);
  for (const account of person.accounts ?? []) body.append("given_account", account);
  const reply = await fetch(url.origin + url.pathname, { method: "POST", body, redirect: "manual" });
  const target = new URL(reply.headers.get("location") ?? assert.fail(await reply.text()));
  assert.equal(target.searchParams.get("state"), "state-1");
  return Object.fromEntries(target.searchParams);
}

export function answer(parameters: Record<string, string>) {
  return { parameters, redirectUri: CALLBACK, verifier: "unused", memory: null };
}

/** The grant that a person gives. */
export async function granted(stage: Stage, logIn: LogIn, person: Visit): Promise<GrantFacts> {
  const call = stage.logInCall();
  const outcome = await logIn.finish(answer(await visit(logIn, call, person)), call);
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}
