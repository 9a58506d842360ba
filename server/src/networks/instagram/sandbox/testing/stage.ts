import { z } from "zod";
import { aVideoFile } from "../../../../testing/videos.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { type Answer, linkTo, type Parameters, picture, serveFiles, textAt } from "../../../sandbox/meta/testing/answers.ts";
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
  /** `access_token` replaces the one of the account. */
  ask(method: string, path: string, parameters?: Parameters): Promise<Answer>;
  /** The id in the answer, which must be one of success. */
  create(parameters: Parameters): Promise<string>;
  publish(containerId: string): Promise<string>;
  /** Creates and publishes. */
  post(parameters: Parameters): Promise<string>;
  statusOf(containerId: string): Promise<unknown>;
  set(settings: Record<string, unknown>): Promise<void>;
}

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
  const create = async (parameters: Parameters) => textAt(await ask("POST", `/v25.0/${accountId}/media`, parameters), "id");
  const publish = async (id: string) => textAt(await ask("POST", `/v25.0/${accountId}/media_publish`, { creation_id: id }), "id");
  return {
    ...ground,
    token,
    accountId,
    files,
    link: linkTo,
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

async function request(
  ground: Ground,
  { method, path, parameters }: { method: string; path: string; parameters: Parameters },
): Promise<Answer> {
  const fields = new URLSearchParams(parameters);
  const address = `${ground.world.baseUrl}${path}`;
  const reply = method === "GET" ? await fetch(`${address}?${fields}`) : await fetch(address, { method, body: fields });
  return { status: reply.status, body: await reply.json() };
}
