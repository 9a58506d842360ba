import { addSeconds } from "@rostrum/contract/formats.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { PROCESSING_FAILED } from "./files.ts";
import { mediaIdOf } from "./ids.ts";
import { find, type Stored } from "./model.ts";
import type { Settings } from "./settings.ts";

export interface ContainerState {
  readonly code: "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";
  /** The sentence in the field `status`. */
  readonly text: string;
  /** Whether it has become a post, even if the status does not say so yet. */
  readonly isPublished: boolean;
}

interface Ground {
  readonly world: SandboxWorld;
  readonly settings: Settings;
}

export async function findContainer({ world, settings }: Ground, id: string): Promise<Stored<"container"> | null> {
  const container = await find(world, "container", id);
  if (container === null || world.now() < addSeconds(container.createdAt, settings.containers_unknown_seconds)) return null;
  return container;
}

/** The state follows from the clock and from what has been published; nothing runs meanwhile. */
export async function stateOf({ world, settings }: Ground, container: Stored<"container">): Promise<ContainerState> {
  const media = await find(world, "media", mediaIdOf(container.id));
  const isPublished = media !== null;
  if (media !== null && world.now() >= addSeconds(media.createdAt, settings.published_shows_after_seconds)) {
    return { code: "PUBLISHED", text: "Published: Media has been successfully published.", isPublished };
  }
  if (world.now() >= container.expires_at) {
    return { code: "EXPIRED", text: "Expired: The container was not published within 24 hours.", isPublished };
  }
  const state = container.processing === null ? "processing" : processingState(world, container.processing);
  if (state === "processing") return { code: "IN_PROGRESS", text: "In Progress: Media is still being processed.", isPublished };
  const failure = state === "failed" ? PROCESSING_FAILED : container.failure;
  if (failure !== null) return { code: "ERROR", text: `Error: Media upload has failed with error code ${failure}`, isPublished };
  return { code: "FINISHED", text: "Finished: Media has been uploaded and it is ready to be published.", isPublished };
}
