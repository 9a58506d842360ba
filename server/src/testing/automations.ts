import { createHash } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { aPlace, must, type Place, type PlaceFacts } from "./builders.ts";
import { aSite, rss, type Site, type TestItem } from "./feeds.ts";
import type { Stage } from "./stage.ts";

/** A place with one automation, and the site whose feed it reads. */
export interface FeedPlace extends AsyncDisposable {
  readonly site: Site;
  readonly place: Place;
  readonly feedUrl: string;
  /** Sets the feed's items; its validators change with them. */
  has(items: readonly TestItem[], headers?: Readonly<Record<string, string>>): void;
  /** Creates an automation (hourly, links by default) and returns its id. */
  automate(change?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Advances the clock to the next run and runs it. */
  nextRun(): Promise<void>;
  secondsToNextRun(): Promise<number>;
  /** The automation as the API shows it. */
  read(): Promise<{ status: string; runCount: number; lastRun: number }>;
  /** Posts of the brand, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every form
  posts(): Promise<any[]>;
  titles(): Promise<string[]>;
}

export async function aFeedPlace(stage: Stage, facts: PlaceFacts = {}): Promise<FeedPlace> {
  const site = await aSite();
  const place = await aPlace(stage, { channels: [], ...facts });
  const feedUrl = `${site.url}/feed.xml`;
  const feed: FeedPlace = {
    site,
    place,
    feedUrl,
    has(items, headers = {}) {
      const body = rss(items);
      site.on("/feed.xml", { headers: { etag: `W/"${createHash("sha256").update(body).digest("hex")}"`, ...headers }, body });
    },
    async automate(change = {}) {
      const usual = { name: "Blog", collectionId: place.collectionId, type: "RSS", feedUrl, importAsType: "LINK", refreshRate: 1 };
      return (await must(place.api("POST", "/automations", { ...usual, ...change }))).id;
    },
    async nextRun() {
      stage.pass(Math.max(await feed.secondsToNextRun(), 0));
      await stage.settle();
    },
    async secondsToNextRun() {
      const { rows } = await stage.app.db.query("select next_run_at at from automations where brand_id = $1", [place.brandId]);
      return (toEpochMilliseconds(rows[0].at) - toEpochMilliseconds(stage.now())) / 1000;
    },
    async read() {
      const { body } = await place.api("GET", "/automations");
      const { status, runCount, lastRun } = body.data[0];
      return { status, runCount, lastRun };
    },
    posts: async () => (await place.api("GET", "/posts?per_page=100&sort_order=asc")).body.data,
    titles: async () => (await feed.posts()).map((post: { title: string }) => post.title),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
  return feed;
}
