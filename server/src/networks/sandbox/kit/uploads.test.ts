import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { type Ground, openGround, plainNetwork } from "./testing/ground.ts";
import { dropUpload, findUpload, finishUpload, openUpload, receiveRange, receiveSegment, takeRawBodies } from "./uploads.ts";

const Answer = z.object({ kind: z.string(), received: z.number().optional() });

const network = plainNetwork((scope, world) => {
  takeRawBodies(scope);
  scope.post<{ Params: { id: string } }>("/api/open/:id", async (request) => {
    await openUpload(world, request, { id: request.params.id, size: 10, about: { owner: "1" }, lifetimeSeconds: 3600 });
    return {};
  });
  scope.post<{ Params: { id: string }; Querystring: { offset: string } }>("/api/send/:id", async (request) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const outcome = await receiveRange(world, request, { upload: request.params.id, offset: Number(request.query.offset), bytes });
    return outcome.kind === "lost" ? { kind: "lost" } : { kind: outcome.kind, received: outcome.upload.received };
  });
  scope.post<{ Params: { id: string; index: string } }>("/api/segment/:id/:index", async (request) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { id, index } = request.params;
    return { kind: (await receiveSegment(world, request, { upload: id, index: Number(index), bytes })) ? "received" : "lost" };
  });
});

let ground: Ground;
beforeEach(async () => {
  ground = await openGround(network);
});
afterEach(() => ground[Symbol.asyncDispose]());

const post = (path: string, body: string) =>
  fetch(`${ground.world.baseUrl}/api/${path}`, { method: "POST", headers: { "content-type": "application/octet-stream" }, body });
const open = (id = "u") => post(`open/${id}`, "");
const send = async (offset: number, bytes: string, id = "u") =>
  Answer.parse(await (await post(`send/${id}?offset=${offset}`, bytes)).json());

test("a file arrives in ranges, goes on after a broken connection, and is whole at the end", async () => {
  await open();
  assert.deepEqual(await send(0, "0123"), { kind: "received", received: 4 });
  assert.deepEqual(await send(0, "0123"), { kind: "misplaced", received: 4 });
  assert.equal((await findUpload(ground.world, "u"))?.received, 4);
  assert.equal(await finishUpload(ground.world, "u"), null, "bytes are missing");
  assert.deepEqual(await send(4, "456789ab"), { kind: "misplaced", received: 4 }, "beyond the end");
  assert.deepEqual(await send(4, "456789"), { kind: "received", received: 10 });
  assert.equal(Buffer.from((await finishUpload(ground.world, "u")) ?? []).toString(), "0123456789");
  assert.equal(await findUpload(ground.world, "u"), null, "the session is over");
});

test("segments arrive in any order, and one that is sent again replaces the first", async () => {
  const segment = async (index: number, bytes: string) => Answer.parse(await (await post(`segment/u/${index}`, bytes)).json()).kind;
  await open();
  assert.equal(await segment(1, "56789"), "received");
  assert.equal(await segment(0, "xx"), "received");
  assert.equal(await segment(0, "01234"), "received");
  assert.equal((await findUpload(ground.world, "u"))?.received, 10);
  assert.equal(Buffer.from((await finishUpload(ground.world, "u")) ?? []).toString(), "0123456789");
  assert.equal(await segment(2, "x"), "lost", "the session is over");
  await open();
  await ground.fault("upload-lost");
  assert.equal(await segment(0, "01234"), "lost");
  assert.equal(await segment(0, "01234"), "lost");
});

test("a session that is dropped or too old is gone", async () => {
  await open();
  await send(0, "0123");
  await dropUpload(ground.world, "u");
  assert.deepEqual(await send(4, "4"), { kind: "lost" });
  await open("v");
  ground.pass(3600);
  assert.deepEqual(await send(0, "0", "v"), { kind: "lost" });
});

test("with the fault upload-lost the session is gone in the middle", async () => {
  await open();
  await send(0, "0123");
  await ground.fault("upload-lost");
  assert.deepEqual(await send(4, "45"), { kind: "lost" });
  assert.deepEqual(await send(4, "45"), { kind: "lost" });
  await ground.fault("upload-lost");
  await open("v");
  assert.deepEqual(await send(0, "0", "v"), { kind: "lost" });
  await open("w");
  assert.deepEqual(await send(0, "0", "w"), { kind: "received", received: 1 });
});
