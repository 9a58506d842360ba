import { z } from "zod";
import type { ZodOpenApiComponentsObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { DomainErrorBody, type ErrorStatus, ResourceRateLimitBody, RouteRateLimitBody, ValidationErrorBody } from "../errors.ts";
import { PAGE_SIZE_DEFAULT } from "../limits.ts";
import { type Operation, Pagination } from "../operation.ts";
import type { OperationName } from "../operations.ts";
import { examples } from "./examples.ts";
import { type ErrorForm, type RefusalName, refusals, refusalsOf, sharedReplies } from "./refusals.ts";

/** The success reply and every declared error. */
export function responses(name: OperationName, row: Operation): ZodOpenApiResponsesObject {
  const replies: ZodOpenApiResponsesObject = { [`${row.status}` as const]: success(name, row) };
  for (const status of row.errors) {
    const names = refusalsOf[name].filter((refusal) => refusals[refusal].status === status);
    replies[`${status}`] = sharedReply(names) ?? failure(status, names);
  }
  return replies;
}

/** Replies shared by several operations, declared once. */
export function replyComponents(): Pick<ZodOpenApiComponentsObject, "headers" | "examples" | "responses"> {
  return {
    headers,
    examples: Object.fromEntries(Object.entries(refusals).map(([name, { summary, value }]) => [name, { summary, value }])),
    responses: Object.fromEntries(Object.entries(sharedReplies).map(([id, names]) => [id, failure(refusals[names[0]].status, names)])),
  };
}

const errorBodies: Readonly<Record<ErrorForm, z.ZodType>> = {
  ValidationError: ValidationErrorBody,
  DomainError: DomainErrorBody,
  ResourceRateLimitError: ResourceRateLimitBody,
  RouteRateLimitError: RouteRateLimitBody,
};

const meanings: Readonly<Record<ErrorStatus, string>> = {
  400: "Invalid request, or an external source could not be processed.",
  401: "Missing, invalid, expired or revoked credential.",
  403: "Not permitted.",
  404: "Not found, or not visible to the key.",
  409: "The post is already published and cannot be changed.",
  413: "The body is too large.",
  415: "The content type is not supported.",
  422: "Validation failed.",
  429: "Rate limit exceeded.",
  500: "Internal error.",
  503: "The service cannot reach its database or the store of its files.",
  507: "The service's disk is full.",
};

const headers: NonNullable<ZodOpenApiComponentsObject["headers"]> = {
  "X-Request-Id": { description: "Identifies this request in the service's logs.", schema: { type: "string" }, example: "req-5f0c" },
  "X-RateLimit-Limit": { description: "Requests allowed per minute.", schema: { type: "integer" }, example: 30 },
  "X-RateLimit-Remaining": { description: "Requests left in this minute.", schema: { type: "integer" }, example: 29 },
  "X-RateLimit-Reset": {
    description: "Seconds until another request is allowed. When the route limit refuses (429 with only `message`): a Unix timestamp.",
    schema: { type: "integer" },
    example: 42,
  },
  "Retry-After": { description: "Seconds to wait before the next request.", schema: { type: "integer" }, example: 42 },
};

/** Declared only where a row says that it will go away. */
const ending: NonNullable<ZodOpenApiResponseObject["headers"]> = {
  Deprecation: {
    description: "Since when it should not be used (RFC 9745): `@` and a Unix time.",
    schema: { type: "string" },
    example: "@1801353600",
  },
  Sunset: {
    description: "From when on it may be gone (RFC 8594), once that is decided.",
    schema: { type: "string" },
    example: "Mon, 31 Jan 2028 00:00:00 GMT",
  },
  Link: {
    description: "With `rel` `deprecation`: a page that says more.",
    schema: { type: "string" },
    example: '<https://rostrum.example/docs>; rel="deprecation"',
  },
};

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const everyReply = { "X-Request-Id": header("X-Request-Id") };
const limited = {
  "X-RateLimit-Limit": header("X-RateLimit-Limit"),
  "X-RateLimit-Remaining": header("X-RateLimit-Remaining"),
  "X-RateLimit-Reset": header("X-RateLimit-Reset"),
};

function success(name: OperationName, row: Operation): ZodOpenApiResponseObject {
  const { data } = examples[name];
  const fields = { status: z.literal("success"), data: row.data };
  return {
    description: row.status === 201 ? "Created." : "Success.",
    headers: { ...everyReply, ...(row.exempt ? {} : limited), ...(row.deprecated ? ending : {}) },
    content: {
      "application/json": row.paginated
        ? { schema: z.object({ ...fields, pagination: Pagination }), example: { status: "success", data, pagination: onlyPage(data) } }
        : { schema: z.object(fields), example: { status: "success", data } },
    },
  };
}

function onlyPage(rows: unknown): z.input<typeof Pagination> {
  const total = Array.isArray(rows) ? rows.length : 0;
  return { currentPage: 1, perPage: PAGE_SIZE_DEFAULT, total, lastPage: 1, nextPageUrl: null, prevPageUrl: null };
}

function sharedReply(names: readonly RefusalName[]): { $ref: string } | undefined {
  const shared = Object.entries(sharedReplies).find(([, members]) => members.join() === names.join());
  return shared && { $ref: `#/components/responses/${shared[0]}` };
}

function failure(status: ErrorStatus, names: readonly RefusalName[]): ZodOpenApiResponseObject {
  const [body, ...others] = [...new Set(names.map((name) => refusals[name].form))].map((form) => errorBodies[form]);
  if (body === undefined) throw new Error(`No example for a reply with status ${status}`);
  return {
    description: meanings[status],
    headers: {
      ...everyReply,
      ...(status === 401 || status >= 500 ? {} : limited),
      ...(status === 429 ? { "Retry-After": header("Retry-After") } : {}),
    },
    content: {
      "application/json": {
        schema: others.length > 0 ? z.union([body, ...others]) : body,
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}
