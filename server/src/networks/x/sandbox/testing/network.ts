import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { xSandbox } from "../index.ts";

export const CALLBACK = "http://127.0.0.1:9/connect/x/callback";
export const SCOPES = ["tweet.read", "tweet.write", "users.read", "media.write", "offline.access"];
const VERIFIER = "v".repeat(43);
const BASIC = `Basic ${Buffer.from("sandbox:sandbox-secret").toString("base64")}`;

/** The network over HTTP, with the account Corner Bakery and a clock that tests move. */
export interface Network extends Ground {
  readonly tokens: Tokens;
  ask(method: string, path: string, options?: Options): Promise<Answer>;
  get(path: string, query?: Texts): Promise<Answer>;
  /** Posts and returns the id. */
  posted(body: unknown): Promise<string>;
  settings(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Uploads a file in one piece and returns its id. */
  uploaded(bytes: Uint8Array, category?: string): Promise<string>;
  /** Uploads a file in four steps, in segments of this size, and returns what the last step answers. */
  uploadedInSegments(bytes: Uint8Array, upload: { category: string; type: string; size: number }): Promise<Answer>;
  /** Logs in on the page, as a browser would submit it, and returns where it leads. */
  logIn(fields?: { scopes?: readonly string[]; decision?: string }): Promise<URL>;
  /** One of OAuth's two calls; without `authorization` as the confidential client. */
  oauth(call: "token" | "revoke", fields: Texts, authorization?: string | null): Promise<Answer>;
  exchange(code: string, changes?: Texts): Promise<Answer>;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export type Texts = Readonly<Record<string, string>>;
interface Options {
  readonly query?: Texts;
  /** Sent as JSON, or as a form if it is one. */
  readonly body?: unknown;
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The posts of a list. */
  readonly posts: readonly Post[];
}

/** The fields of responses that the assertions use. */
export interface Body {
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly includes: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly meta: { readonly result_count: number; readonly next_token?: string };
  readonly errors: readonly { readonly message: string; readonly type: string }[];
  readonly title: string;
  readonly detail: string;
  readonly error_description: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface Post {
  readonly id: string;
  readonly text: string;
  readonly entities: { readonly urls: readonly Readonly<Record<string, unknown>>[] };
}

export async function openNetwork(): Promise<Network> {
  const ground = await openGround(xSandbox);
  const { world } = ground;
  const { accessToken = "", refreshToken = "" } = (await xSandbox.account("Corner Bakery", world)).credentials;

  const ask: Network["ask"] = async (method, path, { query = {}, body, token = accessToken } = {}) => {
    const isForm = body instanceof FormData;
    const reply = await fetch(`${world.baseUrl}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    return answerOf(reply);
  };
  const oauth: Network["oauth"] = async (call, fields, authorization = BASIC) =>
    answerOf(
      await fetch(`${world.baseUrl}/2/oauth2/${call}`, {
        method: "POST",
        headers: authorization === null ? {} : { authorization },
        body: new URLSearchParams(fields),
      }),
    );
  const network: Network = {
    ...ground,
    tokens: { accessToken, refreshToken },
    ask,
    oauth,
    get: (path, query = {}) => ask("GET", path, { query }),
    settings: (values) => world.objects.put("settings", "server", { ...values }),
    async posted(body) {
      const answer = await ask("POST", "/2/tweets", { body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.data.id;
    },
    async uploaded(bytes, category = "tweet_image") {
      const answer = await ask("POST", "/2/media/upload", { body: formOf({ media_category: category, media: bytes }) });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data.id;
    },
    async uploadedInSegments(bytes, { category, type, size }) {
      const begin = { media_type: type, media_category: category, total_bytes: bytes.byteLength };
      const { id } = (await ask("POST", "/2/media/upload/initialize", { body: begin })).body.data;
      for (let index = 0; index * size < bytes.byteLength; index += 1) {
        const media = bytes.subarray(index * size, (index + 1) * size);
        const answer = await ask("POST", `/2/media/upload/${id}/append`, { body: formOf({ segment_index: String(index), media }) });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
      }
      return ask("POST", `/2/media/upload/${id}/finalize`, { body: {} });
    },
    async logIn({ scopes = SCOPES, decision = "allow" } = {}) {
      const asked = logInQuery().toString();
      const form = new URLSearchParams({ asked, name: "Corner Bakery", decision });
      for (const scope of scopes) form.append("given_scope", scope);
      const reply = await fetch(`${world.baseUrl}/www/i/oauth2/authorize`, { method: "POST", body: form, redirect: "manual" });
      assert.equal(reply.status, 302);
      return new URL(reply.headers.get("location") ?? "");
    },
    exchange: (code, changes = {}) =>
      oauth("token", { grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: VERIFIER, ...changes }),
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
  return network;
}

export function logInQuery(changes: Texts = {}): URLSearchParams {
  const code_challenge = createHash("sha256").update(VERIFIER).digest("base64url");
  const asked = { response_type: "code", client_id: "sandbox", redirect_uri: CALLBACK, scope: SCOPES.join(" "), state: "s" };
  return new URLSearchParams({ ...asked, code_challenge, code_challenge_method: "S256", ...changes });
}

export function formOf(fields: Readonly<Record<string, string | Uint8Array>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, typeof value === "string" ? value : new Blob([value.slice()]));
  return form;
}

async function answerOf(reply: Response): Promise<Answer> {
  const body = bodyOf(await reply.json());
  return { status: reply.status, headers: reply.headers, body, posts: Array.isArray(body.data) ? body.data : [] };
}

/** The one place where tests trust the shape of a response. */
function bodyOf(json: unknown): Body {
  return json as Body;
}
