import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { createLog } from "../../ground/observability/log.ts";
import { noticeProxies } from "./proxy-notice.ts";

async function linesOf(trustProxy: readonly string[], remoteAddress: string, requests: number): Promise<string[]> {
  const lines: string[] = [];
  const server = fastify();
  const log = createLog("warn", { destination: { write: (line: string) => void lines.push(line) } });
  noticeProxies(server, { log, config: { trustProxy } });
  server.get("/", async () => "");
  await server.inject({ url: "/", remoteAddress });
  for (let n = 0; n < requests; n += 1) await server.inject({ url: "/", remoteAddress, headers: { "x-forwarded-for": `198.18.0.${n}` } });
  await server.close();
  return lines;
}

test("X-Forwarded-For from an untrusted address is logged once", async () => {
  const lines = await linesOf(["10.0.0.0/8", "2001:db8::/32"], "::ffff:172.17.0.1", 3);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"level":"warn".*"address":"172\.17\.0\.1".*ROSTRUM_TRUST_PROXY/);
});

test("From a trusted address, or without the header, nothing is logged", async () => {
  assert.deepEqual(await linesOf(["10.0.0.0/8"], "10.0.0.7", 3), []);
  assert.deepEqual(await linesOf([], "172.17.0.1", 0), []);
});
