import type { CallReply, CallRequest } from "../../net/net.ts";
import type { Call, Json } from "../connector.ts";
import { parseJson, textAt } from "./json.ts";

/** What a method of the network answered. `refused` carries the error's name, which decides more than the status does. */
export type Reply = Answered | Refused | Extract<CallReply, { kind: "unreached" | "lost" }>;

export interface Answered {
  readonly kind: "ok";
  readonly body: Json;
}

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

export interface Query {
  readonly base: string;
  /** Name of the method, such as `com.atproto.repo.getRecord`. */
  readonly name: string;
  readonly parameters?: readonly (readonly [string, string])[];
  readonly token?: string;
}

export interface Procedure extends Query {
  /** JSON, or a file's bytes. Without it the request has no body at all: refreshing a session insists on that. */
  readonly input?: { readonly json: Json } | { readonly bytes: Uint8Array; readonly mime: string };
  readonly timeoutSeconds?: number;
}

/** Reads: GET `{base}/xrpc/{name}`. */
export async function query(call: Call, request: Query): Promise<Reply> {
  return replyOf(await call.net.call({ method: "GET", url: addressOf(request), headers: headersOf(request), signal: call.signal }));
}

/** Writes: POST `{base}/xrpc/{name}`. */
export async function procedure(call: Call, request: Procedure): Promise<Reply> {
  const { input, timeoutSeconds } = request;
  const content =
    input === undefined
      ? {}
      : "json" in input
        ? { mime: "application/json", body: JSON.stringify(input.json) }
        : { mime: input.mime, body: input.bytes };
  const sent: CallRequest = {
    method: "POST",
    url: addressOf(request),
    headers: { ...headersOf(request), ...(content.mime === undefined ? {} : { "content-type": content.mime }) },
    ...(content.body === undefined ? {} : { body: content.body }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    signal: call.signal,
  };
  return replyOf(await call.net.call(sent));
}

function addressOf({ base, name, parameters = [] }: Query): string {
  const search = new URLSearchParams(parameters.map(([key, value]) => [key, value])).toString();
  return `${base}/xrpc/${name}${search === "" ? "" : `?${search}`}`;
}

function headersOf({ token }: Query): Record<string, string> {
  return { accept: "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
}

function replyOf(reply: CallReply): Reply {
  if (reply.kind !== "answered") return reply;
  // The error's name decides what a refusal means, so one without it says no more than no answer; a limit speaks by its headers.
  if (reply.text === null && reply.status !== 429) return { kind: "lost", reason: "the answer did not arrive whole" };
  const body = parseJson(reply.text ?? "");
  if (reply.status >= 200 && reply.status < 300) {
    // A success that cannot be read may still have written: the same as no answer.
    return body === undefined ? { kind: "lost", reason: "the answer is not JSON" } : { kind: "ok", body };
  }
  const error = textAt(body, "error") ?? "";
  return { kind: "refused", status: reply.status, error, message: textAt(body, "message") ?? error, headers: reply.headers, body };
}
