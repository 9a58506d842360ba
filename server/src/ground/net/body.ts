import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { DECODE_LAYERS_MAX, DECODE_RATIO_FREE_BYTES, DECODE_RATIO_MAX } from "./caps.ts";
import type { Deadline } from "./deadline.ts";
import type { Reply } from "./exchange.ts";
import { asTrouble, Trouble } from "./trouble.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  readonly deadline: Deadline;
  /** Maximum pause between two chunks; null to rely on the total. */
  readonly idleSeconds: number | null;
}

/**
 * The decoded body of a response, chunk by chunk. Throws Trouble: `too_large` as soon as the announced or decoded size
 * exceeds the cap or the compression ratio is a bomb's, `timeout`, `broken` for a body that ends early or does not decode.
 */
export async function* readBody(reply: Reply, limits: BodyLimits): AsyncGenerator<Uint8Array, void, void> {
  if (Number(reply.headers["content-length"] ?? 0) > limits.maxBytes) throw new Trouble("too_large", "announced size");
  const wire = { bytes: 0 };
  let decodedBytes = 0;
  try {
    for await (const chunk of decode(counted(reply.body, wire, limits), codings(reply.headers["content-encoding"]))) {
      decodedBytes += chunk.byteLength;
      if (decodedBytes > limits.maxBytes) throw new Trouble("too_large", "size");
      if (decodedBytes > DECODE_RATIO_FREE_BYTES && decodedBytes > wire.bytes * DECODE_RATIO_MAX)
        throw new Trouble("too_large", "compression");
      yield chunk;
    }
  } catch (error) {
    throw asTrouble(limits.deadline.signal.aborted ? limits.deadline.signal.reason : error, "broken");
  }
}

export async function readWhole(reply: Reply, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(reply, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* counted(body: Readable, wire: { bytes: number }, limits: BodyLimits): AsyncGenerator<Buffer, void, void> {
  const { deadline, idleSeconds } = limits;
  if (idleSeconds !== null) deadline.phase("idle time", idleSeconds);
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    wire.bytes += bytes.length;
    // The limit applies to the server, so pause it while we write or decode.
    deadline.calm();
    yield bytes;
    if (idleSeconds !== null) deadline.phase("idle time", idleSeconds);
  }
  deadline.calm();
}

/** The encodings to remove, outermost first. */
function codings(header: string | undefined): string[] {
  const names = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const layers = names.filter((name) => name !== "" && name !== "identity").reverse();
  if (layers.length > DECODE_LAYERS_MAX) throw new Trouble("broken", "too many encodings");
  return layers;
}

async function* decode(source: AsyncGenerator<Buffer>, layers: readonly string[]): AsyncGenerator<Uint8Array> {
  const first = await source.next();
  // An empty body is empty in every encoding, whatever its header says.
  if (first.done) return;
  const whole = resumed(first.value, source);
  if (layers.length === 0) return yield* whole;
  const decoders = layers.map((layer, index) => decoderOf(layer, index === 0 ? first.value : null));
  const [last] = decoders.slice(-1);
  if (last === undefined) return;
  pipeline([Readable.from(whole), ...decoders], () => {});
  yield* last;
}

async function* resumed(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

function decoderOf(coding: string, start: Buffer | null): Transform {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "br") return createBrotliDecompress();
  if (coding !== "deflate") throw new Trouble("broken", "unknown encoding");
  // "deflate" means the zlib format, but some servers send raw deflate; the low four bits tell them apart (8 in RFC 1950).
  const isRaw = start !== null && ((start[0] ?? 0) & 0x0f) !== 8;
  return isRaw ? createInflateRaw() : createInflate();
}
