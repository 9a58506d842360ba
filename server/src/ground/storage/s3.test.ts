import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { freePort } from "../../testing/free-port.ts";
import { BUCKET, STORE_DOMAIN, type TestStore, testStore } from "../../testing/s3.ts";
import { storedBytes } from "../../testing/stored.ts";
import { readConfig, WrongSettings } from "../config.ts";
import { temporaryFolder } from "../database/testing.ts";
import { s3Storage } from "./s3.ts";
import { createS3Client, endpointOf, type S3Settings, storeAgent } from "./s3-client.ts";
import { newStorageKey, type Storage, StorageTrouble } from "./storage.ts";

/** Three parts. */
const LARGE_BYTES = 17 * 1024 * 1024;

const opened = new AsyncDisposableStack();
let directory = "";
let store: TestStore;
let storage: Storage;
before(async () => {
  directory = opened.use(await temporaryFolder()).path;
  store = opened.use(await testStore());
  storage = await open();
});
afterEach(async () => {
  store.before = null;
  store.after = null;
  for (const name of await readdir(storage.incoming)) await rm(join(storage.incoming, name));
  store.requests.length = 0;
});
after(() => opened.disposeAsync());

/** Opens the storage without pauses between retries. */
function open(changes: Readonly<Record<string, string>> = {}): Promise<Storage> {
  const settings = settingsOf(changes);
  return s3Storage(settings, { directory, client: createS3Client(settings, { pauses: [0, 0, 0] }) });
}

/** A store with an empty bucket that sends files as `send` does. */
async function bareStore(send: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, reply) => {
    if (!request.url?.includes("list-type")) return send(request, reply);
    reply.writeHead(200, { "Content-Type": "application/xml" }).end("<ListBucketResult></ListBucketResult>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function settingsOf(changes: Readonly<Record<string, string>> = {}): S3Settings {
  return readConfig({ ...store.environment, ...changes }).s3 ?? assert.fail();
}

async function received(bytes: Uint8Array): Promise<string> {
  const path = join(storage.incoming, newStorageKey());
  await writeFile(path, bytes);
  return path;
}

/** Responds with `status` to the first `times` requests whose names start with one of `beginnings`. */
function failing(times: number, status: number, ...beginnings: string[]) {
  let left = times;
  return (request: string) => {
    if (!beginnings.some((beginning) => request.startsWith(beginning)) || left === 0) return undefined;
    left -= 1;
    return status;
  };
}

test("Startup with credentials that the store refuses says which settings are wrong", async () => {
  const refused = (word: string) => ({
    name: "StorageTrouble",
    message: `ROSTRUM_S3_ACCESS_KEY_ID, ROSTRUM_S3_SECRET_ACCESS_KEY: the store at ${store.url} refuses them (403 ${word}).`,
  });
  await assert.rejects(open({ ROSTRUM_S3_SECRET_ACCESS_KEY: "wrong" }), refused("SignatureDoesNotMatch"));
  await assert.rejects(open({ ROSTRUM_S3_ACCESS_KEY_ID: "wrong" }), refused("InvalidAccessKeyId"));
});

test("Startup with a bucket that is missing, forbidden, elsewhere or unreachable says so", async () => {
  const says = (message: string) => ({ name: "StorageTrouble", message });
  await assert.rejects(open({ ROSTRUM_S3_BUCKET: "cellar" }), says(`ROSTRUM_S3_BUCKET: ${store.url} has no bucket cellar.`));
  store.before = () => 403;
  await assert.rejects(
    open(),
    says(`ROSTRUM_S3_ACCESS_KEY_ID: the store at ${store.url} does not let this key list the bucket ${BUCKET} (403 Refused).`),
  );
  store.before = () => 301;
  await assert.rejects(
    open(),
    says(`ROSTRUM_S3_REGION: the store at ${store.url} keeps the bucket ${BUCKET} in another region (301 Refused).`),
  );
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  await assert.rejects(
    open({ ROSTRUM_S3_URL: nowhere }),
    says(`ROSTRUM_S3_URL: the store at ${nowhere} cannot be reached (ECONNREFUSED).`),
  );
});

test("Incomplete settings stop startup with one line per error", () => {
  const mistakes = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      assert.ok(error instanceof WrongSettings);
      return error.message.split("\n").sort();
    }
  };
  const missing = (name: string) => `ROSTRUM_S3_${name}: must be set too, because other ROSTRUM_S3_ settings are`;
  assert.deepEqual(mistakes(store.environment), []);
  assert.deepEqual(mistakes({ ROSTRUM_S3_URL: store.url, ROSTRUM_S3_BUCKET: BUCKET }), [
    missing("ACCESS_KEY_ID"),
    missing("SECRET_ACCESS_KEY"),
  ]);
  assert.deepEqual(mistakes({ ROSTRUM_S3_REGION: "eu-central-1", PORT: "x" }), [
    "PORT: must be a port number",
    ...["ACCESS_KEY_ID", "BUCKET", "SECRET_ACCESS_KEY", "URL"].map(missing),
  ]);
  assert.deepEqual(
    mistakes({
      ROSTRUM_S3_URL: "s3.example.com",
      ROSTRUM_S3_BUCKET: "bakery/media",
      ROSTRUM_S3_ACCESS_KEY_ID: "key",
      ROSTRUM_S3_SECRET_ACCESS_KEY: "secret\n",
    }),
    [
      "ROSTRUM_S3_BUCKET: must be a bucket name",
      "ROSTRUM_S3_SECRET_ACCESS_KEY: must not contain spaces or line breaks",
      "ROSTRUM_S3_URL: must be an http or https address",
    ],
  );
  for (const url of ["https://me:word@s3.example.com", "https://s3.example.com?x=1", "https://s3.example.com/#x"]) {
    assert.deepEqual(mistakes({ ...store.environment, ROSTRUM_S3_URL: url }), [
      "ROSTRUM_S3_URL: must be a URL without credentials, query or fragment",
    ]);
  }
});

test("The bucket is in the path, unless the address already has it in its host or its path", () => {
  const endpoint = (url: string) => endpointOf({ url, bucket: "bakery" });
  assert.equal(endpoint("https://s3.eu-central-1.amazonaws.com"), "https://s3.eu-central-1.amazonaws.com/bakery");
  assert.equal(endpoint("https://minio.example.com/store"), "https://minio.example.com/store/bakery");
  assert.equal(endpoint("https://bakery.s3.eu-central-1.amazonaws.com"), "https://bakery.s3.eu-central-1.amazonaws.com");
  assert.equal(endpoint("https://s3.example.com/bakery"), "https://s3.example.com/bakery");
});

test("A bucket named in the host holds media just like one in the path", async () => {
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
  const url = `http://${BUCKET}.s3.${STORE_DOMAIN}:${store.port}`;
  const settings = { ...settingsOf(), url, region: "eu-central-1" };
  const client = createS3Client(settings, { agent: storeAgent({ connect: { lookup } }) });
  const named = await s3Storage(settings, { directory, client });
  const key = newStorageKey();
  const bytes = randomBytes(LARGE_BYTES);
  await named.adopt(key, await received(bytes));
  assert.ok(bytes.equals(await storedBytes(storage, key)));
  assert.deepEqual((await named.list(null)).files, (await storage.list(null)).files);
  await named.delete(key);
  assert.equal(await storage.sizeOf(key), null);
});

test("A temporary failure of the store is retried at each step of an upload and a download", async () => {
  for (const status of [500, 503, 429]) {
    const key = newStorageKey();
    const bytes = randomBytes(LARGE_BYTES);
    const steps = ["POST media/", "PUT media/", "GET media/", "HEAD media/", "DELETE media/", "GET ?list-type"];
    let failures = 0;
    const last = new Map<string, string>();
    // The first try of each request fails.
    store.before = (request) => {
      const step = steps.find((beginning) => request.startsWith(beginning));
      if (step === undefined || last.get(step) === request) return undefined;
      last.set(step, request);
      failures += 1;
      return status;
    };
    await storage.adopt(key, await received(bytes));
    assert.ok(bytes.equals(await storedBytes(storage, key)));
    assert.equal(await storage.sizeOf(key), LARGE_BYTES);
    assert.equal((await storage.list(null)).files.length, 1);
    await storage.delete(key);
    assert.equal(failures, 9, "begin, three parts, end, read, size, list, delete");
    store.before = null;
  }
  assert.deepEqual([await store.uploads(), await readdir(storage.incoming)], [[], []]);
});

test("A store that keeps failing is tried four times, and the error is reported", async () => {
  store.before = failing(100, 503, "PUT media/");
  await assert.rejects(storage.adopt(newStorageKey(), await received(Buffer.from("short"))), {
    name: "StorageTrouble",
    message: "The media store failed: 503 SlowDown.",
  });
  assert.equal(store.requests.filter((request) => request.startsWith("PUT media/")).length, 4);
});

test("A request that the store refuses is not retried", async () => {
  store.before = failing(100, 403, "GET media/");
  await assert.rejects(storedBytes(storage, newStorageKey()), StorageTrouble);
  assert.equal(store.requests.length, 1);
});

test("An upload that fails midway is aborted: no part stays behind, and the received file stays where it was", async () => {
  const path = await received(randomBytes(LARGE_BYTES));
  store.before = (request) => (request.includes("partNumber=2") ? 403 : undefined);
  await assert.rejects(storage.adopt(newStorageKey(), path), StorageTrouble);
  assert.match(store.requests.at(-1) ?? "", /^DELETE media\/.*uploadId=/);
  assert.deepEqual([await store.uploads(), await store.objects()], [[], []]);
  assert.deepEqual(await readdir(storage.incoming), [path.split("/").at(-1)]);
});

test("An upload whose last response is lost is recognized as complete and not repeated", async () => {
  const key = newStorageKey();
  const bytes = randomBytes(LARGE_BYTES);
  store.after = failing(1, 500, "POST media/");
  // The response to the start is lost once, then the response to the completion.
  await storage.adopt(key, await received(bytes));
  assert.ok(bytes.equals(await storedBytes(storage, key)));
  assert.equal(store.requests.filter((request) => request.includes("?uploads")).length, 2);
  const again = newStorageKey();
  let lost = false;
  store.after = (request) => {
    if (lost || !request.startsWith("POST") || request.includes("?uploads")) return undefined;
    lost = true;
    return 500;
  };
  store.requests.length = 0;
  await storage.adopt(again, await received(bytes));
  assert.equal(lost, true);
  assert.ok(bytes.equals(await storedBytes(storage, again)));
  assert.equal(store.requests.filter((request) => request.startsWith("PUT")).length, 3);
  assert.deepEqual(
    store.requests.filter((request) => request.startsWith("DELETE")),
    [],
  );
  for (const done of [key, again]) await storage.delete(done);
});

test("A failure that comes as the body of a 200 is a failure", async () => {
  const key = newStorageKey();
  let answers = 0;
  store.before = (request) => {
    if (!request.startsWith("POST") || request.includes("?uploads")) return undefined;
    answers += 1;
    return 200;
  };
  await assert.rejects(storage.adopt(key, await received(randomBytes(LARGE_BYTES))), StorageTrouble);
  assert.deepEqual([answers, await storage.sizeOf(key)], [4, null]);
});

test("Sweeping aborts old incomplete multipart uploads, page by page, and leaves recent and foreign ones alone", async () => {
  const s3 = createS3Client(settingsOf()).commands;
  await storage.sweep(fromEpochMilliseconds(Date.now() + 60_000));
  for (let count = 0; count < 5; count += 1) {
    const name = `media/${newStorageKey()}`;
    await s3.uploadPart(name, await s3.getMultipartUploadId(name), randomBytes(10), 1);
  }
  const foreign = await s3.getMultipartUploadId("photos/holiday.jpg");
  await store.age(7200);
  const young = await s3.getMultipartUploadId(`media/${newStorageKey()}`);
  assert.equal(await storage.sweep(fromEpochMilliseconds(Date.now() - 3600_000)), 5);
  assert.deepEqual(await store.uploads(), [foreign, young].sort());
  assert.equal(await storage.sweep(fromEpochMilliseconds(Date.now() - 3600_000)), 0);
});

test("A store that cannot list uploads is accepted", async () => {
  store.before = (request) => (request.includes("uploads") ? 501 : undefined);
  assert.equal(await storage.sweep(fromEpochMilliseconds(Date.now() + 60_000)), 0);
  assert.deepEqual(store.requests, ["GET ?prefix=media/&uploads"]);
});

test("Other objects in the bucket are not listed", async () => {
  const s3 = createS3Client(settingsOf()).commands;
  await s3.putObject("photos/holiday.jpg", "not ours");
  assert.deepEqual((await storage.list(null)).files, []);
});

test("A list of more than one page continues where the page ended", async () => {
  await storage.adopt(newStorageKey(), await received(Buffer.from("x")));
  const names = [...(await storage.list(null)).files.map(({ key }) => key), ...Array.from({ length: 1002 }, newStorageKey)].sort();
  for (const name of names) await writeFile(store.fileOf(`media/${name}`), "x");
  const first = await storage.list(null);
  assert.equal(first.files.length, 1000);
  const second = await storage.list(first.next);
  assert.equal(second.next, null);
  assert.deepEqual(
    [...first.files, ...second.files].map(({ key }) => key),
    names,
  );
});

test("A download that breaks off goes on where it broke, ten times", async () => {
  const bytes = randomBytes(100_000);
  const asked: (string | undefined)[] = [];
  let breaksLeft = 0;
  await using server = await bareStore((request, reply) => {
    asked.push(request.headers.range);
    const [from = 0, to = bytes.length - 1] =
      /^bytes=(\d+)-(\d+)$/
        .exec(request.headers.range ?? "")
        ?.slice(1)
        .map(Number) ?? [];
    const status = request.headers.range === undefined ? 200 : 206;
    const rest = bytes.subarray(from, to + 1);
    const range = status === 206 ? { "Content-Range": `bytes ${from}-${to}/${bytes.length}` } : {};
    reply.writeHead(status, { "Content-Length": rest.length, ...range });
    if (breaksLeft === 0) return reply.end(rest);
    breaksLeft -= 1;
    reply.write(rest.subarray(0, 1000), () => reply.destroy());
  });
  const poor = await open({ ROSTRUM_S3_URL: server.url });
  breaksLeft = 3;
  assert.ok(bytes.equals(await storedBytes(poor, newStorageKey())));
  assert.deepEqual(asked.splice(0), [undefined, "bytes=1000-99999", "bytes=2000-99999", "bytes=3000-99999"]);
  breaksLeft = 10;
  const part = await (await poor.stream(newStorageKey(), { start: 500, end: 50_499 })).toArray();
  assert.ok(bytes.subarray(500, 50_500).equals(Buffer.concat(part)));
  breaksLeft = 11;
  await assert.rejects(storedBytes(poor, newStorageKey()), StorageTrouble);
  assert.equal(breaksLeft, 0);
});

test("a download that nobody wants any more ends at once, also while the store is silent", async () => {
  const closed = Promise.withResolvers<void>();
  let asked = 0;
  await using server = await bareStore((request, reply) => {
    asked += 1;
    request.socket.once("close", () => closed.resolve());
    reply.writeHead(200, { "Content-Length": "1000000" }).write(Buffer.alloc(1000));
  });
  const silent = await open({ ROSTRUM_S3_URL: server.url });
  const stream = await silent.stream(newStorageKey());
  await new Promise<void>((resolve) => stream.once("data", () => resolve()));
  stream.destroy();
  await closed.promise;
  assert.equal(asked, 1);
});

test("If the store breaks off in the middle of a file, the stream fails and never ends as if complete", async () => {
  const key = newStorageKey();
  await using server = await bareStore((_request, reply) => {
    reply.writeHead(200, { "Content-Length": "1000000" }).write(Buffer.alloc(1000));
    setTimeout(() => reply.destroy(), 50);
  });
  const broken = await open({ ROSTRUM_S3_URL: server.url });
  const stream = await broken.stream(key);
  await assert.rejects(stream.toArray());
  await assert.rejects(broken.stream(key, { start: 0, end: 9 }), StorageTrouble);
});
