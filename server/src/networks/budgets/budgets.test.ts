import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { connect } from "../../ground/database/connect.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, entries, must } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import type { BudgetHold } from "../connectors/connector.ts";
import { spend } from "./spend.ts";

const BUDGETS = [
  { name: "spending", unit: "USD", scale: 1000 },
  { name: "reads", unit: "posts", scale: 1 },
  { name: "uploads", unit: "files", scale: 1, dailyIn: "America/Los_Angeles" },
] as const;
/** Of a post, in thousandths of a dollar. */
const PRICE = 200;

let sent: string[];
let stage: Stage;
before(async () => {
  const connector = instantConnector("Mastodon");
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Telegram: instantConnector("Telegram"),
    Mastodon: {
      ...connector,
      budgets: BUDGETS,
      publish: async (post, account, call) => {
        const hold = await call.spend({ spending: PRICE });
        if (hold !== null) return hold;
        sent.push(post.text);
        return connector.publish(post, account, call);
      },
    },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  sent = [];
  await query(stage.app.db, { text: "delete from budgets" });
});

function setBudget(change: Readonly<Record<string, unknown>>) {
  return must(stage.admin("POST", "/networks/budgets", { type: "Mastodon", name: "spending", sandbox: true, ...change }));
}

async function budgets() {
  const networks = await must(stage.admin("GET", "/networks"));
  return networks.find(({ type }: { type: string }) => type === "Mastodon").budgets;
}

const PLACE = { type: "Mastodon", sandbox: true } as const;

test("a budget that does not suffice holds every channel of the application, and nothing is sent until it is raised", async () => {
  stage.jump("2026-12-10T09:00:00Z");
  const [place, other] = [await aPlace(stage), await aPlace(stage)];
  await setBudget({ limit: 1, cycleDay: 12 });
  for (const caption of ["1", "2", "3", "4", "5", "6", "7"]) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.settle();
  assert.deepEqual(sent, ["1", "2", "3", "4", "5"]);
  const why =
    'The budget "spending" that is set here for Mastodon does not suffice: 1 USD of 1 USD are used, this takes 0.2 USD, and the next billing cycle begins on 2026-12-12.';
  const [entry] = await entries(place, "RETRYING");
  assert.deepEqual([entry.body, entry.message], ["6", `${why} Nothing is sent until 2026-12-12 00:00 UTC.`]);
  const [condition] = await must(stage.admin("GET", `/brands/${other.brandId}/channels`));
  assert.deepEqual([condition.heldUntil, condition.heldReason], ["2026-12-12T00:01:00.000000Z", why]);
  await aPost(other, { publishMode: "IMMEDIATE", caption: "8" });
  await stage.settle();
  assert.equal(sent.length, 5);

  await setBudget({ limit: 2 });
  await stage.settle();
  assert.deepEqual(sent, ["1", "2", "3", "4", "5", "6", "7", "8"]);
  assert.ok((await budgets()).some(({ summary }: { summary: string }) => summary === "reads: 0 posts, no limit, next cycle on 2027-01-01"));
  assert.deepEqual((await budgets())[1].summary, "spending (sandbox): 1.6 of 2 USD, next cycle on 2026-12-12");
});

test("what waits for a budget goes out in order when the next cycle begins", async () => {
  stage.jump("2027-01-11T09:00:00Z");
  const place = await aPlace(stage);
  await setBudget({ limit: 1, cycleDay: 12 });
  await spend(stage.app, PLACE, { spending: 1000 });
  for (const caption of ["a", "b"]) await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.settle();
  assert.deepEqual(sent, []);
  await stage.liveUntil(addSeconds(stage.now(), 15 * 3600));
  assert.deepEqual(sent, ["a", "b"]);
  const { used, limit, cycleEndsOn } = (await budgets())[1];
  assert.deepEqual([used, limit, cycleEndsOn], [0.4, 1, "2027-02-12"]);
});

test("processes that reserve at the same moment never use more than the limit together", async () => {
  await setBudget({ limit: 1 });
  const second = connect(stage.databaseUrl, { poolSize: 10, log: () => {} });
  try {
    const processes = [stage.app, { ...stage.app, db: second }];
    const holds = await Promise.all(
      Array.from({ length: 120 }, (_, index) => spend(processes[index % 2] ?? stage.app, PLACE, { spending: 15 })),
    );
    assert.equal(holds.filter((hold) => hold === null).length, Math.floor(1000 / 15));
  } finally {
    await second.end();
  }
});

test("the first reservations of a new budget, made at the same moment, all count", async () => {
  await Promise.all(Array.from({ length: 30 }, () => spend(stage.app, PLACE, { spending: 1, reads: 2 })));
  const used = (await budgets()).filter(({ sandbox }: { sandbox: boolean }) => sandbox).map((one: { used: number }) => one.used);
  assert.deepEqual(used, [0.03, 60]);
});

test("of several amounts all are reserved or none", async () => {
  await setBudget({ name: "reads", limit: 10 });
  const hold: BudgetHold | null = await spend(stage.app, PLACE, { spending: 5, reads: 11 });
  assert.equal(hold?.budget, "reads");
  assert.equal(await spend(stage.app, PLACE, { reads: 10 }), null);
  const spending = (await budgets()).find((one: { name: string; sandbox: boolean }) => one.name === "spending" && one.sandbox);
  assert.equal(spending.used, 0);
});

test("the sandbox network's budget is not the network's", async () => {
  await setBudget({ limit: 0 });
  assert.equal((await spend(stage.app, PLACE, { spending: 1 }))?.kind, "held");
  assert.equal(await spend(stage.app, { ...PLACE, sandbox: false }, { spending: 1 }), null);
});

test("a connector that spends what it does not declare has a bug", async () => {
  await assert.rejects(spend(stage.app, PLACE, { writes: 1 }), /declares no budget writes/);
});

test("a network without budgets has none to set, and an unknown one is refused with the names there are", async () => {
  const refused = async (change: Readonly<Record<string, unknown>>) => {
    const { status, body } = await stage.admin("POST", "/networks/budgets", { type: "Mastodon", name: "spending", ...change });
    return [status, body.errors];
  };
  assert.deepEqual(await refused({ type: "Telegram" }), [
    422,
    { type: "Telegram has no budgets: its calls cost nothing, as far as is known." },
  ]);
  assert.deepEqual(await refused({ name: "writes" }), [
    422,
    { name: "Mastodon has no budget of this name, only: spending, reads, uploads." },
  ]);
  assert.deepEqual((await refused({ cycleDay: 32 }))[0], 422);
  assert.deepEqual(await refused({ name: "uploads", cycleDay: 12 }), [
    422,
    { cycleDay: "The budget uploads of Mastodon begins anew every day, at midnight in America/Los_Angeles." },
  ]);
  const networks = await must(stage.admin("GET", "/networks"));
  assert.deepEqual(networks.find(({ type }: { type: string }) => type === "Telegram").budgets, []);
});

test("a budget is shown with its limit, what is used, and its cycle", async () => {
  stage.jump("2027-03-20T09:00:00Z");
  const shown = await setBudget({ sandbox: false, limit: 25, cycleDay: 12 });
  assert.deepEqual(shown, {
    name: "spending",
    sandbox: false,
    unit: "USD",
    used: 0,
    limit: 25,
    cycleDay: 12,
    cycleEndsOn: "2027-04-12",
    summary: "spending: 0 of 25 USD, next cycle on 2027-04-12",
  });
  assert.deepEqual((await budgets())[0], shown);
  assert.equal((await setBudget({ sandbox: false, limit: null })).limit, null);
});

test("a budget that begins anew every day is shown with the hour, and counts until then", async () => {
  stage.jump("2027-03-20T09:00:00Z");
  const shown = await setBudget({ name: "uploads", limit: 2 });
  assert.deepEqual([shown.cycleDay, shown.summary], [null, "uploads (sandbox): 0 of 2 files, next cycle on 2027-03-21 at 07:00 UTC"]);
  const upload = () => spend(stage.app, PLACE, { uploads: 1 });
  assert.deepEqual([await upload(), await upload(), (await upload())?.kind], [null, null, "held"]);
  stage.jump("2027-03-21T07:00:00Z");
  assert.equal(await upload(), null);
});
