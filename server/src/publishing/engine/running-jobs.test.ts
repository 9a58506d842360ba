import assert from "node:assert/strict";
import { test } from "node:test";
import { CHANNELS_OF_ONE_NETWORK, RunningJobs } from "./running-jobs.ts";

/** Takes jobs as the engine does, each time as many as there is room for, of the first network that is not full. */
function fill(running: RunningJobs, networks: readonly (string | null)[]): void {
  for (;;) {
    const { limit, full } = running.room;
    const network = networks.find((name) => name === null || !full.includes(name));
    if (limit <= 0 || network === undefined) return;
    for (let taken = 0; taken < limit; taken += 1) {
      const number = running.size;
      running.add({ id: String(number), retryCount: 0, channelId: number, network }, new Promise(() => {}));
    }
  }
}

function load(running: RunningJobs, network: string | null): number {
  return running.jobs.filter((job) => job.network === network).length;
}

test("one network alone takes fifty channels of a process", () => {
  const running = new RunningJobs();
  fill(running, ["Mastodon"]);
  assert.deepEqual([load(running, "Mastodon"), CHANNELS_OF_ONE_NETWORK], [50, 50]);
});

test("when three networks hang, one after the other, a fourth still gets a channel", () => {
  const running = new RunningJobs();
  const hung: string[] = [];
  for (const network of ["Facebook", "Instagram", "Threads", "Telegram"]) {
    hung.push(network);
    fill(running, hung);
    assert.ok(load(running, network) > 0, network);
  }
});

test("what is busy below its share leaves the others theirs, beside jobs of which the network is not known", () => {
  const running = new RunningJobs();
  for (const network of [...Array(20).fill("Mastodon"), ...Array(10).fill("Bluesky"), ...Array(8).fill(null)])
    running.add({ id: String(running.size), retryCount: 0, channelId: running.size, network }, new Promise(() => {}));
  const { limit, full } = running.room;
  assert.deepEqual([limit, full], [16, []]);
  fill(running, ["Mastodon"]);
  assert.deepEqual([load(running, "Mastodon"), running.room.full], [36, ["Mastodon"]]);
});

test("no more channels are taken than a process works on, whatever is known of them", () => {
  const running = new RunningJobs();
  fill(running, [null]);
  assert.equal(running.size, 66);
  assert.deepEqual(running.room, { limit: 0, full: [] });
});
