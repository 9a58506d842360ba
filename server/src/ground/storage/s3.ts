import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { S3ServiceError } from "s3mini";
import { makeIncoming } from "./incoming.ts";
import { putFile } from "./s3-adopt.ts";
import {
  asNodeStream,
  asTrouble,
  BadAnswer,
  contentLength,
  createS3Client,
  describeTrouble,
  isGone,
  isPassing,
  type S3Client,
  type S3Settings,
} from "./s3-client.ts";
import { sweepUploads } from "./s3-uploads.ts";
import { type ByteRange, MissingFile, type Storage, type StoragePage, StorageTrouble } from "./storage.ts";

/** Anything else in the bucket is not ours. */
const PREFIX = "media/";
const OWNER = "rostrum-owner";
const PAGE_SIZE = 1000;
const BREAKS_MAX = 10;

/**
 * Media as `media/<key>` in a bucket of an S3-compatible store; `directory` holds files being received. Throws an error with
 * a message for the operator if the bucket cannot be used.
 */
export async function s3Storage(
  settings: S3Settings,
  { directory, client = createS3Client(settings) }: { readonly directory: string; readonly client?: S3Client },
): Promise<Storage> {
  const incoming = await makeIncoming(directory);
  await checkBucket(client, settings);
  return {
    incoming: incoming.path,
    async adopt(key, path) {
      await putFile(client, PREFIX + key, path);
      await rm(path, { force: true });
    },
    stream: (key, range) => openStream(client, key, range),
    pieces: (key, range) => streamPieces(client, key, range),
    // Deleting a missing object succeeds on S3.
    delete: async (key) => void (await client.ask(({ commands }) => commands.deleteObject(PREFIX + key))),
    sizeOf: (key) => client.ask(({ commands }) => contentLength(commands, PREFIX + key)),
    list: (from) => client.ask(({ commands }) => listPage(commands, from)),
    claim: (name) => claim(client, name),
    async sweep(before) {
      return (await incoming.sweep(before)) + (await sweepUploads(client, { prefix: PREFIX, before }));
    },
  };
}

/** Checks the prerequisites: the bucket, valid credentials, the right to list. */
async function checkBucket(client: S3Client, { url, bucket }: S3Settings): Promise<void> {
  const page = await client
    .ask(({ commands }) => commands.listObjectsPaged("/", PREFIX, 1))
    .catch((error: unknown) => {
      throw error instanceof StorageTrouble ? new StorageTrouble(explain(error.cause, { url, bucket }), { cause: error.cause }) : error;
    });
  if (page === null) throw new StorageTrouble(`ROSTRUM_S3_BUCKET: ${url} has no bucket ${bucket}.`);
}

function explain(error: unknown, { url, bucket }: Pick<S3Settings, "url" | "bucket">): string {
  const trouble = describeTrouble(error);
  if (!(error instanceof S3ServiceError)) return `ROSTRUM_S3_URL: the store at ${url} cannot be reached (${trouble}).`;
  if (error.status === 401 || ["InvalidAccessKeyId", "SignatureDoesNotMatch"].includes(error.serviceCode ?? ""))
    return `ROSTRUM_S3_ACCESS_KEY_ID, ROSTRUM_S3_SECRET_ACCESS_KEY: the store at ${url} refuses them (${trouble}).`;
  if (error.status === 403)
    return `ROSTRUM_S3_ACCESS_KEY_ID: the store at ${url} does not let this key list the bucket ${bucket} (${trouble}).`;
  if (error.status < 400 || error.serviceCode === "AuthorizationHeaderMalformed")
    return `ROSTRUM_S3_REGION: the store at ${url} keeps the bucket ${bucket} in another region (${trouble}).`;
  return `ROSTRUM_S3_URL: the store at ${url} cannot be used (${trouble}).`;
}

/** A download that breaks off goes on where it broke, so often at most. A file never changes under its key. */
async function openStream(client: S3Client, key: string, range: ByteRange | undefined): Promise<Readable> {
  const first = await client.ask(({ reads }) => openDownload(reads, key, range));
  const { stream, range: bytes } = first;
  if (bytes === null) return stream;
  const reading: Reading = { stream, isOver: false };
  const whole = Readable.from(resumed(client, key, { reading, range: bytes }), { objectMode: false });
  const destroy = whole._destroy.bind(whole);
  // A generator that waits for the store hears of it only when the store moves.
  whole._destroy = (error, done) => {
    reading.isOver = true;
    reading.stream.destroy();
    destroy(error, done);
  };
  return whole;
}

/** The response that is being read. */
interface Reading {
  stream: Readable;
  /** Whether nobody wants the rest. */
  isOver: boolean;
}

interface Download {
  readonly stream: Readable;
  /** The bytes that it brings; null if the store does not say how many these are. */
  readonly range: ByteRange | null;
}

async function* resumed(
  client: S3Client,
  key: string,
  { reading, range }: { readonly reading: Reading; readonly range: ByteRange },
): AsyncGenerator<Buffer, void, void> {
  let start = range.start;
  for (let breaks = 0; ; breaks += 1) {
    try {
      for await (const piece of reading.stream as AsyncIterable<Buffer>) {
        start += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      if (reading.isOver) return;
      if (!isPassing(error) || breaks === BREAKS_MAX) throw asTrouble(error);
    }
    if (start > range.end) return;
    const rest = { start, end: range.end };
    const { stream } = await client.ask(({ reads }) => openDownload(reads, key, rest));
    reading.stream = stream;
    if (reading.isOver) return void stream.destroy();
  }
}

async function openDownload(s3: S3Client["reads"], key: string, range: ByteRange | undefined): Promise<Download> {
  const answer = await s3.getObjectRaw(PREFIX + key, range === undefined, range?.start, range && range.end + 1).catch(nullWhenGone);
  if (answer === null) throw new MissingFile(key);
  const stream = answer.body === null ? Readable.from([]) : Readable.fromWeb(asNodeStream(answer.body));
  if (range === undefined) {
    const length = Number(answer.headers.get("content-length") ?? Number.NaN);
    return { stream, range: length > 0 ? { start: 0, end: length - 1 } : null };
  }
  if (answer.status === 206 && answer.headers.get("content-range")?.startsWith(`bytes ${range.start}-`))
    return { stream: Readable.from(firstBytes(stream, range.end - range.start + 1), { objectMode: false }), range };
  stream.destroy();
  throw new BadAnswer("the store does not return the requested range");
}

/** The client has memory of its own for what arrives. */
async function* streamPieces(client: S3Client, key: string, range: ByteRange): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  yield* (await openStream(client, key, range)) as AsyncIterable<Buffer<ArrayBuffer>>;
}

/** Limits the stream: some stores respond to a request for the first byte, `bytes=0-0`, with the whole file. */
async function* firstBytes(stream: Readable, count: number): AsyncGenerator<Buffer, void, void> {
  let left = count;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

async function listPage(s3: S3Client["commands"], from: string | null): Promise<StoragePage> {
  const page = await s3.listObjectsPaged("/", PREFIX, PAGE_SIZE, from ?? undefined);
  if (!page) throw new BadAnswer("the bucket is gone");
  const files = (page.objects ?? []).map(({ Key, Size, LastModified }) => ({
    key: Key.slice(PREFIX.length),
    sizeBytes: Size,
    storedAt: fromEpochMilliseconds(LastModified.getTime()),
  }));
  return { files, next: page.nextContinuationToken ?? null };
}

/** Two that claim at the same instant agree on the one written last. */
async function claim(client: S3Client, name: string): Promise<string> {
  const owner = () => client.ask(({ commands }) => commands.getObject(OWNER));
  const before = await owner();
  if (before !== null) return before;
  await client.ask(({ commands }) => commands.putObject(OWNER, name, "text/plain"));
  return (await owner()) ?? name;
}

function nullWhenGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}
