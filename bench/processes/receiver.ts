import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Received } from "../publishing.ts";
import { serveBench } from "./child.ts";

/**
 * Speaks just enough of the APIs of Facebook and Mastodon to take videos: their bytes are counted and dropped, so that this process
 * costs as little as possible. `GET /received` returns the counts. All uploads are accepted at once.
 */
const PART_BYTES = 4 * 1024 * 1024;

/** What the line to it carries, for all uploads together; unlimited without it. */
const LINE_BYTES_PER_SECOND = Number(process.env.LINE_BYTES_PER_SECOND ?? Number.POSITIVE_INFINITY);
/** Timers are no more exact than this. */
const PAUSE_MILLISECONDS_MIN = 5;

const received: Received = { bytes: 0, atOnce: 0, firstAt: null, lastAt: null, posts: 0 };
let underWay = 0;
/** By the Page's id, which has one upload. */
const sizes = new Map<string, number>();
const finished = new Set<string>();
let count = 0;

const server = createServer((request, reply) => {
  answer(request).then(
    (body) => json(reply, body),
    (error: unknown) => {
      console.error(error);
      reply.destroy();
    },
  );
});

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname } = new URL(request.url ?? "", "http://receiver");
  if (pathname === "/received") return received;
  const [first, ...rest] = pathname.slice(1).split("/");
  if (first === "mastodon") return mastodon(rest.join("/"), request);
  if (first === "upload") {
    await takeBytes(request);
    return { success: true };
  }
  // The version comes first.
  return facebook(rest[1] ?? "", rest[2] ?? "", request);
}

async function mastodon(call: string, request: IncomingMessage): Promise<unknown> {
  count += 1;
  if (call === "api/v2/media") await takeBytes(request);
  else await textOf(request);
  if (call === "api/v1/statuses") received.posts += 1;
  return { id: String(count), url: `https://mastodon.example/${count}` };
}

/** A video's id is that of its Page. */
async function facebook(id: string, edge: string, request: IncomingMessage): Promise<unknown> {
  if (request.method === "GET") return videoOf(id);
  if (request.headers["content-type"]?.startsWith("multipart/")) {
    const start = await takePart(request);
    const size = sizes.get(id) ?? 0;
    return offsets(Math.min(size, start + PART_BYTES), size);
  }
  const fields = new URLSearchParams(await textOf(request));
  if (fields.get("upload_phase") === "finish") {
    finished.add(id);
    received.posts += 1;
    return { success: true };
  }
  const size = Number(fields.get("file_size"));
  sizes.set(id, size);
  if (edge === "video_reels") return { video_id: id, upload_url: `http://${request.headers.host}/upload/${id}` };
  return { video_id: id, upload_session_id: id, ...offsets(0, size) };
}

function offsets(start: number, size: number): Record<string, string> {
  return { start_offset: String(start), end_offset: String(Math.min(size, start + PART_BYTES)) };
}

function videoOf(id: string): unknown {
  const isPublished = finished.has(id);
  return {
    id,
    published: isPublished,
    ...(isPublished ? { post_id: `${id}_1` } : {}),
    status: {
      video_status: "ready",
      uploading_phase: { status: "complete" },
      processing_phase: { status: "complete" },
      publishing_phase: isPublished ? { status: "complete", publish_status: "published" } : { status: "not_started" },
    },
  };
}

/** The part's fields come before its bytes; returns its offset. */
async function takePart(request: IncomingMessage): Promise<number> {
  let head = "";
  await takeBytes(request, (piece) => {
    if (head.length < 2048) head += piece.toString("latin1", 0, 2048);
  });
  const start = /name="start_offset"\r\n\r\n(\d+)/.exec(head)?.[1];
  if (start === undefined) throw new Error(`A part of a video without an offset: ${head}`);
  return Number(start);
}

async function takeBytes(request: IncomingMessage, look: (piece: Buffer) => void = () => {}): Promise<void> {
  received.firstAt ??= Date.now();
  underWay += 1;
  received.atOnce = Math.max(received.atOnce, underWay);
  try {
    for await (const piece of request) {
      received.bytes += piece.length;
      look(piece);
      await pass(piece.length);
    }
  } finally {
    underWay -= 1;
    received.lastAt = Date.now();
  }
}

let freeAt = 0;

async function pass(bytes: number): Promise<void> {
  const now = performance.now();
  freeAt = Math.max(freeAt, now) + (1000 * bytes) / LINE_BYTES_PER_SECOND;
  if (freeAt - now > PAUSE_MILLISECONDS_MIN) await sleep(freeAt - now);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function json(reply: ServerResponse, body: unknown): void {
  reply.writeHead(200, { "Content-Type": "application/json" });
  reply.end(JSON.stringify(body));
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port");
  serveBench(address.port, async () => {
    server.closeAllConnections();
    server.close();
  });
});
