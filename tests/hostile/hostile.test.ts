import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlaceUnderAttack, type Place, type Turn } from "./ground.ts";
import { HEALTH_SECONDS_MAX, type Late, watchHealth } from "./health.ts";
import { causesOf, type Sent, sendAll } from "./run.ts";
import { leftovers } from "./stored.ts";

/**
 * For more inputs run `ROSTRUM_HOSTILE_INPUTS=10000 node scripts/test.ts tests/hostile/hostile.test.ts`. ROSTRUM_TEST_SEED
 * chooses others, and ROSTRUM_HOSTILE_NUMBERS=17,4711 runs only those.
 */
const SEED = Number(process.env.ROSTRUM_TEST_SEED ?? 1);
const INPUTS = Number(process.env.ROSTRUM_HOSTILE_INPUTS ?? 500);
const NUMBERS = process.env.ROSTRUM_HOSTILE_NUMBERS?.split(",").map(Number) ?? Array.from({ length: INPUTS }, (_, at) => at + 1);
/** CPU time of the service's own thread, so that other load on the machine does not count. */
const TURN_MILLISECONDS_MAX = 200;
/** Even if there are only a few inputs. */
const HEALTH_ASKED_MIN = 20;
/** The sandbox's Bluesky, like the real servers, responds with this to an unknown method. */
const UNKNOWN_METHOD = 501;

let place: Place;
let sent: Sent[];
let health: { readonly asked: number; readonly slowest: readonly Late[] };
let turns: readonly Turn[];
let pids: readonly number[];
let left: readonly string[];

before(async () => {
  place = await aPlaceUnderAttack();
  const { grounds, service } = place;
  const began = Date.now();
  const watch = watchHealth(service.url);
  sent = await sendAll({ seed: SEED, numbers: NUMBERS, grounds });
  left = await leftovers(place, sent);
  health = await watch.stop(HEALTH_ASKED_MIN);
  const seen = await place.turns();
  turns = seen.turns.filter(({ at }) => at >= began);
  pids = seen.pids;
  report((Date.now() - began) / 1000);
});
after(() => place[Symbol.asyncDispose]());

test("the service has not been restarted at the end", async () => {
  assert.deepEqual(pids, [place.service.pid]);
  const reply = await fetch(`${place.service.url}/readyz`);
  assert.equal(reply.status, 200);
});

test("no hostile input gets a status of 500 or above", () => {
  const failures = sent.filter(({ attack, outcome }) =>
    outcome.statuses.some((status) => status >= 500 && !(status === UNKNOWN_METHOD && attack.name.startsWith("bluesky "))),
  );
  assert.deepEqual(failures.map(describe), []);
});

test("the service's log contains no unexpected error", () => {
  const lines = place.service.output().split("\n");
  const errors = lines.filter((line) => /"level":"?(error|fatal|50|60)|"event":"request failed"|unhandled|uncaught/i.test(line));
  assert.deepEqual(
    errors.slice(0, 10).map((line) => line.slice(0, 1500)),
    [],
  );
});

test("/healthz is answered throughout, and no event loop turn of the service takes more than 200 ms", () => {
  assert.ok(health.asked >= HEALTH_ASKED_MIN);
  for (const { status, milliseconds } of health.slowest) {
    assert.equal(status, 200);
    assert.ok(milliseconds < HEALTH_SECONDS_MAX * 1000);
  }
  const long = turns.filter(({ milliseconds }) => milliseconds > TURN_MILLISECONDS_MAX);
  assert.deepEqual(
    long.map((turn) => ({ ...turn, sent: causesOf(turn, sent) })),
    [],
  );
});

test("refused requests leave nothing behind, and everything acknowledged exists", () => {
  assert.deepEqual(left, []);
});

function describe({ number, attack, outcome }: Sent): string {
  return `${number} ${attack.name}: ${outcome.statuses} ${outcome.body.slice(0, 200)}`;
}

function report(seconds: number): void {
  const classes = new Map<string, number>();
  for (const { outcome } of sent) {
    const first = outcome.statuses[0];
    const name = first === undefined ? (outcome.isOver ? "closed without an answer" : "left waiting") : `${Math.floor(first / 100)}xx`;
    classes.set(name, (classes.get(name) ?? 0) + 1);
  }
  console.log(
    `${sent.length} inputs of seed ${SEED} in ${seconds.toFixed(0)} s: ${[...classes]
      .sort()
      .map(([name, count]) => `${count} ${name}`)
      .join(", ")}`,
  );
  for (const turn of turns.slice(0, 5)) console.log(`turn of ${turn.milliseconds.toFixed(0)} ms: ${causesOf(turn, sent).join("; ")}`);
  const slowest = health.slowest.map(({ milliseconds }) => milliseconds.toFixed(0)).join(", ");
  console.log(`/healthz: ${health.asked} answers, the slowest after ${slowest} ms`);
}
