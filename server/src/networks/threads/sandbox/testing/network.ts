import assert from "node:assert/strict";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { threadsSandbox } from "../index.ts";

/** The network over HTTP, with an account, media to fetch and a clock that tests move. */
export interface Network extends Ground {
  /** Long-lived, of the account Corner Bakery with everything granted. */
  readonly token: string;
  get(path: string, parameters?: Parameters): Promise<Answer>;
  post(path: string, parameters?: Parameters): Promise<Answer>;
  ask(method: string, path: string, options?: { parameters?: Parameters; token?: string | null }): Promise<Answer>;
  settings(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Creates a container and returns its id. */
  container(parameters: Parameters): Promise<string>;
  /** Creates and publishes a container and returns the post's id. */
  published(parameters: Parameters): Promise<string>;
}

export type Parameters = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** The fields of responses that the assertions use. */
export interface Body {
  readonly id: string;
  readonly status: string;
  readonly error_message: string;
  readonly permalink: string;
  readonly access_token: string;
  readonly error: { readonly code: number; readonly error_subcode?: number; readonly message: string };
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly paging: { readonly cursors: { readonly after: string }; readonly next?: string };
}

export async function openNetwork(files: Readonly<Record<string, Uint8Array>> = {}): Promise<Network> {
  const ground = await openGround(threadsSandbox, (app) => {
    app.get<{ Params: { file: string } }>("/media/1/:file", async (request, reply) => {
      const bytes = files[request.params.file];
      return bytes === undefined ? reply.status(404).send() : reply.send(Buffer.from(bytes));
    });
  });
  const { world } = ground;
  const { accessToken = "" } = (await threadsSandbox.account("Corner Bakery", world)).credentials;

  const ask: Network["ask"] = async (method, path, { parameters = {}, token = accessToken } = {}) => {
    const query = new URLSearchParams(parameters);
    const isRead = method === "GET" || method === "DELETE";
    const reply = await fetch(`${world.baseUrl}${path}${isRead ? `?${query}` : ""}`, {
      method,
      redirect: "manual",
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: isRead ? null : query,
    });
    return { status: reply.status, body: bodyOf(await reply.json()) };
  };
  const container: Network["container"] = async (parameters) => {
    const { status, body } = await ask("POST", "/v1.0/me/threads", { parameters });
    assert.equal(status, 200, JSON.stringify(body));
    return body.id;
  };
  return {
    ...ground,
    token: accessToken,
    ask,
    get: (path, parameters = {}) => ask("GET", path, { parameters }),
    post: (path, parameters = {}) => ask("POST", path, { parameters }),
    settings: (values) => world.objects.put("settings", "server", { ...values }),
    container,
    async published(parameters) {
      const { status, body } = await ask("POST", "/v1.0/me/threads_publish", { parameters: { creation_id: await container(parameters) } });
      assert.equal(status, 200, JSON.stringify(body));
      return body.id;
    },
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
}

/** The one place where tests trust the shape of a response. */
function bodyOf(json: unknown): Body {
  return json as Body;
}
