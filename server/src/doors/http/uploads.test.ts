import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { test } from "node:test";
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { Refused } from "../../ground/refusal.ts";
import { eventually } from "../../testing/eventually.ts";
import { receiveUpload } from "./uploads.ts";

const HEAD = '--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n';

test("an upload cut off half-way is refused like any incomplete form and leaves no file", async (t) => {
  await using folder = await temporaryFolder();
  const app = Fastify();
  t.after(() => app.close());
  await app.register(multipart);
  const received = Promise.withResolvers<unknown>();
  app.post("/", async (request) => received.resolve(await receiveUpload(folder.path, request).catch((error: unknown) => error)));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  assert.ok(typeof address === "object" && address !== null);
  const socket = connect(address.port, "127.0.0.1");
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n${HEAD}some bytes`,
  );
  await eventually("something is received", async () => (await readdir(folder.path)).length > 0);
  socket.destroy();
  const error = await received.promise;
  assert.ok(error instanceof Refused, String(error));
  assert.equal(error.problem.kind === "domain" && error.problem.status, 400);
  assert.deepEqual(await readdir(folder.path), []);
});
