import { createHash, timingSafeEqual } from "node:crypto";
import { decode, fromText } from "@rostrum/contract/decode.ts";
import { refusal } from "@rostrum/contract/errors.ts";
import { camelCase, type Operation, snakeCase } from "@rostrum/contract/operation.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { privateHandlers } from "../private-operations.ts";
import { Refused, refuse } from "../refusal.ts";
import { acceptJson } from "./json-body.ts";
import { UNKNOWN_PATH } from "./problems.ts";

type AnyPrivateHandler = (app: App, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The private operations for `rostrum admin`, behind the admin token. */
export async function adminApi(scope: FastifyInstance, options: { app: App; adminToken: string }): Promise<void> {
  const { app } = options;
  const expected = digest(options.adminToken);
  acceptJson(scope);
  scope.addHook("onRequest", async (request) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!timingSafeEqual(digest(given), expected)) throw new Refused(refusal(401, "authorization", "The admin token is missing or wrong."));
  });
  scope.setNotFoundHandler(async () => {
    throw new Refused(UNKNOWN_PATH);
  });
  for (const [name, row] of Object.entries(privateOperations) as [keyof typeof privateOperations, Operation][]) {
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
  const input: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(request.params as Record<string, string>)) {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(id)) refuse(404, name, "Not found.");
    input[camelCase(name)] = id;
  }
  if (row.query)
    Object.assign(
      input,
      checked(decode(row.query, fromText(row.query, request.query as Record<string, unknown>, snakeCase), "snake_case")),
    );
  if (row.body) input.body = checked(decode(row.body, request.body ?? {}, "camelCase"));
  return input;
}

function checked<T>(decoded: { readonly value: T } | { readonly problem: Refused["problem"] }): T {
  if ("problem" in decoded) throw new Refused(decoded.problem);
  return decoded.value;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
