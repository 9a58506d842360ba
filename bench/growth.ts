import assert from "node:assert/strict";
import { sumChanges } from "../server/src/brands/totals/store.ts";
import type { Database } from "../server/src/ground/database/connect.ts";
import { one, query, transaction } from "../server/src/ground/database/query.ts";
import type { Bench, Measure } from "./bench.ts";
import { openSoil } from "./ground.ts";
import { FILTERS, PATHS, type Question, questions } from "./growth-questions.ts";
import { type Crowd, fillBrand, fillOthers, grown, POSTS_MAX } from "./growth-seed.ts";
import { anOwner, settle } from "./seed.ts";
import { rounded } from "./statistics.ts";

const SIZES = numbers("ROSTRUM_BENCH_BRANDS", [1_000, 15_000, 200_000]);
const [AROUND = 0] = numbers("ROSTRUM_BENCH_AROUND", [1_000_000]);
const [SAMPLES = 0] = numbers("ROSTRUM_BENCH_SAMPLES", [9]);
/** The first replies prepare their statements. */
const WARM_UP = 2;

function numbers(name: string, preset: readonly number[]): readonly number[] {
  return process.env[name]?.split(",").map(Number) ?? preset;
}

/**
 * Every list of the contract with every filter in every order, its first page and its last: in brands of some sizes that nobody else is
 * beside, and, in turns with them, in brands of the same sizes among the rows of others.
 */
export const growth: Bench = {
  name: "growth",
  about: "lists and searches in brands of some sizes among many others, relative to the same brands without those",
  onlyIfNamed: true,
  async run() {
    await using alone = await openPlace(SIZES, 0);
    await using crowded = await openPlace(SIZES, AROUND);
    const measures: Measure[] = [];
    for (const [index, size] of SIZES.entries()) {
      const pairs = await comparisons(alone.sides[index] as Side, crowded.sides[index] as Side);
      for (const [list, filters] of Object.entries(FILTERS)) {
        const own = pairs.filter(({ question }) => question.list === list && !question.isOfHits);
        const worst = own.reduce((most, pair) => (pair.ratio > most.ratio ? pair : most));
        measures.push({
          title: `${PATHS[list as keyof typeof PATHS]} in a brand with ${sizeOf(list, size).toLocaleString("en")} of them among ${AROUND.toLocaleString("en")}, at most`,
          value: worst.ratio,
          unit: "x",
          spread: null,
          aim: { atMost: 1.3 },
          facts: Object.fromEntries(
            Object.keys(filters).map((filter) => [
              filter,
              told(pairs.filter(({ question }) => question.list === list && question.filter === filter)),
            ]),
          ),
        });
      }
    }
    const [first] = measures;
    if (first !== undefined) measures[0] = { ...first, facts: { ...first.facts, ...crowded.facts } };
    return measures;
  },
};

function sizeOf(list: string, size: number): number {
  return list === "published-posts" ? size : Math.min(size, POSTS_MAX);
}

interface Pair {
  readonly question: Question;
  readonly alone: number;
  readonly crowded: number;
  /** When the large brand was asked for the first time. */
  readonly first: number;
  readonly ratio: number;
}

/** The worst of a filter's orders and pages. */
function told(pairs: readonly Pair[]): string {
  const worst = pairs.reduce((most, pair) => (pair.ratio > most.ratio ? pair : most));
  const slowest = Math.max(...pairs.map(({ crowded }) => crowded));
  // Of a search, the first request of all finds the hits, and the others know how many there are.
  const counting = worst.question.isOfHits ? `, ${rounded(Math.max(...pairs.map(({ first }) => first)))} ms the first time` : "";
  return `${worst.ratio.toFixed(2)} x: ${rounded(worst.alone)} ms to ${rounded(worst.crowded)} ms (${worst.question.about}); slowest ${rounded(slowest)} ms${counting}`;
}

interface Side {
  readonly port: number;
  readonly apiKey: string;
  readonly crowd: Crowd;
}

async function comparisons(alone: Side, crowded: Side): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const question of questions()) {
    const ways = [await lastOrFirst(alone, question), await lastOrFirst(crowded, question)] as const;
    const times: [number[], number[]] = [[], []];
    let first = 0;
    for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
      for (const [side, ask] of ways.entries()) {
        const milliseconds = await timed(ask);
        if (sample === -WARM_UP) first = milliseconds;
        if (sample >= 0) times[side as 0 | 1].push(milliseconds);
      }
    }
    // The least of each: whatever else the machine does adds to some samples, and no list costs less than it does.
    const [own, among] = [Math.min(...times[0]), Math.min(...times[1])];
    pairs.push({ question, alone: own, crowded: among, first, ratio: among / own });
  }
  return pairs;
}

/** The request for the question's page; nothing changes meanwhile, so the number of the last page stays what it is. */
async function lastOrFirst({ port, apiKey, crowd }: Side, { list, query: wanted, isLast }: Question): Promise<() => Promise<void>> {
  const url = `http://127.0.0.1:${port}/v1/brands/${crowd.brandId}/${list}?per_page=25${wanted(crowd)}`;
  const ask = async (page: number) => {
    const reply = await fetch(`${url}&page=${page}`, { headers: { Authorization: `Bearer ${apiKey}` } });
    const body = (await reply.json()) as { data: unknown[]; pagination: { total: number; lastPage: number } };
    assert.equal(reply.status, 200, JSON.stringify(body));
    assert.ok(body.data.length > 0 || body.pagination.total === 0, `${url}&page=${page} is empty`);
    return body.pagination;
  };
  const page = isLast ? (await ask(1)).lastPage : 1;
  return async () => void (await ask(page));
}

async function timed(ask: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

interface Opened extends AsyncDisposable {
  readonly sides: readonly Side[];
  readonly facts: Measure["facts"];
}

async function openPlace(sizes: readonly number[], around: number): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const soil = opening.use(await openSoil());
  const start = performance.now();
  const owner = await anOwner(soil.db);
  const crowds: Crowd[] = [];
  const indexSeconds = await transaction(soil.db, (tx) =>
    grown(tx, async () => {
      await fillOthers(tx, owner, around);
      for (const size of sizes) crowds.push(await fillBrand(tx, owner, size));
    }),
  );
  while (await transaction(soil.db, sumChanges));
  await settle(soil.db);
  const facts = {
    "seeding took": `${Math.round((performance.now() - start) / 1000)} s`,
    ...(await factsOf(soil.db)),
    "search index took": `${indexSeconds} s`,
  };
  // In this role nothing that is due is published meanwhile.
  const service = opening.use(await soil.start("api", {}));
  const sides = crowds.map((crowd) => ({ port: service.port, apiKey: owner.apiKey, crowd }));
  const opened = opening.move();
  return { sides, facts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function factsOf(db: Database): Promise<Measure["facts"]> {
  const { size } = await one<{ size: string }>(db, { text: "select pg_size_pretty(pg_database_size(current_database())) size" });
  const [search] = await query<{ size: string }>(db, {
    text: "select pg_size_pretty(pg_relation_size('deliveries_search_of_brand')) size",
  });
  return { "database size": size, "search index size": search?.size ?? "" };
}
