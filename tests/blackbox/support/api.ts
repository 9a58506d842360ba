import assert from "node:assert/strict";
import { operationRows } from "@rostrum/contract/operations.ts";
import * as resources from "./resources.ts";
import { atLeast, type Shape } from "./shape.ts";
import { type Row, rowOf } from "./table.ts";

/** A reply of the public API whose headers, status and body have been checked against the specification. */
export interface Reply {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

type QueryValue = string | number | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;

export interface Api {
  readonly base: string;
  readonly key: string | null;
  get(path: string, query?: Query): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  patch(path: string, body: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  /** Any request below `/v1`; the key is added unless the headers name another one. */
  send(method: string, path: string, init?: { headers?: Readonly<Record<string, string>>; body?: BodyInit }): Promise<Reply>;
}

/** A client of the public API as the specification describes it, with plain `fetch`. */
export function apiOf(serviceUrl: string, key: string | null): Api {
  const base = `${serviceUrl}/v1`;
  const authorization: Readonly<Record<string, string>> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const send: Api["send"] = async (method, path, init = {}) => {
    const url = `${base}${path}`;
    const headers = { Accept: "application/json", ...authorization, ...init.headers };
    const reply = await fetch(url, { method, headers, ...(init.body === undefined ? {} : { body: init.body }), redirect: "manual" });
    return await checked(method, url, path, reply);
  };
  const sendJson = (method: string, path: string, body: unknown) =>
    send(method, path, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return {
    base,
    key,
    send,
    get: (path, query = {}) => send("GET", `${path}${queryText(query)}`),
    post: (path, body) => sendJson("POST", path, body),
    patch: (path, body) => sendJson("PATCH", path, body),
    delete: (path) => send("DELETE", path),
  };
}

export function queryText(query: Query): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one));
  }
  return pairs.size === 0 ? "" : `?${pairs}`;
}

/** Reads the `data` of a success: its form has been checked, this gives it a type. */
export function dataOf<T>(reply: Reply, shape: Shape<T>): T {
  succeeded(reply);
  return resources.success(shape)(reply.body, "reply").data;
}

export interface Listed<T> {
  readonly data: readonly T[];
  readonly pagination: resources.Pagination;
}

export function pageOf<T>(reply: Reply, row: Shape<T>): Listed<T> {
  succeeded(reply);
  return resources.successPage(row)(reply.body, "reply");
}

function succeeded(reply: Reply): void {
  assert.ok(reply.status < 300, `${reply.method} ${reply.url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
}

/** Checks every reply of the suite against the specification and the contract's own schemas. */
export async function checked(method: string, url: string, path: string, reply: Response): Promise<Reply> {
  const at = `${method} ${url} → ${reply.status}`;
  const raw = await reply.text();
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/, `${at} is JSON: ${raw.slice(0, 200)}`);
  const body: unknown = JSON.parse(raw);
  assert.match(reply.headers.get("x-request-id") ?? "", /\S/, `${at} carries X-Request-Id`);
  assert.equal(reply.headers.get("cache-control"), "no-store", `${at} carries Cache-Control`);
  assert.notEqual(reply.status, 500, `${at}: ${raw}`);
  const row = rowOf(method, path.split("?")[0] ?? "");
  if (row === null) assert.ok([401, 404, 429].includes(reply.status), `${at}: an unknown path or method is 404`);
  if (row !== null && reply.status < 300) checkSuccess(row, reply.status, body, at);
  if (row !== null && reply.status >= 300) assert.ok(row.errors.includes(reply.status), `${row.name} declares no ${reply.status}: ${raw}`);
  if (reply.status >= 300) checkError(reply.status, body, at);
  return { method, url, status: reply.status, headers: reply.headers, body };
}

function checkSuccess(row: Row, status: number, body: unknown, at: string): void {
  assert.equal(status, row.status, at);
  row.reply(body, at);
  const { data } = atLeast({ data: value })(body, at);
  const own = operationRows().find(([name]) => name === row.name);
  assert.ok(own !== undefined, `the contract has ${row.name}`);
  // A schema drops unknown fields, so equality proves that there were none.
  assert.deepEqual(own[1].data.parse(data), data, `${at} by the contract's schema`);
}

function checkError(status: number, body: unknown, at: string): void {
  const hasStatus = typeof body === "object" && body !== null && "status" in body;
  const hasErrors = typeof body === "object" && body !== null && "errors" in body;
  if (status === 429) (hasErrors ? resources.resourceLimitError : resources.routeLimitError)(body, at);
  else if (status === 422 && !hasStatus) resources.validationError(body, at);
  else resources.domainError(body, at);
}

const value: Shape<unknown> = (one) => one;
