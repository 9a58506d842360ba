import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type JsonObject,
  NodeApiError,
  sleep,
} from "n8n-workflow";

export type Context = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

export interface ApiRequest {
  readonly method: IHttpRequestMethods;
  /** From the service's root, such as `/v1/brands`. */
  readonly path: string;
  readonly query?: IDataObject;
  readonly body?: IDataObject;
  /** Instead of `body`: a form with a file. */
  readonly form?: { readonly contentType: string; readonly content: Buffer };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: IDataObject;
}

const CREDENTIALS = "rostrumApi";
/** An upload may take long, and the service fetches feeds and files before it answers. */
const TIMEOUT_MILLISECONDS = 300_000;
/** The limits of requests count by minutes. */
const WAIT_SECONDS_MAX = 60;
const WAITS_MAX = 3;

/** Carries out a request; waits where the service asks for it. Throws a NodeApiError in the service's words if it is refused. */
export async function request(context: Context, asked: ApiRequest): Promise<Reply> {
  const reply = await patiently(context, asked);
  if (reply.status < 300) return ofService(context, asked, reply);
  throw refusal(context, asked, reply);
}

/** Like `request`, but null if what the path names does not exist. */
export async function requestIfThere(context: Context, asked: ApiRequest): Promise<Reply | null> {
  const reply = await patiently(context, asked);
  if (reply.status === 404) return null;
  if (reply.status < 300) return ofService(context, asked, reply);
  throw refusal(context, asked, reply);
}

/** The reply, once the service has not asked for a wait. */
async function patiently(context: Context, asked: ApiRequest): Promise<Reply> {
  for (let waits = 0; ; waits += 1) {
    const reply = await send(context, asked);
    const seconds = Number(reply.headers["retry-after"] ?? Number.NaN);
    if (reply.status !== 429 || waits === WAITS_MAX || !(seconds <= WAIT_SECONDS_MAX)) return reply;
    await sleep(seconds * 1000);
  }
}

/** A proxy's page of its own is no answer, whatever its status. */
function ofService(context: Context, asked: ApiRequest, reply: Reply): Reply {
  if (reply.body.status === "success") return reply;
  const message = `What answered is not Rostrum, with status ${reply.status}`;
  throw new NodeApiError(context.getNode(), { message }, { message, httpCode: String(reply.status), description: afterSilence(asked) });
}

async function send(context: Context, asked: ApiRequest): Promise<Reply> {
  const { url } = await context.getCredentials<{ url: string }>(CREDENTIALS);
  const options: IHttpRequestOptions = {
    method: asked.method,
    url: `${url.replace(/\/+$/, "")}${asked.path}`,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    timeout: TIMEOUT_MILLISECONDS,
    // A POST that is redirected by 301 or 302 would arrive as a GET, and be answered with success.
    disableFollowRedirect: true,
    ...(asked.query === undefined ? {} : { qs: asked.query }),
    ...contentOf(asked),
  };
  try {
    const { statusCode, headers, body } = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, options);
    return { status: statusCode, headers, body: objectIn(body) };
  } catch (error) {
    const message = `Rostrum did not answer at ${url}`;
    // Without the error's code, for some of which n8n would advise to try again.
    const cause = { cause: error instanceof Error ? error.message : String(error) };
    throw new NodeApiError(context.getNode(), cause, { message, description: afterSilence(asked) });
  }
}

function contentOf({ body, form }: ApiRequest): Partial<IHttpRequestOptions> {
  if (form !== undefined) return { body: form.content, headers: { "content-type": form.contentType } };
  return body === undefined ? { json: true } : { body, json: true };
}

/** The body of an upload's reply comes as text. */
function objectIn(body: unknown): IDataObject {
  if (typeof body !== "string") return (body ?? {}) as IDataObject;
  try {
    return JSON.parse(body) as IDataObject;
  } catch {
    return {};
  }
}

function refusal(context: Context, asked: ApiRequest, { status, headers, body }: Reply): NodeApiError {
  if (status < 400) return redirection(context, status, headers.location);
  const message = typeof body.message === "string" && body.message !== "" ? body.message : `Rostrum answered with status ${status}`;
  const reasons = [...reasonsIn(body.errors), ...(status >= 500 ? [afterSilence(asked)] : [])];
  const description = reasons.filter((reason) => reason !== message).join(" ");
  return new NodeApiError(context.getNode(), { ...body, statusCode: status } as JsonObject, {
    message,
    httpCode: String(status),
    ...(description === "" ? {} : { description }),
  });
}

function redirection(context: Context, status: number, location: string | undefined): NodeApiError {
  const message = "The address in the credentials leads elsewhere";
  const description = `Nothing was changed. Enter the address that it leads to${location === undefined ? "" : `: ${location}`}.`;
  return new NodeApiError(context.getNode(), { message }, { message, httpCode: String(status), description });
}

function reasonsIn(errors: unknown): string[] {
  if (typeof errors !== "object" || errors === null) return [];
  return [...new Set(Object.values(errors).flat().map(String))];
}

/** The API has no idempotency keys: a change whose answer was lost may have been carried out. */
function afterSilence({ method }: ApiRequest): string {
  if (method === "GET") return "Nothing was changed; try again later.";
  return "It is not known whether this was carried out: look at the list before you send it again.";
}
