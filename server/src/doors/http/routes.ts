import type { Operation, Page } from "@rostrum/contract/operation.ts";
import { type OperationName, operations } from "@rostrum/contract/operations.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { admit } from "../../brands/brands/access.ts";
import { tellingOf } from "../../ground/sentences/replies.ts";
import type { BrandViewer, Viewer } from "../../ground/viewer.ts";
import { goneOf } from "../../ground/web/gone.ts";
import { readerOf } from "../../ground/web/language.ts";
import { enterAgainIfLate } from "../../ground/web/late-bodies.ts";
import { tellOf } from "../live/tell.ts";
import { type AnyHandler, handlers } from "../operations.ts";
import { type Announcer, announcerOf } from "./deprecation.ts";
import { bodyOf, queryOf } from "./input.ts";
import { acceptJson, ignoreAllButForms, ignoreBodiesAndTypes } from "./json-body.ts";
import { pagination } from "./pagination.ts";
import { pathIds } from "./path-ids.ts";
import { receiveUpload } from "./uploads.ts";

/** Registers one route per row of the table: gates before the body is read, then decoding, the operation, the envelope. */
export async function routes(scope: FastifyInstance, app: App): Promise<void> {
  await addByBody(scope, Object.entries(operations) as [OperationName, Operation][], (within, rows) => addRoutes(within, app, rows));
}

/** Adds routes for the rows of a table in three scopes, by what a request may carry: JSON, a file, or nothing that is read. */
export async function addByBody<R extends readonly [string, Pick<Operation, "body" | "upload">]>(
  scope: FastifyInstance,
  rows: readonly R[],
  add: (scope: FastifyInstance, rows: readonly R[]) => void,
): Promise<void> {
  for (const [accept, takes] of BODIES) {
    await scope.register(async (within) => {
      accept(within);
      add(
        within,
        rows.filter(([, row]) => takes(row)),
      );
    });
  }
}

const BODIES: readonly (readonly [(scope: FastifyInstance) => void, (row: Pick<Operation, "body" | "upload">) => boolean])[] = [
  [acceptJson, ({ body }) => body !== undefined],
  [ignoreAllButForms, ({ upload }) => upload !== undefined],
  [ignoreBodiesAndTypes, ({ body, upload }) => body === undefined && upload === undefined],
];

function addRoutes(scope: FastifyInstance, app: App, rows: readonly [OperationName, Operation][]): void {
  for (const [name, row] of rows) {
    const announcer = announcerOf(name, row, app.config.publicUrl);
    const served = { row, handler: handlers[name] as AnyHandler, announcer, told: tellingOf(row.data) };
    scope.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { operation: row, countedAs: name },
      // Runs before the body is read, so that unauthorized requests are not uploaded.
      onRequest: async (request, reply) => {
        announcer?.onRequest(request, reply);
        request.entered = enterRow(row, request);
      },
      handler: (request, reply) => answer(app, served, request, reply),
    });
  }
}

/** Gate 4: path ids, brand visibility and role, the brand before what is in it. */
export function enterRow(row: Operation, request: FastifyRequest): Entered {
  const params = request.params as Record<string, string>;
  if (row.foreignBrand === undefined) return { viewer: request.viewer, ids: pathIds(params) };
  // What is in a brand is nobody's business who may not enter it, be it an id or not.
  pathIds({ brand_id: params.brand_id ?? "" });
  const brand = admit(request.access, { foreign: row.foreignBrand, writes: row.method !== "GET" });
  return { viewer: { ...request.viewer, brand }, ids: pathIds(params) };
}

export interface Entered {
  readonly viewer: Viewer | BrandViewer;
  readonly ids: Readonly<Record<string, number>>;
}

interface Served {
  readonly row: Operation;
  readonly handler: AnyHandler;
  readonly announcer: Announcer | null;
  readonly told: ReturnType<typeof tellingOf>;
}

async function answer(app: App, served: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { row, handler, announcer } = served;
  announcer?.onBody(request, reply);
  await enterAgainIfLate(app, request);
  const { viewer, ids } = request.entered;
  const input: Record<string, unknown> = {
    ...ids,
    ...(row.reachesOut ? { gone: goneOf(reply), again: () => enterAgainIfLate(app, request) } : {}),
  };
  if (row.query) Object.assign(input, queryOf(row.query, request));
  if (row.body) input.body = bodyOf(row.body, request);
  if (row.upload) return await withUpload(app, served, request, reply, input);
  return send(app, served, request, reply, await handler(app, viewer, input), input);
}

async function withUpload(app: App, served: Served, request: FastifyRequest, reply: FastifyReply, input: Record<string, unknown>) {
  await using upload = await receiveUpload(app.storage.incoming, request);
  const again = () => enterAgainIfLate(app, request);
  await again();
  return send(app, served, request, reply, await served.handler(app, request.entered.viewer, { ...input, upload, again }), input);
}

function send(
  app: App,
  { row, told }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  input: Readonly<Record<string, unknown>>,
) {
  const { viewer } = request.entered;
  if ("brand" in viewer) tellOf(app, row, viewer.brand.id);
  reply.code(row.status);
  const language = readerOf(request);
  if (!row.paginated) return reply.send({ status: "success", data: told(result, language) });
  const page = result as Page<unknown>;
  const place = { page: input.page as number, perPage: input.perPage as number, total: page.total };
  return reply.send({
    status: "success",
    data: told(page.rows, language),
    pagination: pagination(app.config.publicUrl, request.url, place),
  });
}
