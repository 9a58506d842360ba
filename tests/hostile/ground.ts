import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { connect } from "../../server/src/ground/database/connect.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aProgram, codeOf, PASSWORD, REDIRECT_URI, signIn } from "../../server/src/testing/program.ts";
import { aVisitor } from "../../server/src/testing/visitor.ts";
import { admin } from "../blackbox/support/admin.ts";
import { apiOf } from "../blackbox/support/api.ts";
import { type Service, startService } from "../blackbox/support/service.ts";
import { object, text } from "../blackbox/support/shape.ts";
import { aBrandOf, aChannel, aCollection, aKey, aPost, type Workspace } from "../blackbox/support/stage.ts";
import { anUpload } from "../blackbox/support/upload.ts";
import type { Grounds } from "./run.ts";
import { type Samples, samples } from "./samples.ts";
import { aHostileSite, type HostileSite } from "./site.ts";

/** What an attacker knows about the service: as much as a malicious member, with tokens for every entry point. */
export interface Ground {
  readonly port: number;
  readonly url: string;
  readonly email: string;
  readonly key: string;
  readonly adminToken: string;
  readonly toolToken: string;
  readonly clientId: string;
  readonly refreshToken: string;
  readonly cookie: string;
  /** Values for the placeholders in the table's paths. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly channelIds: readonly number[];
  readonly mediaIds: readonly string[];
  readonly sandbox: SandboxTokens;
  readonly site: HostileSite;
  readonly files: Samples;
}

interface SandboxTokens {
  /** The cookie of a signed-in user, which the sandbox networks' pages require. */
  readonly cookie: string;
  readonly mastodon: string;
  readonly mastodonApp: { readonly id: string; readonly secret: string; readonly redirectUri: string };
  readonly bluesky: { readonly handle: string; readonly did: string; readonly accessJwt: string };
  readonly telegram: { readonly token: string; readonly chatId: string };
  readonly hook: { readonly name: string; readonly secret: string };
}

/** A long turn of the service's event loop. */
export interface Turn {
  readonly at: number;
  readonly milliseconds: number;
}

export interface Place extends AsyncDisposable {
  readonly grounds: Grounds;
  readonly service: Service;
  /** Queries the service's database. */
  query(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** The long turns so far, longest first, and the pids with which the service has run. */
  turns(): Promise<{ readonly turns: readonly Turn[]; readonly pids: readonly number[] }>;
}

const WATCH = pathToFileURL(join(import.meta.dirname, "watch.ts")).href;

/** Starts a service with everything enabled and a hostile network around it. */
export async function aPlaceUnderAttack(): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await temporaryFolder());
  const turnsFile = join(folder, "turns");
  const site = opened.use(await aHostileSite());
  // The test helper that starts it also stops it, with its database.
  const service = await startService({
    NODE_OPTIONS: `--import=${WATCH}`,
    ROSTRUM_HOSTILE_TURNS: turnsFile,
    ROSTRUM_TRUST_PROXY: "127.0.0.1/32",
    ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0",
    ROSTRUM_POSTS_PER_BRAND: "0",
    ROSTRUM_MASTODON_API_URL: `${site.url}/platform`,
    ROSTRUM_BLUESKY_API_URL: `${site.url}/platform`,
    ROSTRUM_TELEGRAM_API_URL: `${site.url}/platform`,
  });
  const { databaseUrl } = service;
  assert.ok(databaseUrl !== null, "run by scripts/test.ts");
  const query: Place["query"] = async (sql, values) => {
    const database = connect(databaseUrl, { poolSize: 1, log: () => {} });
    try {
      return (await database.query(sql, [...values])).rows;
    } finally {
      await database.end();
    }
  };
  const files = await samples();
  site.serve({ ...files.whole, ...files.bombs });
  const shared = { service, site, files };
  const [counted, other] = [await aMember(shared), await aMember(shared)];
  const sandbox = await sandboxTokens(service, { query, cookie: counted.cookie });
  const grounds = { counted: { ...counted, sandbox }, other: { ...other, sandbox } };
  const open = opened.move();
  return {
    grounds,
    service,
    query,
    async turns() {
      const lines = (await readFile(turnsFile, "utf8")).trim().split("\n");
      const facts: Partial<Turn & { pid: number }>[] = lines.map((line) => JSON.parse(line));
      return {
        pids: facts.flatMap(({ pid }) => pid ?? []),
        turns: facts
          .flatMap(({ at, milliseconds }) => (at === undefined || milliseconds === undefined ? [] : [{ at, milliseconds }]))
          .sort((a, b) => b.milliseconds - a.milliseconds),
      };
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

interface Shared {
  readonly service: Service;
  readonly site: HostileSite;
  readonly files: Samples;
}

/** A member with a brand, a key, a password and a connected app, and targets for hostile inputs. */
async function aMember({ service, site, files }: Shared): Promise<Omit<Ground, "sandbox">> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  const made = await admin(service, {
    method: "POST",
    path: "/users",
    body: { name: "Ada Baker", email, password: PASSWORD },
    data: object({ id: text, email: text }),
  });
  const key = await aKey(service, email);
  const scapegoat = await aKey(service, email);
  const workspace = await aBrandOf({ service, id: made.id, email, keyId: key.id, api: apiOf(service.url, key.key) });
  const channelIds = await channelsOf(workspace);
  const collections = [
    await aCollection(workspace),
    await aCollection(workspace, { queues: ["Mon 09:00"] }),
    await aCollection(workspace, { channels: channelIds }),
  ].map(({ id }) => id);
  const postIds = [];
  for (const id of collections) postIds.push(await aPost(workspace, id));
  return {
    port: Number(new URL(service.url).port),
    url: service.url,
    email,
    key: key.key,
    adminToken: service.adminToken,
    ...(await aProgramOf(service, email)),
    ids: {
      brand_id: [String(workspace.brandId)],
      collection_id: collections.map(String),
      post_id: postIds.map(String),
      key_id: [String(scapegoat.id)],
      channel_id: channelIds.map(String),
    },
    channelIds,
    mediaIds: [await anUpload(workspace, "png"), await anUpload(workspace, "mp4"), await anUpload(workspace, "pdf")],
    site,
    files,
  };
}

/** A channel on each sandbox network. */
async function channelsOf(workspace: Workspace): Promise<number[]> {
  const ids: number[] = [];
  for (const type of ["Mastodon", "Bluesky", "Telegram", "Social Media"] as const) ids.push(await aChannel(workspace, type, "sandbox"));
  return ids;
}

async function aProgramOf(service: Service, email: string) {
  const visitor = aVisitor(service.url);
  await signIn(visitor, email);
  const program = await aProgram(service);
  const { path, verifier } = program.request();
  const allowed = await visitor.submit(await visitor.get(path), "/oauth/authorize", { decision: "allow" });
  const { body } = await program.exchange(codeOf(allowed), verifier);
  return {
    clientId: program.clientId,
    toolToken: String(body.access_token),
    refreshToken: String(body.refresh_token),
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}

/** The secrets of the sandbox accounts, which the sandbox stores unencrypted. */
async function sandboxTokens(
  service: Service,
  { query, cookie }: { readonly query: Place["query"]; readonly cookie: string },
): Promise<SandboxTokens> {
  const documents = async (network: string, kind: string) => {
    const sql = "select id, document from sandbox_objects where network = $1 and kind = $2 order by position limit 1";
    const [found] = await query(sql, [network, kind]);
    return { id: String(found?.id), document: Object(found?.document) as Readonly<Record<string, unknown>> };
  };
  const post = async (path: string, fields: Record<string, string>): Promise<Record<string, unknown>> =>
    (await fetch(`${service.url}/sandbox/${path}`, { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) })).json();
  const app = await post("mastodon/api/v1/apps", { client_name: "Hostile", redirect_uris: REDIRECT_URI, scopes: "read write" });
  const account = await documents("bluesky", "account");
  const session = await fetch(`${service.url}/sandbox/bluesky/xrpc/com.atproto.server.createSession`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ identifier: account.id, password: account.document.appPassword }),
  });
  const answer = await session.text();
  assert.equal(session.status, 200, answer);
  const { accessJwt, handle, did } = JSON.parse(answer);
  const [token, bot, chat, hook] = [
    await documents("mastodon", "token"),
    await documents("telegram", "bot"),
    await documents("telegram", "account"),
    await documents("social-media", "account"),
  ];
  return {
    cookie,
    mastodon: token.id,
    mastodonApp: { id: String(app.client_id), secret: String(app.client_secret), redirectUri: REDIRECT_URI },
    bluesky: { handle, did, accessJwt },
    telegram: { token: String(bot.document.token), chatId: String(chat.document.chat_id) },
    hook: { name: hook.id, secret: String(hook.document.secret) },
  };
}
