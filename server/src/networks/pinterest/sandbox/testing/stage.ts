import assert from "node:assert/strict";
import sharp from "sharp";
import { z } from "zod";
import { aVideoFile } from "../../../../testing/videos.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { pinterestSandbox } from "../index.ts";
import { SCOPES } from "../people.ts";

/** The network over HTTP with a person, their board Corner Bakery, and a service that has some files. */
export interface Stage extends Ground {
  readonly token: string;
  readonly refreshToken: string;
  readonly boardId: string;
  /** What the service has, by name. */
  readonly files: Map<string, Uint8Array>;
  /** The address of a file. */
  link(name: string): string;
  ask(method: string, path: string, options?: { readonly body?: unknown; readonly token?: string | null }): Promise<Answer>;
  /** A picture to be fetched. */
  source(name: string): { readonly source_type: "image_url"; readonly url: string };
  /** Asks for a pin with a picture on the board. */
  create(changes?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The same, which must succeed; returns the pin's id. */
  pin(changes?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Registers an upload. */
  register(): Promise<Registered>;
  /** Sends fields and file as the store wants them. */
  upload(registered: Registered, bytes?: Uint8Array): Promise<Response>;
  /** The id of a video that has been processed. */
  video(): Promise<string>;
  set(settings: Record<string, unknown>): Promise<void>;
  /** Logs in as this person and returns where they are sent. */
  logIn(name: string, options?: { readonly scopes?: readonly string[]; readonly decision?: "allow" | "cancel" }): Promise<URL>;
  /** Exchanges a form for tokens. */
  exchange(form: Readonly<Record<string, string>>, secret?: string): Promise<Answer>;
  /** Logs in and returns the person's token. */
  tokenOf(name: string, scopes?: readonly string[]): Promise<string>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Registered {
  readonly media_id: string;
  readonly upload_url: string;
  readonly upload_parameters: Readonly<Record<string, string>>;
}

export const CALLBACK = "http://127.0.0.1:9/connect/pinterest/callback";
export const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#864" } });
export const jpeg = await picture(100, 150).jpeg().toBuffer();
export const png = await picture(100, 150).png().toBuffer();
const wide = await picture(150, 100).jpeg().toBuffer();
export const mp4 = await aVideoFile({ seconds: 4, width: 360, height: 640 });

const Registered = z.object({ media_id: z.string(), upload_url: z.string(), upload_parameters: z.record(z.string(), z.string()) });

export async function openStage(): Promise<Stage> {
  const files = new Map<string, Uint8Array>([
    ["a.jpg", jpeg],
    ["b.png", png],
    ["wide.jpg", wide],
    ["v.mp4", mp4],
  ]);
  const ground = await openGround(pinterestSandbox, (app) => {
    app.get<{ Params: { name: string } }>("/media/:token/:name", async (request, reply) => {
      const bytes = files.get(request.params.name);
      return bytes === undefined ? reply.status(404).send() : reply.type("application/octet-stream").send(bytes);
    });
  });
  const { credentials } = await pinterestSandbox.account("Corner Bakery", ground.world);
  const { accessToken: own = "", refreshToken = "", boardId = "" } = credentials;
  const { baseUrl } = ground.world;
  const link = (name: string) => `https://social.example/media/token/${name}`;

  const ask: Stage["ask"] = async (method, path, { body, token = own } = {}) => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const json = body === undefined ? {} : { "content-type": "application/json" };
    return answerTo(fetch(`${baseUrl}/v5${path}`, { method, headers: { ...authorization, ...json }, body: JSON.stringify(body) ?? null }));
  };
  const source: Stage["source"] = (name) => ({ source_type: "image_url", url: link(name) });
  const create: Stage["create"] = (changes = {}) =>
    ask("POST", "/pins", { body: { board_id: boardId, media_source: source("a.jpg"), ...changes } });
  const register = async () => {
    const { status, body } = await ask("POST", "/media", { body: { media_type: "video" } });
    assert.equal(status, 201, JSON.stringify(body));
    return Registered.parse(body);
  };
  const upload: Stage["upload"] = ({ upload_url, upload_parameters }, bytes = mp4) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(upload_parameters)) form.set(name, value);
    form.set("file", new Blob([Buffer.from(bytes)]), "v.mp4");
    return fetch(upload_url, { method: "POST", body: form });
  };
  const logIn: Stage["logIn"] = async (name, { scopes = SCOPES.map(({ name }) => name), decision = "allow" } = {}) => {
    const asked = new URLSearchParams({
      client_id: "sandbox",
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: SCOPES.map(({ name }) => name).join(","),
      state: "s",
    });
    const form = new URLSearchParams([
      ["asked", `${asked}`],
      ["name", name],
      ["decision", decision],
      ...scopes.map((one) => ["given_scope", one]),
    ]);
    const reply = await fetch(`${baseUrl}/www/oauth/`, { method: "POST", redirect: "manual", body: form });
    assert.equal(reply.status, 302, await reply.text());
    return new URL(reply.headers.get("location") ?? "");
  };
  const exchange: Stage["exchange"] = (form, secret = "sandbox-secret") =>
    answerTo(
      fetch(`${baseUrl}/v5/oauth/token`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`sandbox:${secret}`).toString("base64")}` },
        body: new URLSearchParams(form),
      }),
    );
  return {
    ...ground,
    token: own,
    refreshToken,
    boardId,
    files,
    link,
    ask,
    source,
    create,
    pin: async (changes = {}) => textAt(await create(changes), "id"),
    register,
    upload,
    async video() {
      const registered = await register();
      assert.equal((await upload(registered)).status, 204);
      ground.pass(2);
      return registered.media_id;
    },
    set: (settings) => ground.world.objects.put("settings", "pinterest", settings),
    logIn,
    exchange,
    async tokenOf(name, scopes = SCOPES.map(({ name }) => name)) {
      const code = (await logIn(name, { scopes })).searchParams.get("code") ?? "";
      return textAt(await exchange({ grant_type: "authorization_code", code, redirect_uri: CALLBACK }), "access_token");
    },
  };
}

/** The fields of an answer, which must be one of success. */
export function fieldsIn({ status, body }: Answer): Record<string, unknown> {
  assert.ok(status < 300, JSON.stringify(body));
  return recordOf(body);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(value);
}

export function textAt(answer: Answer, name: string): string {
  return z.string().parse(fieldsIn(answer)[name]);
}

/** A page of a list. */
export function pageIn(answer: Answer): { items: Record<string, unknown>[]; bookmark: string | null } {
  return z.object({ items: z.array(z.record(z.string(), z.unknown())), bookmark: z.string().nullable() }).parse(fieldsIn(answer));
}

/** Status and code of a refusal. */
export function refusalIn({ status, body }: Answer): readonly number[] {
  return [status, z.object({ code: z.int(), message: z.string() }).parse(body).code];
}

/** Why something was refused, which must be with 400 and code 1. */
export function mistakeIn({ status, body }: Answer): string {
  assert.equal(status, 400, JSON.stringify(body));
  const { code, message } = z.object({ code: z.int(), message: z.string() }).parse(body);
  assert.equal(code, 1);
  return message;
}

async function answerTo(asking: Promise<Response>): Promise<Answer> {
  const reply = await asking;
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? null : JSON.parse(text), headers: reply.headers };
}
