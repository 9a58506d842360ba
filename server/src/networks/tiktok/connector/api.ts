import { z } from "zod";
import type { CallReply } from "../../../ground/net/net.ts";
import { type Reach, type Server, send, type Unanswered, waitIn } from "../../connectors/api.ts";
import type { Json } from "../../connectors/json.ts";
import type { LogInCall } from "../../connectors/log-in.ts";
import { oneLine } from "../../connectors/reply.ts";
import { exactJson } from "./exact-json.ts";

/** The places of TikTok. The bytes of a video go to an address that the API names. */
export const HOSTS = { api: "https://open.tiktokapis.com", www: "https://www.tiktok.com" } as const;

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash; the API's paths end with one. */
  readonly path: string;
  /** The fields that the answer is to have. */
  readonly fields?: readonly string[];
  readonly body?: Json;
}

export type Answer = { readonly kind: "ok"; readonly data: unknown; readonly headers: Readonly<Record<string, string>> } | Failure;

export type Failure = Refused | Unanswered;

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

const MESSAGE_LENGTH_MAX = 300;

const word = z.string().nullish().catch(null);
const Flat = z.object({ error: z.string().min(1), error_description: word, log_id: word });
/** Refusals have no data. */
const Envelope = z.object({ data: z.unknown().optional(), error: z.object({ code: z.string(), message: word, log_id: word }) });

export async function ask({ token, reach }: Server, { method, path, fields, body }: Request): Promise<Answer> {
  const query = fields === undefined ? "" : `?fields=${fields.join(",")}`;
  const reply = await send(reach, {
    method,
    url: `${reach.host("api")}${path}${query}`,
    token,
    json: body,
    headers: body === undefined ? {} : { "content-type": "application/json; charset=UTF-8" },
  });
  return readAnswer(reply, reach, (body, status) => {
    const envelope = Envelope.safeParse(body).data;
    if (envelope?.error.code === "ok") return { kind: "ok", data: envelope.data };
    return envelope === undefined && status < 300 ? null : { kind: "refused", ...(envelope?.error ?? NOT_OWN) };
  });
}

/** Asks for tokens, in a form; unlike in the rest of the API, errors are flat here, and so is success. */
export async function askForTokens(call: LogInCall, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const { clientId = "", clientSecret = null } = call.application ?? {};
  const reply = await send(call, {
    method: "POST",
    url: `${call.host("api")}${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", "cache-control": "no-cache" },
    body: new URLSearchParams({ client_key: clientId, client_secret: clientSecret ?? "", ...fields }).toString(),
  });
  return readAnswer(reply, call, (data, status) => {
    const refusal = Flat.safeParse(data).data;
    if (refusal !== undefined) return { kind: "refused", code: refusal.error, message: refusal.error_description, log_id: refusal.log_id };
    return status < 300 ? { kind: "ok", data } : { kind: "refused", ...NOT_OWN };
  });
}

type Said =
  | { readonly kind: "ok"; readonly data: unknown }
  | ({ readonly kind: "refused"; readonly code: string | null } & Readonly<
      Partial<Record<"message" | "log_id", string | null | undefined>>
    >);

const NOT_OWN = { code: null, message: null, log_id: null };

/**
 * Trap: refusals come with the status 200 too; only the code says what it is:
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling (2026-11). Null for a success that cannot be read.
 */
function readAnswer(reply: CallReply, { now }: Pick<Reach, "now">, read: (body: unknown, status: number) => Said | null): Answer {
  if (reply.kind !== "answered") return reply;
  const { status, headers, text } = reply;
  const said = read(exactJson(text ?? ""), status);
  if (said === null) return { kind: "lost", reason: "the response is not whole JSON" };
  if (said.kind === "ok") return { ...said, headers };
  const { code, message, log_id } = said;
  return {
    kind: "refused",
    status,
    code,
    message: oneLine(message ?? "", MESSAGE_LENGTH_MAX),
    logId: log_id == null ? null : oneLine(log_id, MESSAGE_LENGTH_MAX),
    retryAfterSeconds: waitIn(headers, now()),
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
