import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import { type Instant, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { AdvisoryLocks } from "../../ground/database/locks.ts";
import { serve, type TestServer } from "../../ground/net/testing/servers.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { type Chance, createChance } from "../../testing/chance.ts";
import { aHistory, type FeedHistory } from "../../testing/feed-history.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { RecentFeeds } from "./recent-feeds.ts";
import { type RunTools, runAutomation } from "./run.ts";

/** ROSTRUM_TEST_HISTORIES=500 runs more histories, ROSTRUM_TEST_SEED others, ROSTRUM_TEST_HISTORY a single one. */
const HISTORIES = Number(process.env.ROSTRUM_TEST_HISTORIES ?? 80);
const ONLY = process.env.ROSTRUM_TEST_HISTORY;
const SEED = Number(process.env.ROSTRUM_TEST_SEED ?? 1);
const AT_ONCE = 4;
const STEPS = 10;
const START = toInstant("2026-11-21T09:00:00Z");

const opened = new AsyncDisposableStack();
let stage: Stage;
let place: Place;
let server: TestServer;
const answers = new Map<string, (response: ServerResponse, marks: Marks) => void>();
let tools: [RunTools, RunTools];

before(async () => {
  stage = opened.use(await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", ROSTRUM_POSTS_PER_BRAND: "0" }));
  place = await aPlace(stage, { channels: [] });
  server = opened.use(
    await serve((request, response) => {
      const { "if-none-match": etag, "if-modified-since": modified } = request.headers;
      const answer = answers.get(request.url ?? "");
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, { etag, modified });
    }),
  );
  const worker = (space: number) => ({
    locks: opened.use(new AdvisoryLocks(stage.databaseUrl, space)),
    stop: new AbortController().signal,
    feeds: new RecentFeeds(),
    chance: () => 0.5,
  });
  tools = [worker(81), worker(82)];
  // Every 17th post fails, and every 23rd drops its connection during commit.
  await stage.app.db.query(`create sequence hurts;
    create function hurt() returns trigger language plpgsql as $$ begin
      if nextval('hurts') % 17 = 0 then raise exception 'hurt on purpose'; end if; return new; end $$;
    create function die() returns trigger language plpgsql as $$ begin
      if nextval('hurts') % 23 = 0 then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
    create trigger hurt after insert on posts for each row execute function hurt();
    create constraint trigger die after insert on posts deferrable initially deferred for each row execute function die()`);
});
after(() => opened.disposeAsync());

test(`in ${HISTORIES} feed histories every item becomes exactly one post`, async () => {
  const numbers = (ONLY === undefined ? Array.from({ length: HISTORIES }, (_, index) => index) : [Number(ONLY)]).values();
  const wrong: string[] = [];
  const worker = async () => {
    for (const number of numbers) {
      const reader = new Reader(number);
      await reader.live();
      wrong.push(...(await reader.mistakes()));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  assert.deepEqual(wrong, []);
});

interface Marks {
  readonly etag: string | undefined;
  readonly modified: string | undefined;
}

/** Ways a server can fail to deliver its feed. */
const FAILURES: readonly ((response: ServerResponse, body: string) => void)[] = [
  (response) => response.writeHead(404).end("gone fishing"),
  (response) => response.writeHead(500).end(),
  (response) => response.writeHead(503, { "retry-after": "7200" }).end(),
  (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Please log in</body></html>"),
  (response, body) => response.writeHead(200, { "content-type": "application/xml" }).end(body.slice(0, Math.floor(body.length * 0.7))),
  (response, body) => response.writeHead(200).end(body.replace("title>", "ti<tle")),
  (response) => response.writeHead(304).end().destroy(),
];

/** One automation reading one feed, from its creation to the end of the history. */
class Reader {
  readonly #label: string;
  readonly #path: string;
  readonly #chance: Chance;
  readonly #feed: FeedHistory;
  readonly #app: App;
  /** The validators the server sends with its feed. */
  readonly #marks: "etag" | "weak" | "date" | "none";
  readonly #expected = new Set<number>();
  #now: Instant = START;
  #version = 0;
  #automationId = 0;
  #collectionId = 0;

  constructor(number: number) {
    this.#chance = createChance(SEED * 100_000 + number);
    this.#feed = aHistory(this.#chance, Date.parse(START));
    this.#marks = this.#chance.pick(["etag", "weak", "date", "none"]);
    this.#label = `seed ${SEED}, history ${number}: ${this.#feed.name}, marks ${this.#marks}`;
    this.#path = `/${number}`;
    this.#app = { ...stage.app, clock: { now: () => this.#now } };
  }

  async live(): Promise<void> {
    await this.#create(this.#chance.percent(50));
    for (let step = 0; step < STEPS; step += 1) {
      const isDown = this.#chance.percent(25);
      this.#feed.change(toEpochMilliseconds(this.#now), isDown);
      this.#version += 1;
      if (isDown) await this.#fail(this.#chance.number(1, 3));
      else await this.#read();
    }
    await this.#read();
    if (this.#chance.percent(20)) {
      for (const path of [this.#path, `${this.#path}/moved`]) answers.set(path, (response) => response.writeHead(410).end());
      await this.#run();
      assert.equal((await this.#row()).status, "STOPPED", this.#label);
    }
  }

  /** One line per item that has not become exactly one post. */
  async mistakes(): Promise<string[]> {
    const { rows } = await stage.app.db.query("select title from posts where collection_id = $1", [this.#collectionId]);
    const posts = rows.map(({ title }) => Number(/^#(\d+) loaf/.exec(title)?.[1]));
    return [...new Set([...posts, ...this.#expected])].flatMap((number) => {
      const found = posts.filter((post) => post === number).length;
      const expected = this.#expected.has(number) ? 1 : 0;
      return found === expected ? [] : [`${this.#label}: item ${number} became ${found} posts instead of ${expected}`];
    });
  }

  async #create(loadOldPosts: boolean): Promise<void> {
    answers.set(this.#path, this.#serve(new Set()));
    const { id: collectionId } = await must(place.api("POST", "/collections", { title: this.#path }));
    const feedUrl = server.origin + this.#path;
    const body = { name: "Blog", collectionId, type: "RSS", feedUrl, importAsType: "LINK", refreshRate: 1, caption: "{{title}}" };
    const { id } = await must(place.api("POST", "/automations", { ...body, loadOldPosts, addPostsAsDraft: this.#chance.percent(30) }));
    this.#automationId = id;
    this.#collectionId = collectionId;
    this.#known = loadOldPosts ? new Set() : new Set(this.#feed.numbers());
    if (!loadOldPosts) this.#feed.wasRead();
  }

  /** Items in the feed at creation, if those are not to be imported. */
  #known: ReadonlySet<number> = new Set();

  /** Replies with the feed or 304, and records the items delivered. */
  #serve(given: Set<number>): (response: ServerResponse, marks: Marks) => void {
    return (response, asked) => {
      const { type, body } = this.#feed.render();
      const hash = createHash("sha256").update(body).digest("hex");
      const etag = this.#marks === "etag" ? `"${hash}"` : this.#marks === "weak" ? `W/"${hash}"` : undefined;
      const modified = this.#marks === "date" ? new Date(Date.parse(START) + this.#version * 1000).toUTCString() : undefined;
      const headers = { ...(etag && { etag }), ...(modified && { "last-modified": modified }) };
      const isSame = (etag !== undefined && asked.etag === etag) || (modified !== undefined && asked.modified === modified);
      if (isSame) return void response.writeHead(304, headers).end();
      for (const number of this.#feed.numbers()) given.add(number);
      response.writeHead(200, { "content-type": type, ...headers }).end(body);
    };
  }

  /** The feed is available: runs until all of it has been imported. */
  async #read(): Promise<void> {
    const given = new Set<number>();
    const serveFeed = this.#serve(given);
    answers.set(this.#path, serveFeed);
    answers.set(`${this.#path}/moved`, serveFeed);
    if (this.#chance.percent(30)) {
      const status = this.#chance.pick([301, 302, 307, 308]);
      answers.set(this.#path, (response) => response.writeHead(status, { location: `${this.#path}/moved` }).end());
    }
    const before = (await this.#row()).runCount;
    for (let runs = 0; ; runs += 1) {
      assert.ok(runs < 60, `${this.#label}: a feed of ${this.#feed.numbers().length} items is never done`);
      await this.#run();
      const { runCount, catchingUp } = await this.#row();
      if (runCount > before && !catchingUp) break;
    }
    for (const number of given) if (!this.#known.has(number)) this.#expected.add(number);
    this.#feed.wasRead();
  }

  async #fail(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const failure = this.#chance.pick(FAILURES);
      const answer = (response: ServerResponse) => failure(response, this.#feed.render().body);
      answers.set(this.#path, answer);
      answers.set(`${this.#path}/moved`, answer);
      await this.#run();
    }
  }

  /** Advances the clock to the next run; occasionally two workers attempt it at once. */
  async #run(): Promise<void> {
    const { nextRunAt } = await this.#row();
    if (nextRunAt > this.#now) this.#now = nextRunAt;
    const workers = this.#chance.percent(15) ? tools : tools.slice(0, 1);
    await Promise.all(workers.map((worker) => runAutomation(this.#app, this.#automationId, worker)));
  }

  async #row(): Promise<{ status: string; runCount: number; catchingUp: boolean; nextRunAt: Instant }> {
    const { rows } = await stage.app.db.query(
      `select status, run_count "runCount", catching_up "catchingUp", next_run_at "nextRunAt" from automations where id = $1`,
      [this.#automationId],
    );
    return rows[0];
  }
}
