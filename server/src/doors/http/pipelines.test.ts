import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, test } from "node:test";
import { eventually } from "../../testing/eventually.ts";
import { openStage } from "../../testing/stage.ts";
import { boundedServer, TIMEOUTS } from "./pipelines.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());

/** Sends raw bytes and returns what came back until the connection closed or went quiet. */
async function sent(bytes: string): Promise<string> {
  const socket = connect(stage.app.config.port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (piece: string) => {
    answer += piece;
  });
  socket.on("error", () => {});
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

const request = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${stage.app.config.port}\r\n${more}\r\n`;

test("a few requests in one packet are answered in order", async () => {
  const answer = await sent(`${request("/healthz").repeat(9)}${request("/healthz", "Connection: close\r\n")}`);
  assert.equal(answer.match(/HTTP\/1\.1 200 OK/g)?.length, 10);
});

test("a connection that sends a thousand requests in one packet is closed, and the service carries on", async () => {
  const answer = await sent(request("/v1/me").repeat(1000));
  assert.ok((answer.match(/HTTP\/1\.1/g)?.length ?? 0) <= 32);
  assert.equal((await fetch(`${stage.url}/healthz`)).status, 200);
});

test("a stop waits for an answer, but not for the client that keeps its connection afterwards", { timeout: 30_000 }, async () => {
  const waiting: ServerResponse[] = [];
  const server = boundedServer((_request, response) => void waiting.push(response), TIMEOUTS);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
  await eventually("the request has arrived", () => waiting.length === 1);
  const closed = once(server, "close");
  server.close();
  waiting[0]?.end("late");
  let answer = "";
  for await (const piece of socket.setEncoding("latin1")) answer += piece;
  assert.match(answer, /^HTTP\/1\.1 200 OK[\s\S]*late/);
  await closed;
});

test("clients leave the service the files that it needs itself, and idle ones make room for those that ask", async () => {
  const server = boundedServer((_request, response) => response.end("here"), {}, 100);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const idle = await Promise.all(
    Array.from({ length: 32 }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {}).write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      await once(socket, "data");
      return socket;
    }),
  );
  await eventually("one more is answered", () =>
    fetch(`http://127.0.0.1:${port}`).then(
      (reply) => reply.ok,
      () => false,
    ),
  );
  for (const socket of idle) socket.destroy();
  server.close();
  server.closeAllConnections();
});
