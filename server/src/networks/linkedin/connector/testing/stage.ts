import assert from "node:assert/strict";
import type { Account } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import type { LogIn, LogInCall } from "../../../connectors/log-in.ts";
import { channelOf } from "../../../connectors/oauth/testing/log-in.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import type { SandboxReaction } from "../../../sandbox/network.ts";
import { linkedinSandbox } from "../../sandbox/index.ts";
import { linkedin } from "../index.ts";
import { pagesLogIn } from "../log-in.ts";

export const CALLBACK = "https://social.example/connect/linkedin/callback";

/** LinkedIn, and two channels on it. */
export interface Stage extends TestNetwork {
  /** A Page, by the token of its administrator. */
  readonly page: Account;
  /** A person, by a log-in for Pages. */
  readonly member: Account;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(postId: string, reaction: SandboxReaction): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const network = await openNetwork(linkedinSandbox);
  const page = await connected(linkedin, network.credentials, network.call());
  const member = await loggedIn(network.logInCall());
  network.exchanges.length = 0;
  return {
    ...network,
    page,
    member,
    settings: (values) => network.world.objects.put("settings", "linkedin", values),
    react: (postId, reaction) => linkedinSandbox.react(network.world, postId, reaction),
  };
}

/** What a person comes back with who decides so on the network's page. */
export async function comeBack(
  logIn: LogIn,
  call: LogInCall,
  { decision = "allow" }: { decision?: "allow" | "cancel" } = {},
): Promise<Record<string, string>> {
  const request = { state: "s 1", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  const opened = await logIn.begin(request, call);
  assert.ok(opened.kind === "open", JSON.stringify(opened));
  const { origin, pathname, search } = new URL(opened.url);
  const first = await fetch(opened.url, { redirect: "manual" });
  if (first.status === 302) return parametersOf(first);
  const body = new URLSearchParams({ asked: search.slice(1), name: "Ada Lovelace", decision });
  return parametersOf(await fetch(origin + pathname, { method: "POST", redirect: "manual", body }));
}

function parametersOf(reply: Response): Record<string, string> {
  const location = reply.headers.get("location");
  assert.ok(location !== null, `${reply.status}`);
  return Object.fromEntries(new URL(location).searchParams);
}

export async function granted(logIn: LogIn, call: LogInCall) {
  const parameters = await comeBack(logIn, call);
  const outcome = await logIn.finish({ parameters, redirectUri: CALLBACK, verifier: "v", memory: null }, call);
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}

async function loggedIn(call: LogInCall): Promise<Account> {
  const grant = await granted(pagesLogIn, call);
  const listed = await pagesLogIn.accounts(grant, call);
  assert.ok(listed.kind === "listed");
  const profile = listed.accounts.find(({ remoteId }) => remoteId.startsWith("urn:li:person:"));
  assert.ok(profile !== undefined);
  return channelOf(profile, grant);
}

/** The requests that make what readers see, in order. */
export function writes({ exchanges }: Stage): string[] {
  return exchanges
    .filter(({ request }) => request.method === "POST" && /\/rest\/(posts|socialActions\/[^/]+\/comments)$/.test(request.url))
    .map(({ request }) => String(request.body));
}
