import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { insert, type Stored } from "./model.ts";

/** Chunks are multiples of it, except the last; what is kept of a broken one is, too. */
export const UNIT_BYTES = 262_144;
/** How much is held in memory, and stored at a time. */
const PIECE_BYTES = 4 * 1024 * 1024;

interface Storing {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly session: Pick<Stored<"session">, "id">;
  /** Of the body's first byte in the file. */
  readonly offset: number;
  /** How many bytes of the body are kept. */
  readonly limit: number;
}

/**
 * Stores a body as it comes, piece by piece. `cut`: the connection broke; what had arrived is kept in whole units, as seen at
 * Google: https://github.com/gojiplus/tuber/issues/81 (2026-08).
 */
export async function storeBody(storing: Storing): Promise<"stored" | "cut"> {
  const writer = new PieceWriter(storing);
  try {
    for await (const chunk of bodyOf(storing.request)) {
      writer.add(chunk);
      if (writer.heldBytes >= PIECE_BYTES) await writer.storeUnits();
    }
  } catch {
    await writer.storeUnits();
    return "cut";
  }
  await writer.storeAll();
  return "stored";
}

/** Collects what comes, and stores it from where the last piece ended. */
class PieceWriter {
  readonly #storing: Storing;
  #at: number;
  #left: number;
  #held: Buffer[] = [];
  heldBytes = 0;

  constructor(storing: Storing) {
    this.#storing = storing;
    this.#at = storing.offset;
    this.#left = storing.limit;
  }

  add(chunk: Buffer): void {
    const kept = chunk.subarray(0, this.#left);
    this.#left -= kept.byteLength;
    this.#held.push(kept);
    this.heldBytes += kept.byteLength;
  }

  storeUnits(): Promise<void> {
    return this.#store(this.heldBytes - (this.heldBytes % UNIT_BYTES));
  }

  storeAll(): Promise<void> {
    return this.#store(this.heldBytes);
  }

  async #store(size: number): Promise<void> {
    if (size === 0) return;
    const bytes = Buffer.concat(this.#held);
    this.#hold(bytes.subarray(size));
    const { world, session } = this.#storing;
    const isFirst = await storePiece(world, session.id, { offset: this.#at, bytes: bytes.subarray(0, size) });
    this.#at += size;
    if (isFirst) return;
    // Another request stored these bytes: what follows is up to that one, or there would be gaps.
    this.#left = 0;
    this.#hold(Buffer.alloc(0));
  }

  #hold(bytes: Buffer): void {
    this.#held = [bytes];
    this.heldBytes = bytes.byteLength;
  }
}

/** Reads a body to its end without keeping it: whoever sends it may not listen before. */
export async function drain(request: FastifyRequest): Promise<void> {
  try {
    for await (const _chunk of bodyOf(request));
  } catch {
    // Nobody is there to be answered.
  }
}

/** Of two requests that bring the same bytes only one has them stored; the other learns so. */
async function storePiece(
  world: SandboxWorld,
  session: string,
  { offset, bytes }: { readonly offset: number; readonly bytes: Uint8Array },
): Promise<boolean> {
  const file = `piece ${randomBytes(12).toString("base64url")}`;
  // The bytes come first: a piece that is noted is there.
  await world.objects.putBytes(file, bytes);
  return insert(world, "piece", `${session} ${offset}`, { session, offset, file, size: bytes.byteLength });
}

/** The type of a request's chunks is not known to TypeScript. */
function bodyOf({ raw }: FastifyRequest): AsyncIterable<Buffer> {
  return raw;
}
