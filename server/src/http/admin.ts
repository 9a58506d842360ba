import { createHash, timingSafeEqual } from "node:crypto";
import { refusal } from "@rostrum/contract/errors.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { privateHandlers } from "../private-operations.ts";
import { Refused } from "../refusal.ts";
import { UNKNOWN_PATH } from "../web/problems.ts";
import { bodyOf, queryOf } from "./input.ts";
import { acceptJson, ignoreBodies } from "./json-body.ts";
import { pathIds } from "./path-ids.ts";
import { takesBody } from "./routes.ts";

type AnyPrivateHandler = (app: App, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The private operations used by `rostrum admin`, protected by the admin token. */
export async function adminApi(scope: FastifyInstance, options: { app: App; adminToken: string }): Promise<void> {
  const { app } = options;
  const expected = digest(options.adminToken);
  acceptJson(scope);
  scope.addHook("onRequest", async (request) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!timingSafeEqual(digest(given), expected)) throw new Refused(refusal(401, "authorization", "The admin token is missing or wrong."));
    if (request.is404) throw new Refused(UNKNOWN_PATH);
  });
  scope.setNotFoundHandler(async () => {
    throw new Refused(UNKNOWN_PATH);
  });
  const rows = Object.entries(privateOperations) as Row[];
  addRoutes(
    scope,
    app,
    rows.filter(([, row]) => takesBody(row)),
  );
  await scope.register(async (withoutBody) => {
    ignoreBodies(withoutBody);
    addRoutes(
      withoutBody,
      app,
      rows.filter(([, row]) => !takesBody(row)),
    );
  });
}

type Row = readonly [keyof typeof privateOperations, Operation];

function addRoutes(scope: FastifyInstance, app: App, rows: readonly Row[]): void {
  for (const [name, row] of rows) {
    const handler = privateHandlers[name] as AnyPrivateHandler;
    scope.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ":$1"),
      handler: async (request, reply) =>
        reply.code(row.status).send({ status: "success", data: await handler(app, inputOf(row, request)) }),
    });
  }
}

function inputOf(row: Operation, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = { ...pathIds(request.params as Record<string, string>) };
  if (row.query) Object.assign(input, queryOf(row.query, request));
  if (row.body) input.body = bodyOf(row.body, request);
  return input;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
