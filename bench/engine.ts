import { PgBoss } from "pg-boss";
import { databaseAccessOf } from "../server/src/publishing/engine/database-access.ts";
import { startEngine } from "../server/src/publishing/engine/engine.ts";
import type { Bench, Measure } from "./bench.ts";
import { type EngineStage, openEngineStage, someChannels, somePosts, untilPublished } from "./stage.ts";
import { median, percentile, spreadOf } from "./statistics.ts";

const CHANNELS = 50;
const DELIVERIES = 4_000;
const ROUNDS = 3;
const BURST = 1_000;
const SINGLES = 40;

/** The whole engine against a platform that publishes at once: departure, ledger, jobs, attempt, outcome, settlement. */
export const engine: Bench = {
  name: "engine",
  about: "deliveries per second relative to the bare job queue, and how late due posts are published",
  async run() {
    await using stage = await openEngineStage();
    const places = await someChannels(stage, CHANNELS);
    const bare: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareJobs(stage.url));
      whole.push(await deliveries(stage, places, `round ${round}`));
    }
    const ratios = whole.map((rate, round) => rate / (bare[round] as number));
    return [
      {
        title: "deliveries through the engine to an instant platform, against bare jobs",
        value: median(ratios),
        unit: "x",
        spread: spreadOf(ratios),
        aim: { atLeast: 0.55 },
        facts: {
          "deliveries/s": Math.round(median(whole)),
          "bare jobs/s": Math.round(median(bare)),
          channels: CHANNELS,
          "posts a round": DELIVERIES,
        },
      },
      await burst(stage, places),
      await singles(stage, places),
    ];
  },
};

/** Jobs per second through pg-boss alone: sent, fetched in batches of 50, completed. */
async function bareJobs(url: string): Promise<number> {
  const boss = new PgBoss({ connectionString: url, max: 4, schema: "bench", supervise: false, schedule: false });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  await boss.createQueue("bare");
  const start = performance.now();
  for (let sent = 0; sent < DELIVERIES; sent += 50) {
    await boss.insert(
      "bare",
      Array.from({ length: 50 }, (_, index) => ({ data: { index } })),
    );
    const jobs = await boss.fetch("bare", { batchSize: 50 });
    if (jobs.length !== 50) throw new Error(`${jobs.length} jobs instead of 50`);
    await boss.complete(
      "bare",
      jobs.map((job) => job.id),
    );
  }
  const seconds = (performance.now() - start) / 1000;
  await boss.stop({ graceful: false, close: true });
  return DELIVERIES / seconds;
}

type Places = Awaited<ReturnType<typeof someChannels>>;

async function deliveries(stage: EngineStage, places: Places, name: string): Promise<number> {
  const texts = Array.from({ length: DELIVERIES }, (_, index) => `${name}, post ${index}`);
  const before = stage.published.size;
  await using _engine = await startEngine(stage.app, databaseAccessOf({ url: stage.url, log: stage.app.log }));
  // All due at the same moment, after the engine has started and is idle: the bare queue's startup is not counted either.
  const dueAt = Date.now() + 3_000;
  await somePosts(stage, places, texts, () => dueAt);
  await untilPublished(stage, before + DELIVERIES, 120);
  const last = Math.max(...texts.map((text) => published(stage, text)));
  return DELIVERIES / ((last - dueAt) / 1000);
}

/** Posts that are all due in the same second. */
async function burst(stage: EngineStage, places: Places): Promise<Measure> {
  await using _engine = await startEngine(stage.app, databaseAccessOf({ url: stage.url, log: stage.app.log }));
  const dueAt = Date.now() + 2_000;
  const texts = Array.from({ length: BURST }, (_, index) => `burst ${index}`);
  const before = stage.published.size;
  await somePosts(stage, places, texts, (index) => dueAt + index);
  await untilPublished(stage, before + BURST, 60);
  return lateness(
    `lateness of ${BURST} posts due in the same second`,
    texts.map((text, index) => published(stage, text) - (dueAt + index)),
    5,
  );
}

/** Posts due one by one, at times unrelated to the engine's polling interval. */
async function singles(stage: EngineStage, places: Places): Promise<Measure> {
  await using _engine = await startEngine(stage.app, databaseAccessOf({ url: stage.url, log: stage.app.log }));
  const dueAt = (index: number) => start + 1_500 + index * 313;
  const start = Date.now();
  const texts = Array.from({ length: SINGLES }, (_, index) => `single ${index}`);
  const before = stage.published.size;
  await somePosts(stage, places, texts, dueAt);
  await untilPublished(stage, before + SINGLES, 60);
  return lateness(
    "lateness of single due posts",
    texts.map((text, index) => published(stage, text) - dueAt(index)),
    1.5,
  );
}

function published(stage: EngineStage, text: string): number {
  const at = stage.published.get(text);
  if (at === undefined) throw new Error(`not published: ${text}`);
  return at;
}

function lateness(title: string, milliseconds: readonly number[], aimSeconds: number): Measure {
  if (Math.min(...milliseconds) < -1) throw new Error(`a post was published ${-Math.min(...milliseconds)} ms early`);
  const seconds = (share: number) => Math.round(percentile(milliseconds, share)) / 1000;
  return {
    title,
    value: seconds(0.99),
    unit: "s at p99",
    spread: null,
    aim: { atMost: aimSeconds },
    facts: { "p50 s": seconds(0.5), "max s": seconds(1) },
  };
}
