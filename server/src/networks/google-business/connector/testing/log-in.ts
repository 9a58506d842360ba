import assert from "node:assert/strict";
import type { GrantFacts, LogInCall } from "../../../connectors/log-in.ts";
import { aJourney, answered, begun } from "../../../connectors/oauth/testing/log-in.ts";
import { logIn } from "../log-in.ts";
import type { Stage } from "./stage.ts";

export interface Wish {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly decision?: "allow" | "cancel";
  readonly call?: LogInCall;
}

/** Goes through Google's page, and comes back with its answer. */
export async function finished(stage: Stage, { name = "Anna", scopes, decision = "allow", call = stage.logInCall() }: Wish = {}) {
  const service = { publicUrl: "https://social.example", application: call.application };
  const journey = aJourney(logIn, stage.call(), service);
  const { url, memory } = await begun(logIn, "", journey);
  const { origin, pathname, search } = new URL(url);
  const given = scopes ?? logIn.scopes.map((scope) => scope.name);
  const fields = [["asked", search.slice(1)], ["name", name], ["decision", decision], ...given.map((scope) => ["given_scope", scope])];
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const parameters = Object.fromEntries(new URL(reply.headers.get("location") ?? assert.fail(await reply.text())).searchParams);
  const answer = answered(journey, parameters, memory);
  return { url: new URL(url), answer, outcome: await logIn.finish(answer, { ...journey.call, ...call }) };
}

export async function granted(stage: Stage, wish: Wish = {}): Promise<GrantFacts> {
  const { outcome } = await finished(stage, wish);
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}
