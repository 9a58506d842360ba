import { type Problem, refusal, summary } from "@rostrum/contract/errors.ts";
import type { FastifyReply } from "fastify";
import { Refused } from "../refusal.ts";
import { tell } from "../sentences/tell.ts";
import { type Shortage, shortageOf } from "../shortages.ts";
import { readerOf } from "./language.ts";

/**
 * Turns a problem into a reply in one of the forms of `docs/api.md#errors`: in English for programs, and for a person in the dashboard in
 * their language.
 */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const told = (sentence: string) => tell(readerOf(reply.request) ?? "en", sentence);
  if (problem.kind === "fields") {
    const errors = mapped(problem.fields, (sentences) => sentences.map(told));
    return reply.code(422).send({ message: told(summary(problem.fields)), errors });
  }
  const { status, message, key, errors = { [key]: message } } = problem;
  return reply.code(status).send({ status: "error", message: told(message), errors: mapped(errors, told) });
}

function mapped<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** The problem an error stands for; null for an unexpected one, which is an internal error. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Refused) return error.problem;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return TRANSPORT[code] ?? (isRefusalOfTransport(error, code) ? UNREADABLE : null);
}

/** A client error raised by the HTTP layer is never an internal error, even when its code is unknown here. */
function isRefusalOfTransport(error: unknown, code: string): boolean {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return code.startsWith("FST_") && status >= 400 && status < 500;
}

const INTERNAL = refusal(500, "server", "An internal error occurred. The request may have taken effect: check before you send it again.");

/** What has failed may have been the last of several steps, so none of them says that nothing has happened. */
const LACKING: Readonly<Record<Shortage, typeof INTERNAL>> = {
  disk: refusal(507, "server", "The service's disk is full. Ask its operator to make room, then look whether this has to be done again."),
  database: refusal(
    503,
    "server",
    "The service cannot reach its database right now. Wait a minute, then look whether this has to be done again.",
  ),
  storage: refusal(
    503,
    "server",
    "The service cannot reach the store of its files right now. Wait a minute, then look whether this has to be done again.",
  ),
  descriptors: refusal(
    503,
    "server",
    "The service has more to do at once than it may right now. Wait a minute, then look whether this has to be done again.",
  ),
};

/** What is answered when the service itself fails: what it lacks, or that it is an internal error. */
export function failureOf(error: unknown): typeof INTERNAL {
  const shortage = shortageOf(error);
  return shortage === null ? INTERNAL : LACKING[shortage];
}

export const UNKNOWN_PATH = refusal(404, "path", "There is no such path or method.");

const TOO_LARGE = refusal(413, "body", "The request body is larger than 1 MiB.");
export const WRONG_TYPE = refusal(
  415,
  "body",
  "The content type of the request is not supported here. Send a JSON body with Content-Type: application/json.",
);
const UNREADABLE = refusal(400, "body", "The request cannot be read.");
const NOT_MULTIPART = refusal(400, "body", "The request body is not valid multipart/form-data.");

/** Errors of the HTTP layer by their code. */
const TRANSPORT: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: WRONG_TYPE,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refusal(400, "body", "The request body does not match its Content-Length."),
  FST_ERR_BAD_URL: UNKNOWN_PATH,
  FST_ERR_MAX_PARAM_LENGTH: UNKNOWN_PATH,
  FST_ERR_NOT_FOUND: UNKNOWN_PATH,
  // The method QUERY, which no path here supports.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: UNKNOWN_PATH,
  FST_INVALID_MULTIPART_CONTENT_TYPE: WRONG_TYPE,
  FST_PARTS_LIMIT: NOT_MULTIPART,
  FST_FILES_LIMIT: NOT_MULTIPART,
  FST_FIELDS_LIMIT: NOT_MULTIPART,
  FST_PROTO_VIOLATION: NOT_MULTIPART,
};
