import { type Instant, parseLocal, printLocal } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Database } from "../../ground/database/connect.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import { publishAtOnce } from "../../publishing/engine/at-once.ts";
import { COLLECTIONS, COMMENTS, type PastText } from "./content.ts";
import { hasUnfinished, leaveFailures } from "./past-store.ts";
import { addPost, type DemoCollection } from "./posts.ts";

/** The clock, the engine's locks and its ledger, for as long as nothing else works with them. */
export interface TimeTravel {
  /** Null: back to the present. */
  travel(to: Instant | null): void;
  readonly locks: AdvisoryLocks;
  readonly ledgerDb: Database;
}

interface Ground extends TimeTravel {
  readonly app: App;
  readonly brandId: number;
}

/**
 * Publishes what the demo has published by now: with the engine, on the sandbox networks, each post at its own hour. Then readers react to
 * it. A service that is killed meanwhile has less of a past.
 */
export async function makePast(ground: Ground, collections: readonly DemoCollection[]): Promise<void> {
  const { app, brandId, travel, locks, ledgerDb } = ground;
  const isDone = async () => !(await hasUnfinished(app.db, brandId));
  const present = app.clock.now();
  const posts = collections
    .flatMap((place, index) =>
      (COLLECTIONS[index]?.past ?? []).map((past) => ({ place, past, at: momentOf(past, place.timezone, present) })),
    )
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  try {
    for (const { place, past, at } of posts) {
      travel(at);
      await addPost(app.db, { ...place, now: at }, past, { postingType: "SCHEDULE", status: "PENDING", postAt: at, queueRank: null });
      await publishAtOnce({ app, locks, ledgerDb, travel, isDone });
    }
  } finally {
    travel(null);
  }
  await leaveFailures(app.db, { brandId, now: present });
  await react(app);
}

function momentOf({ daysAgo, time }: PastText, timezone: string, present: Instant): Instant {
  const today = Temporal.PlainDate.from(printLocal(present, timezone).slice(0, 10));
  return parseLocal(`${today.subtract({ days: daysAgo })} ${time}:00`, timezone);
}

/** Readers like, comment and share: not all the same, and every demo alike. */
async function react({ db, clock, sandboxUrl }: App): Promise<void> {
  if (sandboxUrl === null) return;
  const { sandboxOn } = await import("../../networks/sandbox/networks.ts");
  const sandbox = sandboxOn({ db, now: () => clock.now(), sandboxUrl });
  await Promise.all(
    sandbox.networks.map(async (network, place) => {
      const world = sandbox.world(network);
      const feed = await network.feed(world, { limit: 30 });
      for (const [index, { id, text }] of feed.entries()) {
        const charm = (text.length + 5 * index + 3 * place) % 7;
        for (let like = 0; like <= charm; like += 1) await network.react(world, id, { kind: "like" });
        if (charm > 4) await network.react(world, id, { kind: "share" });
        const comment = COMMENTS[(charm + place) % COMMENTS.length];
        if (charm > 3 && comment !== undefined) await network.react(world, id, { kind: "comment", text: comment });
      }
    }),
  );
}
