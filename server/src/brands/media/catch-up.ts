import { setTimeout as sleep } from "node:timers/promises";
import { NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import type { App } from "../../app.ts";
import { inspectContent } from "./inspect.ts";
import { localCopy } from "./local-copy.ts";
import { listUnknownMedia, storeContentFacts, type UnknownMedia } from "./store.ts";
import { tryMedium } from "./trials.ts";

const BATCH = 20;
/** How often to look for media that came from a backup or were stored by an older version running alongside. */
const PAUSE_SECONDS = 60;

/** Examines media stored without facts, until stopped. Never rejects. */
export async function runCatchUp(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await catchUp(app, stop).catch((error: unknown) => app.log.error({ event: "engine trouble", part: "media facts", err: error }));
    await sleep(PAUSE_SECONDS * 1000, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

/** One pass over all of them; an unreadable file is retried in the next pass. */
export async function catchUp(app: App, stop: AbortSignal): Promise<void> {
  let after = 0;
  for (;;) {
    const media = await listUnknownMedia(app.db, { after, limit: BATCH });
    for (const medium of media) {
      if (stop.aborted) return;
      await lookAt(app, medium);
      after = medium.number;
    }
    if (media.length < BATCH) return;
  }
}

/** Reads a medium's facts and stores them. */
export async function lookAtMedium(app: App, medium: Pick<UnknownMedia, "id" | "mime" | "storageKey">): Promise<void> {
  await using copy = await localCopy(app.storage, medium.storageKey);
  const looked = await tryMedium(app, { mediaId: medium.id, work: "facts" }, () => inspectContent(copy.path, medium.mime));
  // A file without facts is recorded as such and not examined again.
  const content = looked === "given up" ? { width: null, height: null, durationSeconds: null, facts: NO_FACTS } : looked;
  await storeContentFacts(app.db, medium.id, content);
}

async function lookAt(app: App, medium: UnknownMedia): Promise<void> {
  try {
    await lookAtMedium(app, medium);
  } catch (error) {
    app.log.warn({ event: "medium not looked at", medium: medium.id, err: error });
  }
}
