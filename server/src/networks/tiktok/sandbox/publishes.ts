import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { type Processing, processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, type Call, readBody } from "./calls.ts";
import { change, find, insert, known, newId, PUBLIC, type Stored, type StoredFile } from "./model.ts";
import { refusal } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** Nobody who waits for processing that never ends waits as long. */
const NEVER_SECONDS = 3_155_760_000;

type New = Omit<Stored<"publish">, "id" | "createdAt" | "bytes" | "strike" | "received">;

/** Stores a post that has been asked for, without its files. */
export async function beginPublish(world: SandboxWorld, fields: New): Promise<Stored<"publish">> {
  const kind = fields.media === "video" ? "v" : "p";
  const version = fields.media === "video" ? "v2-1" : "v2";
  const id = `${kind}_${fields.mode === "direct" ? "pub" : "inbox"}_${fields.source}~${version}.${await newId(world)}`;
  await insert(world, "publish", id, { ...fields, bytes: 0, strike: null, received: null });
  return known(world, "publish", id);
}

/** What has arrived: all files, or why they cannot be had. */
export interface Arrival {
  readonly files: readonly StoredFile[];
  readonly bytes: number;
  /** Null if TikTok finds nothing wrong with them. */
  readonly mistake: string | null;
  /** How long processing takes; decided by a fault or by the settings. */
  readonly seconds: number;
  readonly fails: boolean;
}

/** From here on TikTok goes on by itself: the post shows once it is processed. */
export async function completePublish(
  world: SandboxWorld,
  { publish, arrival, settings }: { readonly publish: Stored<"publish">; readonly arrival: Arrival; readonly settings: Settings },
): Promise<void> {
  const { files, bytes, mistake, seconds } = arrival;
  const fails = arrival.fails || settings.everything_fails;
  const processing: Processing = {
    ready_at: addSeconds(world.now(), settings.stuck ? NEVER_SECONDS : seconds),
    fails: fails || mistake !== null,
  };
  const [postId, secondId] = [await newId(world), settings.two_ids ? await newId(world) : null];
  for (const id of [postId, secondId].filter((id) => id !== null)) await insert(world, "post", id, { publish_id: publish.id });
  const fail_reason = mistake ?? settings.fail_reason;
  await change(world, "publish", publish, {
    bytes,
    received: { processing, fail_reason, files: [...files], post_id: postId, second_id: secondId },
  });
}

type State = "receiving" | "processing" | "failed" | "inbox" | "complete";

export function stateOf(world: SandboxWorld, { received, mode }: Stored<"publish">): State {
  if (received === null) return "receiving";
  const state = processingState(world, received.processing);
  if (state !== "ready") return state;
  return mode === "inbox" ? "inbox" : "complete";
}

/** A post that everybody can see. */
export type PublicPost = Stored<"publish"> & { readonly received: NonNullable<Stored<"publish">["received"]> };

export function isPublic(world: SandboxWorld, publish: Stored<"publish">): publish is PublicPost {
  return stateOf(world, publish) === "complete" && publish.privacy_level === PUBLIC;
}

const Question = z.object({ publish_id: z.string().min(1) });

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (2026-11) */
export const STATUS_CALLS: readonly Call[] = [
  {
    method: "POST",
    path: "/v2/post/publish/status/fetch/",
    rate: "status",
    scopes: ["video.publish", "video.upload"],
    codesWith200: ["invalid_publish_id", "token_not_authorized_for_specified_publish_id"],
    run: fetchStatus,
  },
];

async function fetchStatus(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, clientId, settings } = asked;
  const { publish_id } = readBody(asked, Question);
  const publish = await find(world, "publish", publish_id);
  const { publish_id_seconds: keptSeconds } = settings;
  const isForgotten = publish !== null && keptSeconds !== null && addSeconds(publish.createdAt, keptSeconds) <= world.now();
  if (publish === null || isForgotten) throw refusal(400, "invalid_publish_id", "The publish_id does not exist.");
  if (publish.account_id !== account.id || publish.client_id !== clientId) {
    const message = "The access_token does not have authorization for this publish_id.";
    throw refusal(400, "token_not_authorized_for_specified_publish_id", message);
  }
  return statusOf(asked, publish);
}

function statusOf({ world, settings }: Asked, publish: Stored<"publish">): Record<string, unknown> {
  const { received, source, bytes } = publish;
  const state = stateOf(world, publish);
  if (state === "failed") return { status: "FAILED", fail_reason: received?.fail_reason };
  if (state === "inbox") return { status: "SEND_TO_USER_INBOX" };
  // The misspelling is TikTok's. The list is empty for posts that are not public, and for public ones until they are moderated.
  if (state === "complete") return { status: "PUBLISH_COMPLETE", publicaly_available_post_id: idsOf({ world, settings }, publish) };
  if (source === "url") return { status: "PROCESSING_DOWNLOAD", downloaded_bytes: bytes };
  return { status: "PROCESSING_UPLOAD", ...(settings.uploaded_bytes === "exact" ? { uploaded_bytes: bytes } : {}) };
}

function idsOf({ world, settings }: Pick<Asked, "world" | "settings">, publish: Stored<"publish">): bigint[] {
  if (!isPublic(world, publish)) return [];
  const { processing, post_id, second_id } = publish.received;
  if (addSeconds(toInstant(processing.ready_at), settings.ids_after_seconds) > world.now()) return [];
  return [post_id, second_id].filter((id) => id !== null).map(BigInt);
}
