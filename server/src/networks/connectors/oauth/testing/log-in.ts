import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { Account, AccountGrant, Call } from "../../connector.ts";
import type { Application, GrantFacts, LogIn, LogInAccount, LogInAnswer, LogInCall } from "../../log-in.ts";

export const PUBLIC_URL = "http://127.0.0.1:4000";

/** The service at which people log in. */
export interface Service {
  readonly publicUrl: string;
  readonly application: Application | null;
}

const ON_THIS_MACHINE: Service = { publicUrl: PUBLIC_URL, application: null };

/** One log-in, from the question to the answer that the person comes back with. */
export interface Journey {
  readonly state: string;
  readonly publicUrl: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly call: LogInCall;
}

export function aJourney(logIn: LogIn, call: Call, { publicUrl, application } = ON_THIS_MACHINE): Journey {
  return {
    state: randomBytes(16).toString("base64url"),
    publicUrl,
    redirectUri: `${publicUrl}/connect/${logIn.application}/callback`,
    verifier: randomBytes(32).toString("base64url"),
    call: { ...call, application },
  };
}

export function challengeOf({ verifier }: Journey): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Sends the person to the network and returns the page's address and what to remember. */
export async function begun(logIn: LogIn, asked: string, journey: Journey) {
  const { state, redirectUri, publicUrl, call } = journey;
  const opened = await logIn.begin({ state, redirectUri, challenge: challengeOf(journey), asked, publicUrl }, call);
  assert.ok(opened.kind === "open", JSON.stringify(opened));
  return opened;
}

/** What the person does at the network: reads its page, fills in the fields and presses a button. Returns the redirect's parameters. */
export async function decided(url: string, fields: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const page = await fetch(url);
  const html = await page.text();
  assert.equal(page.status, 200, html);
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [
    name,
    value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
  ]);
  const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? "";
  const answer = await fetch(new URL(action, url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams([...hidden, ...Object.entries(fields)]),
  });
  const location = answer.headers.get("location");
  assert.ok(location !== null, `${answer.status} ${await answer.text()}`);
  return Object.fromEntries(new URL(location).searchParams);
}

export function answered(
  { redirectUri, verifier }: Journey,
  parameters: Record<string, string>,
  memory: LogInAnswer["memory"],
): LogInAnswer {
  return { parameters, redirectUri, verifier, memory };
}

/** Who logs in, and where. */
export interface Visit {
  readonly asked: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly service?: Service;
}

/** A whole log-in in which the person agrees. */
export async function granted(logIn: LogIn, call: Call, person: Visit) {
  const journey = aJourney(logIn, call, person.service);
  const { url, memory } = await begun(logIn, person.asked, journey);
  const finished = await logIn.finish(answered(journey, await decided(url, person.fields), memory), journey.call);
  assert.ok(finished.kind === "granted", JSON.stringify(finished));
  return { grant: stored(finished.grant), journey };
}

/** The channel that is made from an account of the grant. */
export function channelOf(account: LogInAccount, grant: GrantFacts): Account {
  return {
    channelId: 1,
    remoteId: account.remoteId,
    handle: account.handle,
    credentials: account.credentials,
    settings: account.settings,
    preferences: {},
    grant: accountGrantOf(grant),
    saveCredentials: async () => assert.fail("a channel of a grant has no credentials of its own to save"),
  };
}

function accountGrantOf({ application, remoteId, scopes, credentials }: GrantFacts): AccountGrant {
  return { application, clientId: "", remoteId, scopes, credentials };
}

/** As the service keeps it: as JSON. */
function stored<T>(facts: T): T {
  const kept: T = JSON.parse(JSON.stringify(facts));
  return kept;
}
