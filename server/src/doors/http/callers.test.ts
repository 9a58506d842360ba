import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { Refused } from "../../ground/refusal.ts";
import { digestOf, tokenCaller } from "./callers.ts";

/** How a request with this header is received where the operator's token has spaces. */
async function answerTo(authorization: string): Promise<number> {
  const server = fastify();
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refused && error.problem.kind === "domain" ? error.problem.status : 500).send(),
  );
  server.get("/", async (request, reply) => {
    const caller = tokenCaller(Object.assign(request, { from: {} }), digestOf("a token with spaces"));
    return caller ?? reply.code(204).send();
  });
  const { statusCode } = await server.inject({ method: "GET", url: "/", headers: { authorization } });
  await server.close();
  return statusCode;
}

test("the operator's token may have spaces in it; around it they do not count", async () => {
  for (const header of ["Bearer a token with spaces", "bearer   a token with spaces "]) assert.equal(await answerTo(header), 200, header);
  for (const header of ["Bearer a token", "Bearer", "a token with spaces"]) assert.equal(await answerTo(header), 401, header);
});

test("what a proxy passes on is no token", async () => {
  for (const header of ["Basic a token with spaces", "Negotiate YII="]) assert.equal(await answerTo(header), 204, header);
});
