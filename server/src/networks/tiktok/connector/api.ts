import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { CallReply } from "../../../ground/net/net.ts";
import { retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { oneLine } from "../../connectors/reply.ts";
import { exactJson } from "./exact-json.ts";

/** The places of TikTok. The bytes of a video go to an address that the API names. */
export const HOSTS = { api: "https://open.tiktokapis.com", www: "https://www.tiktok.com" } as const;

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host">;

/** TikTok's API, as one person. */
export interface Server {
  readonly token: string;
  readonly reach: Reach;
}

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash; the API's paths end with one. */
  readonly path: string;
  /** The fields that the answer is to have. */
  readonly fields?: readonly string[];
  readonly body?: Json;
}

export type Answer = { readonly kind: "ok"; readonly data: unknown; readonly headers: Readonly<Record<string, string>> } | Failure;

export type Failure =
  | Refused
  | { readonly kind: "unreached"; readonly reason: string }
  /** Also a success with an unreadable body: its effect is unknown. */
  | { readonly kind: "lost"; readonly reason: string };

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** Null if the body is not TikTok's: then something in front of the API has answered. */
  readonly code: string | null;
  /** Cleaned and cut. */
  readonly message: string;
  /** By which TikTok's support finds the request. */
  readonly logId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** A page of twenty posts with long captions. */
const REPLY_BYTES_MAX = 4 * 1024 * 1024;
const MESSAGE_LENGTH_MAX = 300;

const word = z.string().nullish().catch(null);
/** Refusals have no data. */
const Envelope = z.object({ data: z.unknown().optional(), error: z.object({ code: z.string(), message: word, log_id: word }) });

export async function ask({ token, reach }: Server, { method, path, fields, body }: Request): Promise<Answer> {
  const query = fields === undefined ? "" : `?fields=${fields.join(",")}`;
  const reply = await reach.net.call({
    method,
    url: `${reach.host("api")}${path}${query}`,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json; charset=UTF-8" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    maxBytes: REPLY_BYTES_MAX,
    signal: reach.signal,
  });
  return readReply(reply, reach);
}

/**
 * Trap: refusals come with the status 200 too; only the code says what it is:
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling (2026-11).
 */
function readReply(reply: CallReply, { now }: Pick<Reach, "now">): Answer {
  if (reply.kind !== "answered") return reply;
  const { status, headers, text } = reply;
  const envelope = Envelope.safeParse(exactJson(text ?? "")).data;
  if (envelope?.error.code === "ok") return { kind: "ok", data: envelope.data, headers };
  if (envelope === undefined && status >= 200 && status < 300) return { kind: "lost", reason: "the response is not whole JSON" };
  const { code, message, log_id } = envelope?.error ?? { code: null };
  return {
    kind: "refused",
    status,
    code,
    message: oneLine(message ?? "", MESSAGE_LENGTH_MAX),
    logId: log_id == null ? null : oneLine(log_id, MESSAGE_LENGTH_MAX),
    retryAfterSeconds: retryAfterSeconds(headers, toEpochMilliseconds(now())),
  };
}

/** The failure as a sentence for people: `TikTok: The daily limit is reached (spam_risk_too_many_posts, log 20261122)`. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `TikTok: ${failure.reason}`;
  const { status, code, message, logId } = failure;
  if (code === null) return `TikTok answered with status ${status}`;
  const words = message.replace(/\.$/, "") || "no reason was given";
  const place = [oneLine(code, MESSAGE_LENGTH_MAX), ...(logId === null ? [] : [`log ${logId}`])].join(", ");
  return `TikTok: ${words} (${place})`;
}
