import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { eventually } from "../../testing/eventually.ts";
import { Awake } from "../awake.ts";
import { CONNECT_SECONDS } from "./caps.ts";
import { createNet } from "./index.ts";
import type { CallReply } from "./net.ts";
import { onRequest, serve, serveRaw } from "./testing/servers.ts";

/** A process whose clocks jump when the test says so, as they do for a process that is woken. */
function aSleeper() {
  let slept = 0;
  const now = () => ({ monotonic: performance.now() + slept, wall: Date.now() + slept });
  const awake = new Awake({ now });
  return {
    awake,
    sleep: (seconds: number) => {
      slept += seconds * 1000;
    },
  };
}

const OPTIONS = { allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1" };

test("a request is not sent on a connection that was being made when the process stood still", async () => {
  let requests = 0;
  await using server = await serve((_request, response) => {
    requests += 1;
    response.end();
  });
  const { awake, sleep } = aSleeper();
  // Its address is looked up while the process stands still.
  const resolve = async () => {
    sleep(40);
    return ["127.0.0.1"];
  };
  await using net = createNet({ ...OPTIONS, awake, resolve });
  const reply = await net.call({ method: "POST", url: `http://localhost:${server.port}/post`, body: "text" });
  assert.deepEqual(reply, { kind: "unreached", reason: "the process stood still" });
  assert.equal(requests, 0);
});

test("a connection that was there in time counts, even if the process has time for it only after the limit", async () => {
  await using server = await serve((_request, response) => void response.end("late"));
  await using net = createNet({ ...OPTIONS, resolve: async () => ["127.0.0.1"] });
  const called = Promise.withResolvers<CallReply>();
  // One after the other without a look at sockets in between: the second begins when the connection is being made.
  setImmediate(() => called.resolve(net.call({ method: "POST", url: `http://localhost:${server.port}/`, body: "" })));
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CONNECT_SECONDS * 1000 + 100));
  const reply = await called.promise;
  assert.deepEqual([reply.kind, reply.kind === "answered" && reply.text], ["answered", "late"]);
});

test("the rest of a body is not sent once the process has stood still", async () => {
  let received = "";
  let isWhole: boolean | null = null;
  await using server = await serve((request, response) => {
    request.on("data", (chunk) => {
      received += String(chunk);
    });
    request.on("end", () => response.end());
    request.on("close", () => {
      isWhole = request.complete;
    });
  });
  const { awake, sleep } = aSleeper();
  const file = new Blob(["beginning", "end"]);
  Object.defineProperty(file, "pieces", {
    value: async function* () {
      yield Buffer.from("beginning");
      await eventually("the beginning has arrived", () => received === "beginning");
      sleep(40);
      yield Buffer.from("end");
    },
  });
  await using net = createNet({ ...OPTIONS, awake });
  const reply = await net.call({ method: "PUT", url: `${server.origin}/file`, body: file });
  assert.equal(reply.kind, "lost");
  await eventually("the server knows that no more comes", () => isWhole !== null);
  assert.deepEqual({ received, isWhole }, { received: "beginning", isWhole: false });
});

test("the answer to a request that had been sent whole is read after a standstill", async () => {
  const { awake, sleep } = aSleeper();
  await using server = await serveRaw(
    onRequest((socket) => {
      sleep(40);
      awake.look();
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere");
    }),
  );
  await using net = createNet({ ...OPTIONS, awake });
  const reply = await net.call({ method: "POST", url: `${server.origin}/post`, body: "text" });
  assert.equal(reply.kind === "answered" && reply.text, "here");
});

test("whoever loses their work by a standstill is told before another request of theirs begins", async () => {
  await using server = await serve((_request, response) => void response.end());
  const { awake, sleep } = aSleeper();
  const lost = new AbortController();
  using _watching = awake.watch(() => {
    if (awake.secondsSince(since) >= 30) lost.abort();
  });
  const since = awake.now();
  await using net = createNet({ ...OPTIONS, awake });
  const request = { method: "POST", url: `${server.origin}/post`, body: "text", signal: lost.signal } as const;
  assert.equal((await net.call(request)).kind, "answered");
  await nextTurn();
  sleep(40);
  assert.deepEqual(await net.call(request), { kind: "unreached", reason: "cancelled" });
  assert.equal(server.connections(), 1);
});
