import { addSeconds } from "@rostrum/contract/formats.ts";
import { type Processing, processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { newId } from "./ids.ts";
import { change, insert, known, PUBLIC, type Stored, type StoredFile } from "./model.ts";
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
