import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ARCHIVE_MIME } from "@rostrum/contract/archive.ts";
import type { Archive, BroughtIn } from "@rostrum/contract/private/archives.ts";
import { callPrivate } from "./call-private.ts";
import { cellText } from "./cells.ts";
import { printShown } from "./dry-run.ts";
import { Failure, REFUSED, USAGE } from "./failure.ts";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import { interruptible } from "./interrupt.ts";
import { progressOn } from "./progress.ts";
import { begin, failedChange, readReply, unreachable } from "./send.ts";
import { readSettings, type Settings } from "./settings.ts";

const POLL_MILLISECONDS = 1000;

/** Has an archive made, waits for it and downloads it. The file appears under its name once it is whole. */
export async function exportBrand(given: Given, environment: Environment): Promise<void> {
  const settings = readSettings(environment, given.url);
  const [brandId, to] = [Number(given.brandId), String(given.to)];
  await assertFree(to);
  const bytes = await interruptible({ mutates: false }, async (signal) => {
    const { id } = (await callPrivate({ operation: "startBrandArchive", input: { brandId } }, { settings, signal })).data as Archive;
    await untilReady(settings, { brandId, id }, signal);
    return download(settings, { path: `/brands/${brandId}/archives/${id}/file`, to }, signal);
  });
  const value = { file: to, sizeBytes: bytes };
  process.stdout.write(given.json === true ? `${JSON.stringify(value)}\n` : `Everything of the brand is in ${to} (${bytes} bytes).\n`);
}

async function assertFree(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null) throw new Failure(USAGE, `--to: ${path} exists already.`);
}

async function untilReady(settings: Settings, { brandId, id }: { readonly brandId: number; readonly id: number }, signal: AbortSignal) {
  for (;;) {
    const { data } = await callPrivate({ operation: "listBrandArchives", input: { brandId } }, { settings, signal });
    const archive = (data as readonly Archive[]).find((each) => each.id === id);
    if (archive?.status === "ready") return;
    if (archive?.status !== "making") throw new Failure(REFUSED, archive?.problem ?? "The archive was deleted while it was being made.");
    await sleep(POLL_MILLISECONDS, undefined, { signal });
  }
}

async function download(settings: Settings, { path, to }: { readonly path: string; readonly to: string }, signal: AbortSignal) {
  const url = `${settings.url}/app/api${path}`;
  const reply = await send({ url, method: "GET", token: await settings.adminToken() }, signal);
  if (reply.statusCode !== 200) return refused(url, reply);
  const progress = progressOn(process.stderr, { name: basename(to), bytes: Number(reply.headers["content-length"] ?? 0) });
  // A name of its own: somebody else's may be there.
  const draft = `${to}.${randomBytes(4).toString("hex")}.part`;
  let bytes = 0;
  try {
    const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    reply.on("data", (piece: Buffer) => {
      bytes += piece.length;
      progress.add(piece.length);
    });
    await pipeline(reply, file, { signal }).catch((error: Error) => {
      if ("syscall" in error) throw new Failure(USAGE, `--to: ${to} cannot be written (${error.message}).`);
      return unreachable(url, error, signal);
    });
    // A hard link would do both in one step, but a memory stick has none.
    await assertFree(to);
    await rename(draft, to);
    return bytes;
  } finally {
    progress.clear();
    await rm(draft, { force: true });
  }
}

/** Streams the file to the service and says what has come of it. */
export async function importBrand(given: Given, environment: Environment): Promise<void> {
  const settings = readSettings(environment, given.url);
  const from = String(given.from);
  const file = await stat(from).catch((error: Error) => {
    throw new Failure(USAGE, `--from: ${from} cannot be read (${error.message}).`);
  });
  if (!file.isFile()) throw new Failure(USAGE, `--from: ${from} is not a file.`);
  const query = new URLSearchParams({ owner: String(given.owner), ...(given.again === true ? { again: "yes" } : {}) });
  const url = `${settings.url}/app/api/admin/brand-arrivals?${query}`;
  if (given.dryRun) return printShown({ method: "POST", url, body: { file: { name: basename(from), size: file.size } } }, given);
  const progress = progressOn(process.stderr, { name: basename(from), bytes: file.size });
  const token = await settings.adminToken();
  const brought = await interruptible({ mutates: true }, async (signal) => {
    const body = createReadStream(from);
    // From here on it flows, and what nobody takes at once is lost.
    body.on("data", (piece) => progress.add(piece.length));
    try {
      const reply = await send({ url, method: "POST", token, body, bytes: file.size }, signal);
      return readReply(url, { status: reply.statusCode ?? 0, text: await text(reply) }).data as BroughtIn;
    } catch (error) {
      return failedChange(error);
    } finally {
      progress.clear();
    }
  });
  process.stdout.write(given.json === true ? `${JSON.stringify(brought)}\n` : `${linesOf(brought).join("\n")}\n`);
}

function linesOf({ brandId, title, madeAt, counts, scheduledPosts, queuedPosts, draftsMade, undecided, channels }: BroughtIn): string[] {
  const posts = `${counts.posts} posts, ${counts.publishedEntries} published entries, ${counts.media} files`;
  return [
    `${cellText(title)} is brand ${brandId}, as it was on ${madeAt.slice(0, 16).replace("T", " ")} UTC: ${posts}.`,
    ...(channels.length === 0 ? [] : [`Log in again: ${channels.map(({ name, type }) => `${cellText(name)} (${type})`).join(", ")}.`]),
    ...(draftsMade === 0 ? [] : [`Now drafts, because their date has passed: ${draftsMade}.`]),
    ...(undecided === 0 ? [] : [`Were being published and need a decision: ${undecided}.`]),
    `Its queue is paused. Until you resume it, ${queuedPosts} queued and ${scheduledPosts} scheduled posts wait.`,
    "Resume it only once the other installation no longer publishes for this brand: otherwise readers see posts twice.",
  ];
}

interface Sending {
  readonly url: string;
  readonly method: string;
  readonly token: string;
  readonly body?: Readable;
  readonly bytes?: number;
}

/** The reply once its head is there. What is refused before all of the body was read is answered all the same. */
function send({ url, method, token, body, bytes = 0 }: Sending, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sized = body === undefined ? null : { type: ARCHIVE_MIME, bytes };
  const { outgoing, troubleOf } = begin({ method, url, token, accept: "*/*", body: sized }, signal, resolve);
  const fail = (error: Error) => reject(troubleOf(error));
  outgoing.on("error", fail);
  if (body === undefined) outgoing.end();
  else pipeline(body, outgoing).catch(fail);
  return promise.catch((error: Error) => unreachable(url, error, signal));
}

async function refused(url: string, reply: IncomingMessage): Promise<never> {
  readReply(url, { status: reply.statusCode ?? 0, text: await text(reply) });
  throw new Failure(REFUSED, `${new URL(url).origin} sent no archive.`);
}
