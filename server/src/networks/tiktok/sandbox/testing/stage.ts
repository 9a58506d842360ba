import assert from "node:assert/strict";
import sharp from "sharp";
import { z } from "zod";
import { aVideoFile } from "../../../../testing/videos.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import type { SandboxPost } from "../../../sandbox/network.ts";
import { tiktokSandbox } from "../index.ts";
import { SCOPES } from "../people.ts";

/** The network over HTTP with the account Corner Bakery, and a service that has some files. */
export interface Stage extends Ground {
  readonly token: string;
  readonly refreshToken: string;
  /** What the service has, by name. */
  readonly files: Map<string, Uint8Array>;
  /** The names of files in the order in which they were fetched. */
  readonly fetched: string[];
  /** The address of a file. */
  link(name: string): string;
  post(path: string, body?: unknown, token?: string): Promise<Answer>;
  get(path: string, token?: string): Promise<Answer>;
  /** Begins a direct post of a video that is uploaded in one piece. */
  initVideo(changes?: Fields, size?: number): Promise<Answer>;
  initDraft(size?: number): Promise<Answer>;
  /** Begins a direct post of photos. */
  initPhotos(changes?: { readonly info?: Fields; readonly source?: Fields; readonly mode?: string }): Promise<Answer>;
  /** Sends a range of a file; without `first` and `last` all of it. */
  put(
    url: string,
    bytes: Uint8Array,
    range?: { readonly first?: number; readonly last?: number; readonly total?: number },
  ): Promise<number>;
  /** Posts a video and waits until it is processed; returns its publish id. */
  published(changes?: Fields, bytes?: Uint8Array): Promise<string>;
  statusOf(publishId: string): Promise<Record<string, unknown>>;
  set(settings: Record<string, unknown>): Promise<void>;
  /** Logs in as this person and returns where they are sent. */
  logIn(name: string, options?: { readonly scopes?: readonly string[]; readonly decision?: "allow" | "cancel" }): Promise<URL>;
  /** One of OAuth's two calls. */
  oauth(call: "token" | "revoke", form: Texts): Promise<Answer>;
  /** Logs in and returns the person's token. */
  tokenOf(name: string, scopes?: readonly string[]): Promise<string>;
  /** What viewers see, newest first. */
  feed(): Promise<readonly SandboxPost[]>;
}

export type Fields = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** As it came: ids lose digits when they are read as numbers. */
  readonly text: string;
  readonly body: Fields;
}

export const CALLBACK = "http://127.0.0.1:9/connect/tiktok/callback";
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#864" } });
export const JPEG = await picture(100, 150).jpeg().toBuffer();
export const FILM = await aVideoFile({ seconds: 2, width: 360, height: 640 });

export async function openStage(): Promise<Stage> {
  const files = new Map<string, Uint8Array>([
    ["a.jpg", JPEG],
    ["b.webp", await picture(1080, 1920).webp().toBuffer()],
    ["c.png", await picture(100, 150).png().toBuffer()],
    ["large.jpg", await picture(1200, 1400).jpeg().toBuffer()],
    ["v.mp4", FILM],
  ]);
  const fetched: string[] = [];
  const ground = await openGround(tiktokSandbox, (app) => {
    app.get<{ Params: { name: string } }>("/media/:token/:name", async (request, reply) => {
      fetched.push(request.params.name);
      const bytes = files.get(request.params.name);
      return bytes === undefined ? reply.status(404).send() : reply.type("application/octet-stream").send(bytes);
    });
  });
  const { accessToken: own = "", refreshToken = "" } = (await tiktokSandbox.account("Corner Bakery", ground.world)).credentials;
  const { baseUrl } = ground.world;
  const link = (name: string) => `${ground.origin}/media/token/${name}`;

  const post: Stage["post"] = async (path, body = {}, token = own) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json; charset=UTF-8" };
    return answerTo(await fetch(`${baseUrl}/v2${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
  };
  const initVideo: Stage["initVideo"] = (changes = {}, size = FILM.byteLength) =>
    post("/post/publish/video/init/", { post_info: { title: "Bread", ...PUBLIC, ...changes }, source_info: wholeFile(size) });
  const put: Stage["put"] = async (url, bytes, { first = 0, last = bytes.byteLength - 1, total = bytes.byteLength } = {}) => {
    const headers = { "content-type": "video/mp4", "content-range": `bytes ${first}-${last}/${total}` };
    const reply = await fetch(url, { method: "PUT", headers, body: Buffer.from(bytes.subarray(first, last + 1)) });
    await reply.arrayBuffer();
    return reply.status;
  };
  const logIn: Stage["logIn"] = async (name, { scopes = SCOPES.map(({ name }) => name), decision = "allow" } = {}) => {
    const form = new URLSearchParams([
      ["asked", `${logInQuery()}`],
      ["name", name],
      ["decision", decision],
      ...scopes.map((one) => ["given_scope", one]),
    ]);
    const reply = await fetch(`${baseUrl}/www/v2/auth/authorize/`, { method: "POST", redirect: "manual", body: form });
    assert.equal(reply.status, 302, await reply.text());
    return new URL(reply.headers.get("location") ?? "");
  };
  const oauth: Stage["oauth"] = async (call, form) => {
    const body = new URLSearchParams({ client_key: "sandbox", client_secret: "sandbox-secret", ...form });
    return answerTo(await fetch(`${baseUrl}/v2/oauth/${call}/`, { method: "POST", body }));
  };
  return {
    ...ground,
    token: own,
    refreshToken,
    files,
    fetched,
    link,
    post,
    async get(path, token = own) {
      return answerTo(await fetch(`${baseUrl}/v2${path}`, { headers: { authorization: `Bearer ${token}` } }));
    },
    initVideo,
    initDraft: (size = FILM.byteLength) => post("/post/publish/inbox/video/init/", { source_info: wholeFile(size) }),
    initPhotos: ({ info = {}, source = {}, mode = "DIRECT_POST" } = {}) =>
      post("/post/publish/content/init/", {
        media_type: "PHOTO",
        post_mode: mode,
        post_info: { title: "Bread", description: "From the oven #bread", ...PUBLIC, ...info },
        source_info: { source: "PULL_FROM_URL", photo_cover_index: 0, photo_images: [link("a.jpg")], ...source },
      }),
    put,
    async published(changes = {}, bytes = FILM) {
      const { publish_id, upload_url } = dataIn(await initVideo(changes, bytes.byteLength));
      assert.equal(await put(String(upload_url), bytes), 201);
      ground.pass(2);
      return String(publish_id);
    },
    statusOf: async (publish_id) => dataIn(await post("/post/publish/status/fetch/", { publish_id })),
    set: (settings) => ground.world.objects.put("settings", "tiktok", settings),
    logIn,
    oauth,
    async tokenOf(name, scopes = SCOPES.map(({ name }) => name)) {
      const code = (await logIn(name, { scopes })).searchParams.get("code") ?? "";
      const { body } = await oauth("token", { grant_type: "authorization_code", code, redirect_uri: CALLBACK });
      return z.string().parse(body.access_token);
    },
    feed: () => tiktokSandbox.feed(ground.world, { limit: 100 }),
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
}

const PUBLIC = { privacy_level: "PUBLIC_TO_EVERYONE" };

export function logInQuery(changes: Texts = {}): URLSearchParams {
  const asked = {
    client_key: "sandbox",
    response_type: "code",
    scope: SCOPES.map(({ name }) => name).join(","),
    redirect_uri: CALLBACK,
    state: "s",
  };
  return new URLSearchParams({ ...asked, ...changes });
}

/** The data of an answer, which must be one of success. */
export function dataIn({ status, body }: Answer): Record<string, unknown> {
  assert.equal(status, 200, JSON.stringify(body));
  const { data, error } = z.object({ data: z.record(z.string(), z.unknown()), error: z.record(z.string(), z.unknown()) }).parse(body);
  assert.deepEqual({ ...error, log_id: "" }, { code: "ok", message: "", log_id: "" });
  return data;
}

/** Status and code of a refusal, which says which answer it is in a log. */
export function refusalIn({ status, body }: Answer): readonly [number, string] {
  const { error } = z.object({ error: z.object({ code: z.string(), message: z.string().min(1), log_id: z.string().min(30) }) }).parse(body);
  return [status, error.code];
}

/** The ids in an answer, with all their digits. */
export function idsIn({ text }: Answer): string[] {
  const [, list = ""] = /"publicaly_available_post_id":\[([\d,]*)\]/.exec(text) ?? assert.fail(text);
  return list.split(",").filter((id) => id !== "");
}

function wholeFile(size: number): Fields {
  return { source: "FILE_UPLOAD", video_size: size, chunk_size: size, total_chunk_count: 1 };
}

async function answerTo(reply: Response): Promise<Answer> {
  const text = await reply.text();
  return { status: reply.status, text, body: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
}
