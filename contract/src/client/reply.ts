import type { CallProblem, Failure, PageFacts, Sentences } from "./facts.ts";
import { askedWait } from "./retry.ts";

/** A successful reply of any operation. */
export interface AnySuccess {
  readonly ok: true;
  readonly status: number;
  readonly data: unknown;
  readonly pagination: PageFacts | null;
}

/**
 * Parses the text of a reply. Data is passed on as it is, so new fields and values are no error. Only the envelope is checked; a
 * reply without it is `unreadable`. By hand, because a schema library would be most of the package `rostrum-client`.
 */
export function readReply(status: number, headers: Headers, text: string, now: number): AnySuccess | Failure {
  const body = parse(text);
  if (status >= 200 && status < 300) return success(status, body);
  // Gateways answer with `{"message"}` as well, while the service is still at it.
  if (!isErrorBody(body) || (status >= 500 && body.status !== "error"))
    return failure(status, { kind: "unreadable", message: unreadable(status) });
  return failure(status, problem(body, status, askedWait({ status, headers }, now)));
}

export function failure(status: number | null, why: CallProblem): Failure {
  return { ok: false, status, problem: why };
}

function success(status: number, body: unknown): AnySuccess | Failure {
  const isSuccess = isRecord(body) && body.status === "success" && body.data !== undefined;
  if (!isSuccess || !(body.pagination === undefined || isPageFacts(body.pagination))) {
    return failure(status, { kind: "unreadable", message: unreadable(status) });
  }
  return { ok: true, status, data: body.data, pagination: body.pagination ?? null };
}

function isPageFacts(value: unknown): value is PageFacts {
  if (!isRecord(value)) return false;
  const { currentPage, perPage, total, lastPage, nextPageUrl, prevPageUrl } = value;
  return [currentPage, perPage, total, lastPage].every(Number.isSafeInteger) && [nextPageUrl, prevPageUrl].every(isTextOrNull);
}

/** The four error bodies of `docs/api.md#errors`: `errors` may be absent, and its values are strings or lists of strings. */
interface ErrorBody {
  readonly status?: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, string | readonly string[]>>;
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (!isRecord(body) || typeof body.message !== "string") return false;
  const { status, errors } = body;
  return (status === undefined || isText(status)) && (errors === undefined || (isRecord(errors) && Object.values(errors).every(isSaid)));
}

function isSaid(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every(isText));
}

function problem({ status: word, message, errors = {} }: ErrorBody, status: number, waitSeconds: number | null): CallProblem {
  if (status === 429) return { kind: "limit", message, scope: "rate_limit" in errors ? "resource" : "route", waitSeconds };
  return { kind: status === 422 && word === undefined ? "fields" : "domain", message, errors: sentences(errors) };
}

function sentences(errors: NonNullable<ErrorBody["errors"]>): Sentences {
  return Object.fromEntries(Object.entries(errors).map(([key, value]) => [key, typeof value === "string" ? [value] : value]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(status: number): string {
  // Browsers tell no status of a redirect.
  if (status === 0 || (status >= 300 && status < 400)) return "The service's address redirects elsewhere: use the address it leads to.";
  return `The reply with status ${status} does not come from this service.`;
}
