import { addSeconds, type Instant, parseLocal, printLocal } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import type { Database } from "../database/connect.ts";
import type { AdvisoryLocks } from "../database/locks.ts";
import { workOnChannel } from "../engine/channel-work.ts";
import { letLeave } from "../engine/clock.ts";
import { groupLedger } from "../engine/group-ledger.ts";
import { listDueChannels } from "../engine/store.ts";
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

/** Networks work on what they were sent: it is asked about for so long. */
const STEPS_MAX = 12;
const STEP_SECONDS = 60;

/**
 * Publishes what the demo has published by now: with the engine, on the sandbox networks, each post at its own hour. Then readers react to
 * it. A service that is killed meanwhile has less of a past.
 */
export async function makePast(ground: Ground, collections: readonly DemoCollection[]): Promise<void> {
  const { app, brandId, travel } = ground;
  const present = app.clock.now();
  const posts = collections
    .flatMap((place, index) =>
      (COLLECTIONS[index]?.past ?? []).map((past) => ({ place, past, at: momentOf(past, place.timezone, present) })),
    )
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  try {
    for (const { place, past, at } of posts) {
      travel(at);
      await addPost(app.db, { ...place, now: at }, past, { postingType: "NOW", status: "PENDING", postAt: at, queueRank: null });
      await settle(ground, at);
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

/** Lets everything leave that is due, and asks the networks until all has ended. */
async function settle({ app, brandId, travel, locks, ledgerDb }: Ground, from: Instant): Promise<void> {
  const engine = { app, ledger: groupLedger(app, ledgerDb) };
  const stop = new AbortController().signal;
  await letLeave(engine, null);
  let now = from;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { channels } = await listDueChannels(app.db, { now, from: null, limit: 100 });
    await Promise.all(channels.map(({ id }) => workOnChannel(engine, locks, id, stop)));
    if (!(await hasUnfinished(app.db, brandId))) return;
    now = addSeconds(now, STEP_SECONDS);
    travel(now);
  }
}

/** Readers like, comment and share: not all the same, and every demo alike. */
async function react({ db, clock, sandboxUrl }: App): Promise<void> {
  if (sandboxUrl === null) return;
  const { sandboxOn } = await import("../sandbox/networks.ts");
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
