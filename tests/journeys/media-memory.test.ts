import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { after, test } from "node:test";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { temporaryFolder, testDatabase } from "../../server/src/ground/database/testing.ts";
import { aBitmap } from "../../server/src/testing/bitmaps.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { filesReceived } from "../../server/src/testing/received.ts";
import { testStore } from "../../server/src/testing/s3.ts";
import { call } from "../../server/src/testing/stage.ts";
import { answers } from "./running.ts";

const UPLOADS = 10;
/** A fifth of what is uploaded: parts on their way, and copies of them that wait for the garbage collector. */
const GROWTH_MIB_MAX = 200;
const ADMIN_TOKEN = "admin-token-of-a-test";
const PROGRAM = join(import.meta.dirname, "../../cli/bin/rostrum.js");

const store = await testStore();
const database = await testDatabase();
const folder = await temporaryFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const service = spawn(process.execPath, [PROGRAM, "serve", "--role", "api"], {
  env: {
    ...store.environment,
    PORT: String(port),
    ROSTRUM_DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN,
  },
  stdio: ["ignore", "ignore", "inherit"],
});
after(async () => {
  service.kill("SIGKILL");
  if (service.exitCode === null && service.signalCode === null) await once(service, "exit");
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The process's peak memory in MiB. */
async function peakMib(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

async function upload(key: string, brandId: number): Promise<number> {
  const bitmap = aBitmap({ width: 5_900, height: 5_900, bits: 24, data: Buffer.alloc(0) });
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="media"; filename="tray.bmp"\r\nContent-Type: image/bmp\r\n\r\n');
  const tail = Buffer.from("\r\n--x--\r\n");
  const contentLength = head.length + UPLOAD_BYTES_MAX + tail.length;
  const outgoing = request(`${url}/v1/brands/${brandId}/media`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "multipart/form-data; boundary=x", "Content-Length": contentLength },
  });
  const answered = once(outgoing, "response");
  const piece = Buffer.alloc(65_536, 7);
  function* body() {
    yield head;
    yield bitmap;
    for (let left = UPLOAD_BYTES_MAX - bitmap.length; left > 0; left -= piece.length) yield piece.subarray(0, left);
    yield tail;
  }
  await pipeline(Readable.from(body()), outgoing);
  const [reply] = await answered;
  reply.resume();
  return reply.statusCode;
}

test("ten concurrent uploads of the largest size, 1,000 MiB together, reach the store with 200 MiB of memory more than before", async () => {
  await answers(url, service);
  const admin = async (path: string, body: unknown) => (await call(`${url}/app/api/admin${path}`, "POST", ADMIN_TOKEN, body)).body.data;
  await admin("/users", { name: "Ada", email: "ada@example.org", verified: true });
  const { key } = await admin("/keys", { user: "ada@example.org", name: "test" });
  const { id: brandId } = await admin("/brands", { owner: "ada@example.org", title: "Bakery" });
  const before = await peakMib();
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => upload(key, brandId)));
  assert.deepEqual(statuses, Array(UPLOADS).fill(201));
  const growth = (await peakMib()) - before;
  assert.ok(growth < GROWTH_MIB_MAX, `${growth} MiB more than ${before} MiB`);
  assert.equal((await store.objects()).length, UPLOADS + 1);
  assert.deepEqual([await store.uploads(), await filesReceived(join(folder.path, "media"))], [[], []]);
});
