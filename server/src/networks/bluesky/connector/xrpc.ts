import type { CallReply, CallRequest } from "../../../ground/net/net.ts";
import { type Denied, type Ok, readReply, type Unanswered } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
import { guardOf } from "../../connectors/guard.ts";
import type { Json } from "../../connectors/json.ts";
import { textAt } from "./json.ts";

/** A method's response. `refused` carries the error's name, which says more than the status does. */
export type Reply = Ok | Refused | Unanswered;

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Query {
  readonly base: string;
  /** Name of the method, such as `com.atproto.repo.getRecord`. */
  readonly name: string;
  readonly parameters?: readonly (readonly [string, string])[];
  readonly token?: string;
  /** Sends the request in another way than with a token. Called again, it has to make the request anew: a stream is read once. */
  readonly send?: Send;
}

export type Send = (request: () => CallRequest) => Promise<CallReply>;

/** What a request needs of a call. */
export type Caller = Pick<Call, "net" | "signal" | "now" | "baseUrl">;

export interface Procedure extends Query {
  /** JSON, or a file. Without it the request has no body at all, which refreshing a session requires. */
  readonly input?: { readonly json: Json } | Blob;
  readonly timeoutSeconds?: number;
}

/** Reads: GET `{base}/xrpc/{name}`. */
export async function query(call: Caller, request: Query): Promise<Reply> {
  return sent(call, request, () => ({
    method: "GET",
    url: addressOf(request),
    headers: headersOf(request),
    signal: call.signal,
    ...guardOf(call),
  }));
}

/** Reads any JSON document. */
export async function read(call: Caller, url: string): Promise<Reply> {
  return replyOf(
    await call.net.call({ method: "GET", url, headers: { accept: "application/json" }, signal: call.signal, ...guardOf(call) }),
  );
}

/** Writes: POST `{base}/xrpc/{name}`. */
export async function procedure(call: Caller, request: Procedure): Promise<Reply> {
  const { input, timeoutSeconds } = request;
  return sent(call, request, () => {
    const content = input === undefined ? null : contentOf(input);
    return {
      method: "POST",
      url: addressOf(request),
      headers: { ...headersOf(request), ...(content === null ? {} : { "content-type": content.mime }) },
      ...(content === null ? {} : { body: content.body }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      signal: call.signal,
      ...guardOf(call),
    };
  });
}

async function sent(call: Caller, { send }: Query, request: () => CallRequest): Promise<Reply> {
  return replyOf(await (send === undefined ? call.net.call(request()) : send(request)));
}

function contentOf(input: { readonly json: Json } | Blob): { readonly mime: string; readonly body: NonNullable<CallRequest["body"]> } {
  if (!(input instanceof Blob)) return { mime: "application/json", body: JSON.stringify(input.json) };
  return { mime: input.type, body: input };
}

function addressOf({ base, name, parameters = [] }: Query): string {
  const search = new URLSearchParams(parameters.map(([key, value]) => [key, value])).toString();
  return `${base}/xrpc/${name}${search === "" ? "" : `?${search}`}`;
}

function headersOf({ token }: Query): Record<string, string> {
  return { accept: "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
}

function replyOf(reply: CallReply): Reply {
  return readReply(reply, { needsWords: true, refusal: refusalIn });
}

function refusalIn({ status, headers, body }: Denied): Refused {
  const error = textAt(body, "error") ?? "";
  return { kind: "refused", status, error, message: textAt(body, "message") ?? error, headers, body };
}
