import { decode, fromText } from "@rostrum/contract/decode.ts";
import type { Page } from "@rostrum/contract/operation.ts";
import { camelCase, type Operation, snakeCase } from "@rostrum/contract/operation.ts";
import { type OperationName, operations } from "@rostrum/contract/operations.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { enterBrand } from "../brands/access.ts";
import { type AnyHandler, handlers } from "../operations.ts";
import { Refused, refuse } from "../refusal.ts";
import type { BrandViewer, Viewer } from "../viewer.ts";
import { pagination } from "./pagination.ts";
import { receiveUpload } from "./uploads.ts";

/** Makes one route per row of the table: gates on the bare request, then decoding, the operation, the envelope. */
export function routes(scope: FastifyInstance, app: App): void {
  for (const [name, row] of Object.entries(operations) as [OperationName, Operation][]) {
    scope.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { operation: row },
      // Runs before the body is read, so that who may not enter sends nothing.
      onRequest: async (request) => {
        request.entered = await enter(app, row, request);
      },
      handler: (request, reply) => answer(app, row, handlers[name] as AnyHandler, request, reply),
    });
  }
}

/** Gate 4: path ids, brand visibility and role. */
async function enter(app: App, row: Operation, request: FastifyRequest): Promise<Entered> {
  const ids = pathIds(request.params as Record<string, string>);
  if (row.foreignBrand === undefined) return { viewer: request.viewer, ids };
  const brand = await enterBrand(app, request.viewer, ids.brandId as number, { foreign: row.foreignBrand, writes: row.method !== "GET" });
  return { viewer: { ...request.viewer, brand }, ids };
}

export interface Entered {
  readonly viewer: Viewer | BrandViewer;
  readonly ids: Readonly<Record<string, number>>;
}

const MISSING: Readonly<Record<string, readonly [key: string, sentence: string]>> = {
  brand_id: ["brand", "Brand not found."],
  collection_id: ["collection", "Collection not found."],
  post_id: ["post_id", "Post not found in this brand."],
};

function pathIds(params: Readonly<Record<string, string>>): Record<string, number> {
  const ids: Record<string, number> = {};
  for (const [name, text] of Object.entries(params)) {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    const [key, sentence] = MISSING[name] ?? ["path", "Not found."];
    if (!Number.isSafeInteger(id)) refuse(404, key, sentence);
    ids[camelCase(name)] = id;
  }
  return ids;
}

async function answer(app: App, row: Operation, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { viewer, ids } = request.entered;
  const input: Record<string, unknown> = { ...ids };
  if (row.query)
    Object.assign(
      input,
      checked(decode(row.query, fromText(row.query, request.query as Record<string, unknown>, snakeCase), "snake_case")),
    );
  if (row.body) input.body = checked(decode(row.body, request.body ?? {}, "camelCase"));
  if (row.upload) return await withUpload(app, row, handler, request, reply, input);
  return send(app, row, request, reply, await handler(app, viewer, input), input);
}

async function withUpload(
  app: App,
  row: Operation,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Record<string, unknown>,
) {
  await using upload = await receiveUpload(app.storage.incoming, request);
  return send(app, row, request, reply, await handler(app, request.entered.viewer, { ...input, upload }), input);
}

function send(
  app: App,
  row: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  input: Readonly<Record<string, unknown>>,
) {
  reply.code(row.status);
  if (!row.paginated) return reply.send({ status: "success", data: result });
  const page = result as Page<unknown>;
  const place = { page: input.page as number, perPage: input.perPage as number, total: page.total };
  return reply.send({ status: "success", data: page.rows, pagination: pagination(app.config.publicUrl, request.url, place) });
}

function checked<T>(decoded: { readonly value: T } | { readonly problem: Refused["problem"] }): T {
  if ("problem" in decoded) throw new Refused(decoded.problem);
  return decoded.value;
}
