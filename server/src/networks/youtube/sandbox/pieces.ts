import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseRange } from "../../../ground/web/range.ts";
import { describeFile } from "../../sandbox/files.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Piece } from "./model.ts";

/** Bytes of a file in order, one piece after the other. What the network's room had no place for is missing. */
export async function* bytesOf(world: SandboxWorld, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { file } of pieces) {
    const bytes = await world.objects.getBytes(file);
    if (bytes !== null) yield bytes;
  }
}

export async function digestOf(world: SandboxWorld, pieces: readonly Piece[]): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of bytesOf(world, pieces)) hash.update(bytes);
  return hash.digest("hex");
}

/** Sends a video, or the range of it that a player asks for. */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  { world, pieces, mime }: { readonly world: SandboxWorld; readonly pieces: readonly Piece[]; readonly mime: string },
): Promise<FastifyReply> {
  const total = pieces.reduce((sum, { size }) => sum + size, 0);
  describeFile(reply, mime);
  const range = parseRange(request.headers.range, total);
  if (range === "outside") return reply.status(416).header("content-range", `bytes */${total}`).send();
  const { start, end } = range ?? { start: 0, end: total - 1 };
  if (range !== null) reply.status(206).header("content-range", `bytes ${start}-${end}/${total}`);
  reply.header("content-length", end - start + 1);
  return reply.send(Readable.from(rangeOf(world, pieces, { start, end })));
}

async function* rangeOf(
  world: SandboxWorld,
  pieces: readonly Piece[],
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const { file, size } of pieces) {
    const [from, to] = [Math.max(start - offset, 0), Math.min(end + 1 - offset, size)];
    offset += size;
    if (from >= to) continue;
    const bytes = await world.objects.getBytes(file);
    if (bytes === null) throw new Error(`The piece ${file} is gone.`);
    yield bytes.subarray(from, to);
  }
}
