import { z } from "zod";
import type { CallReply } from "../../../ground/net/net.ts";
import { type Ok, readReply, send, type Unanswered, waitIn } from "../api.ts";
import type { Call } from "../connector.ts";
import { oneLine } from "../reply.ts";

/**
 * Requests to the APIs of Meta, which share their conventions: fields in the query or in a form, one envelope for errors,
 * throttling in headers. https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-10) and
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting (2026-10).
 */

type GraphReach = Pick<Call, "net" | "signal" | "now">;

export interface GraphRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** With host and version, without a query. */
  readonly url: string;
  /** Null for calls that authenticate the application instead of a person. */
  readonly token: string | null;
  /** Absent values are left out. The query of a GET and DELETE, else a form. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
  /** Sent as `multipart/form-data` together with the fields. */
  readonly files?: Readonly<Record<string, Blob>>;
  readonly timeoutSeconds?: number;
}

export type GraphReply = Ok | GraphFailure;
export type GraphFailure = GraphRefusal | Unanswered;

interface GraphRefusal {
  readonly kind: "refused";
  readonly status: number;
  /** Null if the body is not Meta's envelope: then a proxy or a broken front end answered. */
  readonly error: GraphError | null;
  /** How long the answer asks to wait, if it does. */
  readonly retryAfterSeconds: number | null;
}

export interface GraphError {
  readonly code: number;
  readonly subcode: number | null;
  /** What the network wants its user to read, else its message for developers; cleaned and cut. */
  readonly message: string;
  readonly isTransient: boolean;
}

const MESSAGE_LENGTH_MAX = 300;

const Envelope = z.object({
  error: z.object({
    message: z.string().default(""),
    code: z.coerce.number().int().default(0),
    error_subcode: z.coerce.number().int().nullish(),
    is_transient: z.boolean().default(false),
    error_user_title: z.string().nullish(),
    error_user_msg: z.string().nullish(),
  }),
});

/** The form of errors at the addresses that hand out tokens. */
const FlatEnvelope = z.object({ error_type: z.string(), code: z.coerce.number().int().default(0), error_message: z.string().default("") });

export async function askGraph(call: GraphReach, { fields = {}, files, ...request }: GraphRequest): Promise<GraphReply> {
  if (request.method !== "POST") return readGraph(call, await send(call, { ...request, query: fields }));
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  if (files === undefined) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return readGraph(call, await send(call, { ...request, headers, body: new URLSearchParams(given).toString() }));
  }
  const form = new FormData();
  for (const [name, value] of given) form.append(name, value);
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  return readGraph(call, await send(call, { ...request, body: form }));
}

/** What any of Meta's hosts answered. */
export function readGraph({ now }: Pick<Call, "now">, reply: CallReply): GraphReply {
  return readReply(reply, {
    parse: parseGraph,
    refusal: ({ status, headers, body }): GraphRefusal => ({
      kind: "refused",
      status,
      error: errorOf(body),
      retryAfterSeconds: businessWait(headers) ?? waitIn(headers, now()),
    }),
  });
}

/**
 * Reads a response. Ids are numbers beyond what JavaScript can hold in some answers, so whole numbers of that size become text.
 * Undefined for anything but JSON.
 */
export function parseGraph(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value, context?: { readonly source?: string }) =>
      typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? context?.source : value,
    );
  } catch {
    return undefined;
  }
}

/** The failure as a sentence for people: `Instagram: The image is too large (code 36000/2207004)`. */
export function reasonOf(network: string, failure: GraphFailure): string {
  if (failure.kind !== "refused") return `${network}: ${failure.reason}`;
  const { error, status } = failure;
  if (error === null) return `${network} answered with status ${status}`;
  const code = error.subcode === null ? `${error.code}` : `${error.code}/${error.subcode}`;
  return `${network}: ${error.message === "" ? "no reason was given" : error.message} (code ${code})`;
}

/** Whether the same request may well succeed later. */
export function isOutage(failure: GraphFailure): boolean {
  return failure.kind !== "refused" || failure.error === null || failure.status >= 500 || failure.error.isTransient;
}

function errorOf(body: unknown): GraphError | null {
  const flat = FlatEnvelope.safeParse(body);
  if (flat.success)
    return { code: flat.data.code, subcode: null, message: oneLine(flat.data.error_message, MESSAGE_LENGTH_MAX), isTransient: false };
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return null;
  const { message, code, error_subcode, is_transient, error_user_title, error_user_msg } = envelope.data.error;
  const words = [error_user_title, error_user_msg].filter((text) => text).join(": ") || message;
  return { code, subcode: error_subcode ?? null, message: oneLine(words, MESSAGE_LENGTH_MAX), isTransient: is_transient };
}

const BusinessUse = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().nullish() })));

/** `X-Business-Use-Case-Usage` names the minutes until access is regained; 0 while there is access. */
function businessWait(headers: Readonly<Record<string, string>>): number | null {
  const usage = BusinessUse.safeParse(parseGraph(headers["x-business-use-case-usage"] ?? ""));
  const minutes = usage.success
    ? Object.values(usage.data)
        .flat()
        .map((use) => use.estimated_time_to_regain_access ?? 0)
    : [];
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : longest * 60;
}
