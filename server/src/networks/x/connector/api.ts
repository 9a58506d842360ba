import { z } from "zod";
import type { Answered, CallRequest } from "../../../ground/net/net.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import { parsedJson } from "../../connectors/reply.ts";
import { storedTokens } from "./credentials.ts";

/** The places of X: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08). */
export const HOSTS = { api: "https://api.x.com", www: "https://x.com" } as const;

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host">;

/** X's API, as one person. */
export interface Server {
  readonly token: string;
  readonly reach: Reach;
}

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly timeoutSeconds?: number;
  /** Where nothing that is needed stands in the answer: any 2xx will do, also without a body. */
  readonly reads?: "status";
}

export type Answer = { readonly kind: "ok"; readonly headers: Readonly<Record<string, string>>; readonly body: unknown } | Failure;

export type Failure =
  | Refusal
  | { readonly kind: "unreached"; readonly reason: string }
  /** Also a success with an unreadable body: its effect is unknown. */
  | { readonly kind: "lost"; readonly reason: string };

export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the body is not JSON: then something in front of the API has answered. */
  readonly problem: Problem | null;
}

/** What a refusal says, in any of the forms that X has for it: https://docs.x.com/x-api/fundamentals/response-codes-and-errors (2026-08). */
export interface Problem {
  readonly title: string;
  readonly detail: string;
  /** The last part of the problem's address, which begins with either of X's hosts. */
  readonly type: string;
  /** Of the single errors. */
  readonly messages: readonly string[];
  /** The parameters that single errors name. */
  readonly parameters: readonly string[];
  /** The day on which a spending cap ends, if it says so. */
  readonly resetDate: string | null;
}

/** A page of a hundred long posts. */
const REPLY_BYTES_MAX = 8 * 1024 * 1024;

export function serverOf({ grant }: Pick<Account, "grant">, call: Reach): Server {
  if (grant === null) throw new Error("An X channel has no grant.");
  return { token: storedTokens(grant.credentials).accessToken, reach: call };
}

export async function ask(
  { token, reach }: Server,
  { method, path, query = {}, timeoutSeconds, reads, ...body }: Request,
): Promise<Answer> {
  const given = Object.entries(query).filter((field): field is [string, string] => field[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  const reply = await reach.net.call({
    method,
    url: `${reach.host("api")}${path}${search === "" ? "" : `?${search}`}`,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body.json === undefined ? {} : { "content-type": "application/json" }),
    },
    maxBytes: REPLY_BYTES_MAX,
    signal: reach.signal,
    ...bodyOf(body),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
  return reply.kind === "answered" ? answerOf(reply, reads) : reply;
}

function bodyOf({ json, form }: Pick<Request, "json" | "form">): Pick<CallRequest, "body"> {
  if (json !== undefined) return { body: JSON.stringify(json) };
  return form === undefined ? {} : { body: form };
}

function answerOf({ status, headers, text }: Answered, reads: Request["reads"]): Answer {
  const body = parsedJson(text ?? "");
  if (status < 200 || status >= 300) return { kind: "refused", status, headers, problem: problemOf(body) };
  if (reads === "status") return { kind: "ok", headers, body };
  if (text === null) return { kind: "lost", reason: "the response did not arrive in full" };
  return body === undefined ? { kind: "lost", reason: "the response is not JSON" } : { kind: "ok", headers, body };
}

const word = z.string().catch("");
const Body = z.object({
  title: word,
  detail: word,
  type: word,
  error: word,
  error_description: word,
  reset_date: z.string().nullable().catch(null),
  errors: z.array(z.object({ message: word, detail: word, parameters: z.record(z.string(), z.unknown()).catch({}) })).catch([]),
});

function problemOf(body: unknown): Problem | null {
  const read = Body.safeParse(body);
  if (!read.success) return null;
  const { title, detail, type, error, error_description, reset_date, errors } = read.data;
  return {
    title: title || error,
    detail: detail || error_description,
    type: type.split("/").at(-1) ?? "",
    messages: errors.map((one) => one.message || one.detail).filter((message) => message !== ""),
    parameters: errors.flatMap((one) => Object.keys(one.parameters)),
    resetDate: reset_date,
  };
}
