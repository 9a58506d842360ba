import assert from "node:assert/strict";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import type { Account, Checkpoint, OutgoingPost } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import type { LogInCall } from "../../../connectors/log-in.ts";
import { channelOf } from "../../../connectors/oauth/testing/log-in.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import { aPost } from "../../../connectors/testing/posts.ts";
import type { SandboxReaction } from "../../../sandbox/network.ts";
import { tiktokSandbox } from "../../sandbox/index.ts";
import { tiktok } from "../index.ts";
import { logIn } from "../log-in.ts";

export const CALLBACK = "https://social.example/connect/tiktok/callback";
const PUBLIC: PreferenceValues = { privacy: "PUBLIC_TO_EVERYONE" };

/** TikTok, and a channel on it whose posts everybody may see. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(postId: string, reaction: SandboxReaction): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const network = await openNetwork(tiktokSandbox);
  // The tests of deliveries let days pass; that tokens are renewed meanwhile is the service's part.
  await network.world.objects.put("settings", "tiktok", { access_seconds: 90 * 86_400 });
  const { credentials } = await tiktokSandbox.account("Corner Bakery", network.world);
  await network.world.objects.put("settings", "tiktok", {});
  const account = await connected(tiktok, credentials, network.call());
  network.exchanges.length = 0;
  return {
    ...network,
    credentials,
    account: { ...account, preferences: PUBLIC },
    settings: (values) => network.world.objects.put("settings", "tiktok", values),
    react: (postId, reaction) => tiktokSandbox.react(network.world, postId, reaction),
  };
}

/** With other preferences, or as another account, if any are given. */
export function deliver(
  stage: Stage,
  post: OutgoingPost,
  {
    preferences = {},
    as = stage.account,
    kill,
    checkpoint,
  }: { preferences?: PreferenceValues; as?: Account; kill?: Kill; checkpoint?: Checkpoint } = {},
): Delivery {
  const account = { ...as, preferences: { ...PUBLIC, ...as.preferences, ...preferences } };
  return deliverBy(tiktok, post, { ...stage, account, kill, checkpoint });
}

export function aVideoPost(stage: Stage, fields: Partial<OutgoingPost> = {}): OutgoingPost {
  return aPost({ type: "VIDEO", text: "Fresh rolls #bread", media: [stage.files.video()], ...fields });
}

export async function aPhotoPost(stage: Stage, fields: Partial<OutgoingPost> = {}): Promise<OutgoingPost> {
  return aPost({ type: "IMAGE", text: "Fresh rolls #bread", media: [await stage.files.image()], ...fields });
}

/** The bodies of all requests to the path, in order. */
export function bodies({ exchanges }: Stage, path: RegExp): Readonly<Record<string, Record<string, unknown>>>[] {
  return exchanges.filter(({ request }) => path.test(request.url)).map(({ request: { body } }) => JSON.parse(String(body)));
}

/** Requests that ask for a post. */
export const INIT = /\/(?:video|content)\/init\//;
export const STATUS = /\/status\/fetch\//;
export const UPLOAD = /\/upload\/video/;
export const LIST = /\/video\/list\//;

/** An answer in TikTok's form. */
export function refusal(status: number, code: string, message = "No.") {
  return { status, body: { error: { code, message, log_id: "20261122" } } };
}

/** What a person comes back with who decides so on the network's page. */
export async function comeBack(
  call: LogInCall,
  { decision = "allow", scopes, name = "Ada Lovelace" }: { decision?: "allow" | "cancel"; scopes?: readonly string[]; name?: string } = {},
): Promise<Record<string, string>> {
  const request = { state: "s 1", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  const opened = await logIn.begin(request, call);
  assert.ok(opened.kind === "open", JSON.stringify(opened));
  const { origin, pathname, search, searchParams } = new URL(opened.url);
  const given = scopes ?? (searchParams.get("scope") ?? "").split(",");
  const body = new URLSearchParams([
    ["asked", search.slice(1)],
    ["name", name],
    ["decision", decision],
    ...given.map((scope) => ["given_scope", scope]),
  ]);
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body });
  const location = reply.headers.get("location");
  assert.ok(location !== null, `${reply.status}`);
  return Object.fromEntries(new URL(location).searchParams);
}

export async function granted(call: LogInCall, person: Parameters<typeof comeBack>[1] = {}) {
  const outcome = await logIn.finish(
    { parameters: await comeBack(call, person), redirectUri: CALLBACK, verifier: "v", memory: null },
    call,
  );
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}

/** The channel of a person who logs in. */
export async function loggedIn(stage: Stage, person: Parameters<typeof comeBack>[1] = {}) {
  const call = stage.logInCall();
  const grant = await granted(call, person);
  const listed = await logIn.accounts(grant, call);
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  const [account] = listed.accounts;
  assert.ok(account !== undefined);
  return { grant, account, channel: channelOf(account, grant) };
}
