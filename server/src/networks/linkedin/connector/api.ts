import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { CallReply } from "../../../ground/net/net.ts";
import { retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { oneLine, parsedJson } from "../../connectors/reply.ts";
import { VERSION } from "./version.ts";

export const HOSTS = { api: "https://api.linkedin.com", www: "https://www.linkedin.com" } as const;

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host" | "apiVersion">;

/** LinkedIn's API, as one person. */
export interface Server {
  readonly token: string;
  readonly reach: Reach;
}

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash, with its query: in that, colons are encoded and the brackets of lists are not. */
  readonly path: string;
  readonly body?: Json;
  /** For searches, which LinkedIn wants named. */
  readonly restMethod?: "FINDER" | "BATCH_GET";
  readonly timeoutSeconds?: number;
}

export type Reply = Answer | Failure;

export interface Answer {
  readonly kind: "ok";
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined without a body, or for anything but JSON. */
  readonly body: unknown;
}

export type Failure =
  | Refused
  | { readonly kind: "unreached"; readonly reason: string }
  | { readonly kind: "lost"; readonly reason: string };

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** Whether the API has answered, as opposed to something in front of it. */
  readonly isOwn: boolean;
  /** The names of what is wrong, such as `REVOKED_ACCESS_TOKEN` and `DUPLICATE_POST`. */
  readonly codes: readonly string[];
  readonly message: string | null;
  /** The same for people, where LinkedIn has one. */
  readonly description: string | null;
  /** How long the answer asks to wait, if it does. */
  readonly retryAfterSeconds: number | null;
}

const REPLY_BYTES_MAX = 4 * 1024 * 1024;
const MESSAGE_LENGTH_MAX = 300;

const text = z.string().nullish().catch(null);
const ErrorBody = z.object({
  code: text,
  message: text,
  error: text,
  error_description: text,
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: text, description: text })).nullish() })
    .nullish()
    .catch(null),
});

/**
 * https://learn.microsoft.com/en-us/linkedin/marketing/versioning (2026-08): both headers with every call below `/rest`. Those
 * below `/v2` have no version.
 */
export async function ask({ token, reach }: Server, { method, path, body, restMethod, timeoutSeconds }: Request): Promise<Reply> {
  const { net, signal } = reach;
  const versioned = { "linkedin-version": reach.apiVersion ?? VERSION, "x-restli-protocol-version": "2.0.0" };
  const reply = await net.call({
    method,
    url: reach.host("api") + path,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(path.startsWith("/rest/") ? versioned : {}),
      ...(restMethod === undefined ? {} : { "x-restli-method": restMethod }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    maxBytes: REPLY_BYTES_MAX,
    signal,
  });
  return readReply(reply, reach);
}

export function readReply(reply: CallReply, { now }: Pick<Reach, "now">): Reply {
  if (reply.kind !== "answered") return reply;
  const { status, headers } = reply;
  const body = parsedJson(reply.text ?? "");
  if (status >= 200 && status < 300) return { kind: "ok", headers, body };
  const { code, message, error, error_description, errorDetails } = ErrorBody.safeParse(body).data ?? {};
  const inputErrors = errorDetails?.inputErrors ?? [];
  const codes = [code, error, ...inputErrors.map((one) => one.code)].filter((name) => name != null && name !== "");
  return {
    kind: "refused",
    status,
    isOwn: (reply.text ?? "").trim() === "" || (typeof body === "object" && body !== null),
    codes: codes.filter((name) => typeof name === "string"),
    message: message ?? null,
    description: inputErrors.find(({ description }) => description)?.description ?? error_description ?? null,
    retryAfterSeconds: retryAfterSeconds(headers, toEpochMilliseconds(now())),
  };
}

/** The failure as a sentence for people: `LinkedIn: Field is too long (status 422, FIELD_LENGTH_TOO_LONG)`. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `LinkedIn: ${failure.reason}`;
  const { status, codes, message, description } = failure;
  const words = oneLine(description ?? message ?? "", MESSAGE_LENGTH_MAX).replace(/\.$/, "");
  return `LinkedIn: ${words === "" ? "no reason was given" : words} (${[`status ${status}`, ...codes.slice(0, 2).map((code) => oneLine(code, MESSAGE_LENGTH_MAX))].join(", ")})`;
}

/** A URN as a part of a path or query. */
export function encoded(urn: string): string {
  return encodeURIComponent(urn);
}
