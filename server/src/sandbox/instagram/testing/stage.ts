import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { z } from "zod";
import { aVideoFile } from "../../../testing/videos.ts";
import { type Ground, openGround } from "../../kit/testing/ground.ts";
import { instagramSandbox } from "../index.ts";

/** The network with an account on it. */
export interface Stage extends Ground {
  readonly token: string;
  /** Of the account that the token is for. */
  readonly accountId: string;
  /** What the service has, by name. */
  readonly files: Map<string, Uint8Array>;
  /** The address of a file. */
  link(name: string): string;
  ask(method: string, path: string, parameters?: Parameters): Promise<Answer>;
  /** The id in the answer, which must be one of success. */
  create(parameters: Parameters): Promise<string>;
  publish(containerId: string): Promise<string>;
  /** Creates and publishes. */
  post(parameters: Parameters): Promise<string>;
  statusOf(containerId: string): Promise<unknown>;
  set(settings: Record<string, unknown>): Promise<void>;
}

/** Sent as a form, or in the query of a GET; `access_token` replaces the one of the account. */
export type Parameters = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#864" } });

const jpeg = await picture(1000, 1000).jpeg().toBuffer();
const png = await picture(100, 100).png().toBuffer();
const video = await aVideoFile({ seconds: 4, width: 360, height: 640 });

/** The network over HTTP with a clock that tests move, an account, and a service that has some files. */
export async function openStage(): Promise<Stage> {
  const files = new Map<string, Uint8Array>([
    ["a.jpg", jpeg],
    ["b.png", png],
    ["v.mp4", video],
  ]);
  const ground = await openGround(instagramSandbox, (app) => serveFiles(app, files));
  const { credentials } = await instagramSandbox.account("Corner Bakery", ground.world);
  const token = credentials.accessToken ?? "";
  const ask = (method: string, path: string, parameters: Parameters = {}) =>
    request(ground, { method, path, parameters: { access_token: token, ...parameters } });
  const me = await ask("GET", "/v25.0/me", { fields: "user_id" });
  const { user_id: accountId } = z.object({ user_id: z.string() }).parse(me.body);
  const create = async (parameters: Parameters) => idIn(await ask("POST", `/v25.0/${accountId}/media`, parameters));
  const publish = async (id: string) => idIn(await ask("POST", `/v25.0/${accountId}/media_publish`, { creation_id: id }));
  return {
    ...ground,
    token,
    accountId,
    files,
    link: (name) => `https://social.example/media/token/${name}`,
    ask,
    create,
    publish,
    async post(parameters) {
      const id = await create(parameters);
      if (parameters.video_url !== undefined) ground.pass(2);
      return publish(id);
    },
    async statusOf(id) {
      return z.object({ status_code: z.string() }).parse((await ask("GET", `/v25.0/${id}`, { fields: "status_code" })).body).status_code;
    },
    set: (settings) => ground.world.objects.put("settings", "instagram", settings),
  };
}

export function idIn({ status, body }: Answer): string {
  assert.equal(status, 200, JSON.stringify(body));
  return z.object({ id: z.string() }).parse(body).id;
}

/** Code and subcode of a refusal. */
export function refusalIn({ status, body }: Answer): readonly (number | undefined)[] {
  const { error } = z.object({ error: z.object({ code: z.int(), error_subcode: z.int().optional() }) }).parse(body);
  return [status, error.code, error.error_subcode];
}

/** The entries of a list. */
export function listIn({ status, body }: Answer): readonly Record<string, unknown>[] {
  assert.equal(status, 200, JSON.stringify(body));
  return z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(body).data;
}

async function request(
  ground: Ground,
  { method, path, parameters }: { method: string; path: string; parameters: Parameters },
): Promise<Answer> {
  const fields = new URLSearchParams(parameters);
  const address = `${ground.world.baseUrl}${path}`;
  const reply = method === "GET" ? await fetch(`${address}?${fields}`) : await fetch(address, { method, body: fields });
  return { status: reply.status, body: await reply.json() };
}

function serveFiles(app: FastifyInstance, files: ReadonlyMap<string, Uint8Array>): void {
  app.get<{ Params: { name: string } }>("/media/:token/:name", async (request, reply) => {
    const bytes = files.get(request.params.name);
    return bytes === undefined ? reply.status(404).send() : reply.type("application/octet-stream").send(bytes);
  });
}
