import { z } from "zod";
import { Pagination } from "../operation.ts";
import { askedWait } from "./retry.ts";
import type { CallProblem, Failure, PageFacts, Sentences } from "./types.ts";

/** A successful reply of any operation. */
export interface AnySuccess {
  readonly ok: true;
  readonly status: number;
  readonly data: unknown;
  readonly pagination: PageFacts | null;
}

/**
 * Parses the text of a reply. Data is passed on as it is, so new fields and values are no error. Only the envelope is checked; a
 * reply without it is `unreadable`.
 */
export function readReply(status: number, headers: Headers, text: string, now: number): AnySuccess | Failure {
  const body = parse(text);
  if (status >= 200 && status < 300) return success(status, body);
  const error = ErrorBody.safeParse(body);
  if (!error.success) return failure(status, { kind: "unreadable", message: unreadable(status) });
  return failure(status, problem(error.data, status, askedWait({ status, headers }, now)));
}

export function failure(status: number | null, why: CallProblem): Failure {
  return { ok: false, status, problem: why };
}

const Envelope = z.object({
  status: z.literal("success"),
  data: z.unknown().refine((data) => data !== undefined),
  pagination: Pagination.optional(),
});

/** The four error bodies of `docs/api.md#errors`: `errors` may be absent, and its values are strings or lists of strings. */
const ErrorBody = z.object({
  status: z.string().optional(),
  message: z.string(),
  errors: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});

function success(status: number, body: unknown): AnySuccess | Failure {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return failure(status, { kind: "unreadable", message: unreadable(status) });
  return { ok: true, status, data: envelope.data.data, pagination: envelope.data.pagination ?? null };
}

function problem(
  { status: word, message, errors = {} }: z.output<typeof ErrorBody>,
  status: number,
  waitSeconds: number | null,
): CallProblem {
  if (status === 429) return { kind: "limit", message, scope: "rate_limit" in errors ? "resource" : "route", waitSeconds };
  return { kind: status === 422 && word === undefined ? "fields" : "domain", message, errors: sentences(errors) };
}

function sentences(errors: Readonly<Record<string, string | string[]>>): Sentences {
  return Object.fromEntries(Object.entries(errors).map(([key, value]) => [key, typeof value === "string" ? [value] : value]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(status: number): string {
  return `The reply with status ${status} does not come from this service.`;
}
