import assert from "node:assert/strict";
import { addSeconds } from "@rostrum/contract/formats.ts";
import sharp from "sharp";
import { z } from "zod";
import { aVideoFile } from "../../../../testing/videos.ts";
import { type ConsentWish, tokensOf } from "../../../sandbox/google/testing/consent.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { youtubeSandbox } from "../index.ts";
import { SCOPES } from "../people.ts";

/** The network over HTTP with the channel Corner Bakery. */
export interface Stage extends Ground {
  /** From the beginning; calls without one have a token that is good for as long as the test waits. */
  readonly token: string;
  readonly refreshToken: string;
  readonly channelId: string;
  /** Below `/youtube/v3`. */
  ask(method: "GET" | "POST", path: string, options?: AskOptions): Promise<Answer>;
  /** Opens an upload. */
  open(options?: OpenOptions): Promise<Answer>;
  /** The same, which must succeed; returns the session's address. */
  session(options?: OpenOptions): Promise<string>;
  /** Sends bytes to a session, or asks it when `range` is all there is. */
  put(session: string, range: string | null, body?: Uint8Array, token?: string): Promise<Answer>;
  /** Uploads a video in one piece and returns its id. */
  video(changes?: Changes, bytes?: Uint8Array): Promise<string>;
  /** The only item of an answer to `videos.list`. */
  show(videoId: string, part: string): Promise<Record<string, unknown>>;
  thumbnail(videoId: string, body: Uint8Array, type?: string): Promise<Answer>;
  set(settings: Record<string, unknown>): Promise<void>;
  /** Logs in and returns the token of a channel. */
  tokenOf(who: ConsentWish["who"], given?: readonly string[]): Promise<string>;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly token?: string | null;
}

export interface Changes {
  readonly snippet?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

export interface OpenOptions {
  readonly body?: Changes;
  readonly size?: number;
  readonly type?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  /** Text if it is no JSON. */
  readonly body: unknown;
  readonly headers: Headers;
}

export const SCOPE_NAMES = SCOPES.map(({ name }) => name);
export const AUTH = "https://www.googleapis.com/auth/";
export const UNIT = 262_144;
/** A Short: upright, and short. */
export const mp4 = await aVideoFile({ seconds: 1, width: 360, height: 640 });
export const wide = await aVideoFile({ seconds: 1, width: 640, height: 360 });
/** More than two chunks, and less than three. */
export const large = await aVideoFile({ seconds: 1, width: 360, height: 640, frameBytes: 20_000, audio: null });
export const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: "#864" } })
  .jpeg()
  .toBuffer();

export async function openStage(): Promise<Stage> {
  const ground = await openGround(youtubeSandbox);
  const { baseUrl } = ground.world;
  const tokens = async () => (await youtubeSandbox.account("Corner Bakery", ground.world)).credentials;
  const { accessToken: first = "", refreshToken = "" } = await tokens();
  let [own, issuedAt] = [first, ground.world.now()];
  /** Tests that wait for days still have a token. */
  const current = async () => {
    if (addSeconds(issuedAt, 3000) > ground.world.now()) return own;
    [own, issuedAt] = [(await tokens()).accessToken ?? "", ground.world.now()];
    return own;
  };
  const bearer = async (token: string | null | undefined): Promise<Record<string, string>> =>
    token === null ? {} : { authorization: `Bearer ${token ?? (await current())}` };

  const ask: Stage["ask"] = async (method, path, { body, token } = {}) => {
    const json = body === undefined ? {} : { "content-type": "application/json; charset=UTF-8" };
    const headers = { ...(await bearer(token)), ...json };
    return answerTo(fetch(`${baseUrl}/youtube/v3${path}`, { method, headers, body: JSON.stringify(body) ?? null }));
  };
  const open: Stage["open"] = async ({ body = {}, size = mp4.byteLength, type = "video/mp4", query = {}, token } = {}) => {
    const search = new URLSearchParams({ uploadType: "resumable", part: "snippet,status", ...query });
    const headers = {
      ...(await bearer(token)),
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-length": String(size),
      "x-upload-content-type": type,
    };
    const video = { snippet: { title: "My clip", ...body.snippet }, status: { privacyStatus: "public", ...body.status } };
    return answerTo(
      fetch(`${baseUrl}/upload/upload/youtube/v3/videos?${search}`, { method: "POST", headers, body: JSON.stringify(video) }),
    );
  };
  const session: Stage["session"] = async (options) => {
    const { status, body, headers } = await open(options);
    assert.equal(status, 200, JSON.stringify(body));
    return headers.get("location") ?? assert.fail("no location");
  };
  const put: Stage["put"] = async (address, range, bytes = new Uint8Array(), token) => {
    const told = range === null ? {} : { "content-range": `bytes ${range}` };
    const headers = { ...(await bearer(token)), "content-type": "video/mp4", ...told };
    return answerTo(fetch(address, { method: "PUT", redirect: "manual", headers, body: Buffer.from(bytes) }));
  };
  return {
    ...ground,
    token: first,
    refreshToken,
    channelId: textAt(itemsIn(await ask("GET", "/channels?part=id&mine=true"))[0], "id"),
    ask,
    open,
    session,
    put,
    async video(changes, bytes = mp4) {
      const address = await session({ body: changes ?? {}, size: bytes.byteLength });
      const { status, body } = await put(address, null, bytes);
      assert.equal(status, 201, JSON.stringify(body));
      return textAt(body, "id");
    },
    async show(videoId, part) {
      const [item] = itemsIn(await ask("GET", `/videos?part=${part}&id=${videoId}`));
      return recordOf(item);
    },
    thumbnail: async (videoId, body, type = "image/jpeg") =>
      answerTo(
        fetch(`${baseUrl}/upload/upload/youtube/v3/thumbnails/set?videoId=${videoId}`, {
          method: "POST",
          headers: { ...(await bearer(undefined)), "content-type": type },
          body: Buffer.from(body),
        }),
      ),
    set: (settings) => ground.world.objects.put("settings", "youtube", settings),
    tokenOf: async (who, given = SCOPE_NAMES) => (await tokensOf(ground.world, { scopes: SCOPE_NAMES, given, who })).accessToken,
  };
}

/** The fields of an answer, which must be one of success. */
export function fieldsIn({ status, body }: Answer): Record<string, unknown> {
  assert.ok(status < 300, JSON.stringify(body));
  return recordOf(body);
}

export function itemsIn(answer: Answer): Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).parse(fieldsIn(answer).items);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(value);
}

export function textAt(value: unknown, name: string): string {
  return z.string().parse(recordOf(value)[name]);
}

/** Status and reason of a refusal. */
export function refusalIn({ status, body }: Answer): readonly [number, string] {
  const { error } = z.object({ error: z.object({ code: z.int(), errors: z.array(z.object({ reason: z.string() })) }) }).parse(body);
  assert.equal(error.code, status);
  return [status, error.errors[0]?.reason ?? ""];
}

/** Status and how far an upload got. */
export function progressIn({ status, headers }: Answer): readonly [number, string | null] {
  return [status, headers.get("range")];
}

async function answerTo(asking: Promise<Response>): Promise<Answer> {
  const reply = await asking;
  const text = await reply.text();
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: reply.status, body: text === "" ? null : isJson ? JSON.parse(text) : text, headers: reply.headers };
}
