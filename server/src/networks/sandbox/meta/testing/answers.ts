import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { z } from "zod";

/** Sent as a form, or in the query of a GET. */
export type Parameters = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#864" } });

/** The address of one of the served files as the service gives it to networks. */
export function linkTo(name: string): string {
  return `https://social.example/media/token/${name}`;
}

/** What the service has, by name. */
export function serveFiles(app: FastifyInstance, files: ReadonlyMap<string, Uint8Array>): void {
  app.get<{ Params: { name: string } }>("/media/:token/:name", async (request, reply) => {
    const bytes = files.get(request.params.name);
    return bytes === undefined ? reply.status(404).send() : reply.type("application/octet-stream").send(bytes);
  });
}

/** A text in the answer, which must be one of success. */
export function textAt({ status, body }: Answer, name: string): string {
  assert.equal(status, 200, JSON.stringify(body));
  return z.string().parse(z.record(z.string(), z.unknown()).parse(body)[name]);
}

/** Status, code and, if there is one, subcode of a refusal. */
export function refusalIn({ status, body }: Answer): readonly (number | undefined)[] {
  const { error } = z.object({ error: z.object({ code: z.int(), error_subcode: z.int().optional() }) }).parse(body);
  return error.error_subcode === undefined ? [status, error.code] : [status, error.code, error.error_subcode];
}

/** The entries of a list. */
export function listIn({ status, body }: Answer): readonly Record<string, unknown>[] {
  assert.equal(status, 200, JSON.stringify(body));
  return z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(body).data;
}
