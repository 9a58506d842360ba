import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { faultOn } from "../faults.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../limits.ts";
import type { SandboxWorld } from "../network.ts";
import { model, type StoredOf } from "./model.ts";

/**
 * Upload sessions that take a file in ranges: each must begin where the last one ended, and after a broken connection the client
 * asks how far it got and goes on there. Or in numbered segments, in any order and as often as the client likes. The fault
 * `upload-lost` strikes opening and receiving: the session is gone afterwards.
 */
const kinds = {
  _upload: z.object({
    /** Null if the client does not say it beforehand. */
    size: z.int().nullable(),
    /** The network's own facts, such as whose upload it is. */
    about: z.record(z.string(), z.string()),
    ends_at: z.string(),
    lost: z.boolean(),
  }),
  /** By session and offset; a segment has its number for an offset. */
  _upload_range: z.object({ upload: z.string(), offset: z.int(), size: z.int() }),
} as const;
const { find, list, insert, put, change, remove } = model(kinds);

/** More ranges than any client of the sandbox sends. */
const RANGES_MAX = 10_000;

export type Upload = StoredOf<typeof kinds, "_upload"> & { readonly received: number };

/** Lets the scope take raw bodies of any type, as `Buffer`. Types that already have a parser keep it. */
export function takeRawBodies(scope: FastifyInstance): void {
  const options = { parseAs: "buffer", bodyLimit: SANDBOX_BODY_BYTES_MAX } as const;
  scope.addContentTypeParser("*", options, async (_request: unknown, body: string | Buffer) => body);
}

export interface NewUpload {
  readonly id: string;
  readonly size: number | null;
  readonly about: Readonly<Record<string, string>>;
  readonly lifetimeSeconds: number;
}

export async function openUpload(world: SandboxWorld, request: FastifyRequest, given: NewUpload): Promise<void> {
  await insert(world, "_upload", given.id, {
    size: given.size,
    about: { ...given.about },
    ends_at: addSeconds(world.now(), given.lifetimeSeconds),
    lost: faultOn(request, "upload-lost") !== null,
  });
}

/** The session with how many bytes it has; null if there is none, or it is over or lost. */
export async function findUpload(world: SandboxWorld, id: string): Promise<Upload | null> {
  const upload = await find(world, "_upload", id);
  if (upload === null || upload.lost || upload.ends_at <= world.now()) return null;
  const ranges = await rangesOf(world, id);
  return { ...upload, received: ranges.reduce((sum, { size }) => sum + size, 0) };
}

export type Received =
  | { readonly kind: "received"; readonly upload: Upload }
  /** Nothing was taken: the range does not begin where the last one ended, or ends behind the end of the file. */
  | { readonly kind: "misplaced"; readonly upload: Upload }
  | { readonly kind: "lost" };

/** Takes a range of the file. */
export async function receiveRange(
  world: SandboxWorld,
  request: FastifyRequest,
  range: { readonly upload: string; readonly offset: number; readonly bytes: Uint8Array },
): Promise<Received> {
  const upload = await findUpload(world, range.upload);
  if (upload === null) return { kind: "lost" };
  const size = range.bytes.byteLength;
  const isBeyond = range.offset + size > (upload.size ?? Number.POSITIVE_INFINITY);
  if (range.offset !== upload.received || isBeyond) return { kind: "misplaced", upload };
  if (faultOn(request, "upload-lost") !== null) {
    const { received: _received, ...stored } = upload;
    await change(world, "_upload", stored, { lost: true });
    return { kind: "lost" };
  }
  if (size > 0) {
    // The bytes come first: a range that is noted is there.
    await world.objects.putBytes(rangeId(upload.id, range.offset), range.bytes);
    await insert(world, "_upload_range", rangeId(upload.id, range.offset), { upload: upload.id, offset: range.offset, size });
  }
  return { kind: "received", upload: { ...upload, received: upload.received + size } };
}

/** Takes a segment of the file; one that was sent before is replaced. False if the session is gone. */
export async function receiveSegment(
  world: SandboxWorld,
  request: FastifyRequest,
  segment: { readonly upload: string; readonly index: number; readonly bytes: Uint8Array },
): Promise<boolean> {
  const upload = await find(world, "_upload", segment.upload);
  if (upload === null || upload.lost || upload.ends_at <= world.now()) return false;
  if (faultOn(request, "upload-lost") !== null) {
    await change(world, "_upload", upload, { lost: true });
    return false;
  }
  const id = rangeId(upload.id, segment.index);
  await world.objects.putBytes(id, segment.bytes);
  await put(world, "_upload_range", id, { upload: upload.id, offset: segment.index, size: segment.bytes.byteLength });
  return true;
}

/** The whole file, and the end of the session; null if bytes are missing or the session is gone. */
export async function finishUpload(world: SandboxWorld, id: string): Promise<Uint8Array | null> {
  const upload = await findUpload(world, id);
  if (upload === null || upload.received === 0 || upload.received < (upload.size ?? 0)) return null;
  const pieces = await Promise.all((await rangesOf(world, id)).map((range) => world.objects.getBytes(range.id)));
  const bytes = Buffer.concat(pieces.filter((piece) => piece !== null));
  await dropUpload(world, id);
  // The network's room for files may have run out meanwhile.
  return bytes.byteLength === upload.received ? bytes : null;
}

/** Ends the session and forgets what it took. */
export async function dropUpload(world: SandboxWorld, id: string): Promise<void> {
  for (const range of await rangesOf(world, id)) {
    // Objects have no way to delete a file; an empty one takes no room.
    await world.objects.putBytes(range.id, new Uint8Array());
    await remove(world, "_upload_range", range.id);
  }
  await remove(world, "_upload", id);
}

async function rangesOf(world: SandboxWorld, upload: string) {
  const ranges = await list(world, "_upload_range", { where: { upload }, limit: RANGES_MAX });
  return ranges.sort((a, b) => a.offset - b.offset);
}

function rangeId(upload: string, offset: number): string {
  return `_upload ${upload} ${offset}`;
}
