import assert from "node:assert/strict";
import { addSeconds, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import type { CallRequest } from "../../../../ground/net/net.ts";
import type { Account, Checkpoint, OutgoingComment, OutgoingPost } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import type { LogInCall } from "../../../connectors/log-in.ts";
import { aJourney, answered, begun } from "../../../connectors/oauth/testing/log-in.ts";
import { APPLICATION, connected } from "../../../connectors/testing/call.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { type Exchange, type NetworkOptions, openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import type { SandboxReaction } from "../../../sandbox/network.ts";
import { youtubeSandbox } from "../../sandbox/index.ts";
import { youtube } from "../index.ts";
import { logIn } from "../log-in.ts";

/** YouTube, and the channel Corner Bakery on it. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(videoId: string, reaction: SandboxReaction): Promise<void>;
  /** Calls the API as the channel, as if by hand. */
  ask(path: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export const OPENING = { method: "POST", path: /\/upload\/youtube\/v3\/videos/ } as const;
/** Bytes, and questions about them. */
export const BYTES = { method: "PUT", path: /upload_id=/ } as const;
export const PUBLIC = { visibility: "public", madeForKids: false } as const;

export async function openStage(options: NetworkOptions = {}): Promise<Stage> {
  const network = await openNetwork(youtubeSandbox, { startsAt: toInstant("2026-11-21T09:00:00Z"), ...options });
  const account = { ...(await connected(youtube, network.credentials, network.call())), preferences: PUBLIC };
  network.exchanges.length = 0;
  const call = renewed(network);
  return {
    ...network,
    call,
    account,
    settings: (values) => network.world.objects.put("settings", "youtube", values),
    react: (videoId, reaction) => youtubeSandbox.react(network.world, videoId, reaction),
    async ask(path) {
      const reply = await fetch(`${network.baseUrl}/youtube/v3${path}`, {
        headers: { authorization: `Bearer ${network.credentials.accessToken}` },
      });
      const { items = [] } = JSON.parse(await reply.text());
      return items;
    },
  };
}

const RENEWED_AFTER_SECONDS = 3000;

/** Calls whose token is renewed before each request, as the service does it before each step. */
function renewed({ call, now, baseUrl, credentials }: TestNetwork): TestNetwork["call"] {
  const form = {
    grant_type: "refresh_token",
    refresh_token: credentials.refreshToken ?? "",
    client_id: APPLICATION.clientId,
    client_secret: APPLICATION.clientSecret,
  };
  let [token, at] = [credentials.accessToken ?? "", now()];
  const renew = async () => {
    if (secondsBetween(at, now()) < RENEWED_AFTER_SECONDS) return;
    const reply = await fetch(`${baseUrl}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    [token, at] = [String(JSON.parse(await reply.text()).access_token), now()];
  };
  return (checkpoint) => {
    const own = call(checkpoint);
    const net = {
      ...own.net,
      async call(request: CallRequest) {
        const isOwn = request.headers?.authorization === `Bearer ${credentials.accessToken}`;
        if (!isOwn) return own.net.call(request);
        await renew();
        return own.net.call({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
      },
    };
    return { ...own, net };
  };
}

export function deliver(
  stage: Stage,
  order: OutgoingPost | OutgoingComment,
  { as: account = stage.account, kill, checkpoint }: { as?: Account; kill?: Kill; checkpoint?: Checkpoint } = {},
): Delivery {
  return deliverBy(youtube, order, { ...stage, account, kill, checkpoint });
}

/** The same on a machine whose clock is ahead of YouTube's by so much. */
export function deliverAhead(stage: Stage, order: OutgoingPost | OutgoingComment, seconds: number): Delivery {
  const call: Stage["call"] = (checkpoint) => ({ ...stage.call(checkpoint), now: () => addSeconds(stage.now(), seconds) });
  return deliverBy(youtube, order, { ...stage, call });
}

/** Publishes, which must succeed. */
export async function published(stage: Stage, post: OutgoingPost, as?: Account) {
  const delivery = deliver(stage, post, as === undefined ? {} : { as });
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  return { outcome, delivery };
}

/** The requests of a kind, in order. */
export function requestsTo(stage: Pick<Stage, "exchanges">, { method, path }: { method: string; path: RegExp }): Exchange[] {
  return stage.exchanges.filter(({ request }) => request.method === method && path.test(request.url));
}

/** The ranges of the parts that were sent. */
export function rangesSent(stage: Pick<Stage, "exchanges">): string[] {
  return requestsTo(stage, BYTES).flatMap(({ request }) => {
    const range = request.headers?.["content-range"] ?? "";
    return range.includes("*") ? [] : [range.replace("bytes ", "")];
  });
}

export function bodyOf({ request: { body } }: Exchange): Record<string, unknown> {
  return JSON.parse(typeof body === "string" ? body : "null");
}

/** The id of a playlist that every channel of the sandbox has. */
export async function playlistNamed(stage: Stage, name: string): Promise<string> {
  const lists = await stage.ask("/playlists?part=snippet&mine=true&maxResults=50");
  const list = lists.find(({ snippet }) => Object(snippet).title === name);
  return String(list?.id ?? assert.fail(`there is no playlist ${name}`));
}

/** The playlist's videos. */
export async function videosIn(stage: Stage, playlist: string): Promise<string[]> {
  const items = await stage.ask(`/playlistItems?part=snippet&playlistId=${playlist}&maxResults=50`);
  return items.map(({ snippet }) => String(Object(Object(snippet).resourceId).videoId));
}

export interface Visit {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly decision?: "allow" | "cancel";
}

/** Goes through Google's page, and comes back with its answer. */
export async function comeBack(
  stage: Stage,
  { name = "Anna", scopes = logIn.scopes.map((scope) => scope.name), decision = "allow" }: Visit = {},
  call: LogInCall = stage.logInCall(),
) {
  const journey = aJourney(logIn, stage.call(), { publicUrl: "https://social.example", application: call.application });
  const { url, memory } = await begun(logIn, "", journey);
  const { origin, pathname, search } = new URL(url);
  const fields = [["asked", search.slice(1)], ["name", name], ["decision", decision], ...scopes.map((scope) => ["given_scope", scope])];
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const parameters = Object.fromEntries(new URL(reply.headers.get("location") ?? assert.fail(await reply.text())).searchParams);
  return { url: new URL(url), answer: answered(journey, parameters, memory) };
}

export async function granted(stage: Stage, visit: Visit = {}) {
  const { answer } = await comeBack(stage, visit);
  const outcome = await logIn.finish(answer, stage.logInCall());
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}
