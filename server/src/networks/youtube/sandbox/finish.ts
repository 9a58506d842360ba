import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, videoInPieces } from "../../sandbox/uploaded.ts";
import { spend } from "./calls.ts";
import { type Fields, findOrInsert, insert, LIST_MAX, list, type Piece, type Stored } from "./model.ts";
import { bytesOf, digestOf } from "./pieces.ts";
import { piecesOf } from "./sessions.ts";
import type { Settings } from "./settings.ts";

/** Longer videos need a verified channel. https://support.google.com/youtube/answer/71673 (2026-11) */
const UNVERIFIED_SECONDS_MAX = 15 * 60;

interface Finishing {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly session: Stored<"session">;
}

/** All bytes are there: the video is created, once, however often this is called. Processing begins. */
export async function finishSession({ world, request, settings, session }: Finishing): Promise<Stored<"video">> {
  if (settings.uploads_count_at === "finishing") await spendOrFail({ world, request, settings, session });
  const pieces = (await piecesOf(world, session)).map(({ file, size }) => ({ file, size }));
  const file = await fileOf(world, pieces);
  const { publish_at, ...metadata } = session.metadata;
  const processing = { ready_at: addSeconds(world.now(), session.processing.seconds), fails: session.processing.fails };
  return findOrInsert(world, "video", session.video_id, {
    ...metadata,
    ...file,
    publish_at,
    channel_id: session.channel_id,
    privacy: settings.privacy === "private" ? "private" : (metadata.privacy ?? settings.privacy_left_out),
    locks_at: settings.privacy === "locked" ? addSeconds(world.now(), settings.locked_after_seconds) : null,
    notifies: session.notifies,
    processing: { ...processing, fails: processing.fails || file.facts === null },
    failure: failureOf(file, settings),
    rejection: await rejectionOf(world, { channelId: session.channel_id, file, settings }),
  });
}

type File = Pick<Fields<"video">, "mime" | "digest" | "size" | "facts" | "pieces">;

/** The refusal is what the session answers from now on. */
async function spendOrFail({ world, request, settings, session }: Finishing): Promise<void> {
  try {
    await spend(world, request, { clientId: session.client_id, cost: { bucket: "uploads" }, settings });
  } catch (error) {
    if (error instanceof GoogleRefusal) await insert(world, "session_error", session.id, keepable(error));
    throw error;
  }
}

function keepable({ error: { code, message, reason } }: GoogleRefusal): Fields<"session_error"> {
  return { code, message, ...(reason === undefined ? {} : { reason: { ...reason } }) };
}

async function fileOf(world: SandboxWorld, pieces: readonly Piece[]): Promise<File> {
  const digest = await digestOf(world, pieces);
  const size = pieces.reduce((sum, { size }) => sum + size, 0);
  return { ...(await measuresOf(world, { digest, pieces })), digest, size, pieces: [...pieces] };
}

type Measures = Pick<File, "mime" | "facts">;

/** By digest. Measuring takes a process of its own, and in demos and tests the same few files come again and again. */
const measured = new Map<string, Measures>();
const MEASURED_MAX = 100;

async function measuresOf(
  world: SandboxWorld,
  { digest, pieces }: { readonly digest: string; readonly pieces: readonly Piece[] },
): Promise<Measures> {
  const known = measured.get(digest);
  if (known !== undefined) return known;
  const [first] = pieces;
  const head = first === undefined ? null : await world.objects.getBytes(first.file);
  const mime = await mimeOf(head ?? new Uint8Array());
  const facts = mime.startsWith("video/") ? await videoInPieces(bytesOf(world, pieces)) : null;
  // A decoder that was too slow may do better the next time.
  if (facts !== null && measured.size < MEASURED_MAX) measured.set(digest, { mime, facts });
  return { mime, facts };
}

function failureOf({ size, mime }: File, { failure_reason }: Settings): string {
  if (size === 0) return "emptyFile";
  return mime.startsWith("video/") ? failure_reason : "invalidFile";
}

async function rejectionOf(
  world: SandboxWorld,
  { channelId, file, settings }: { readonly channelId: string; readonly file: File; readonly settings: Settings },
): Promise<string | null> {
  if (settings.rejection_reason !== null) return settings.rejection_reason;
  if (!settings.verified && (file.facts?.seconds ?? 0) > UNVERIFIED_SECONDS_MAX) return "length";
  if (!settings.rejects_duplicates) return null;
  const others = await list(world, "video", { where: { channel_id: channelId }, limit: LIST_MAX });
  return others.some(({ digest }) => digest === file.digest) ? "duplicate" : null;
}
