import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../../../server/src/app.ts";
import { temporaryFolder, testDatabaseUrl } from "../../../server/src/ground/database/testing.ts";
import { readyGrant } from "../../../server/src/networks/grants/keep.ts";
import { eventually, persistently } from "../../../server/src/testing/eventually.ts";
import { type Chance, chanceFrom } from "../chance.ts";
import { PASSING } from "../passing.ts";
import { openApp } from "./app.ts";
import type { Families } from "./families.ts";
import { type Keepers, startKeepers } from "./keepers.ts";
import { ask, tokensIn } from "./log-in.ts";
import { openTokenNetwork, type Renewal, type TokenNetwork } from "./network.ts";
import { connectChannels, cutConnections, readDue, readGrants, storeLogIn } from "./people.ts";
import { type Strike, Strikes } from "./strikes.ts";
import type { Habit } from "./words.ts";

export interface GrantRunOptions {
  readonly renewals: number;
  readonly grants: number;
  readonly seed: number;
  readonly kinds: readonly Strike[];
  readonly gap: number;
  readonly habit: Habit;
}

export interface GrantReport {
  readonly renewals: number;
  readonly kills: number;
  readonly strikes: Readonly<Partial<Record<Strike, number>>>;
  readonly uses: number;
  /** Uses that were refused because the person had logged in anew. */
  readonly outdatedUses: number;
  readonly seconds: number;
  readonly violations: readonly string[];
}

const START = toInstant("2026-11-21T09:00:00Z");
/** Every grant becomes due in one step of the clock, and tokens last until the next. */
const STEP_SECONDS = { min: 370, max: 460 };
/** Now and then everything has ended before somebody is awake again; after a day the network is asked, too. */
const LONG_STEPS_SECONDS = [7200, 26 * 3600];
const LONG_STEP_PERCENT = 8;
const CALM_STEPS = 2;
/** The first violations are enough. */
const VIOLATIONS_MAX = 5;

/** Two processes renew and use the same grants until the network has counted so many renewals, and are struck meanwhile. */
export async function runGrantCrashes(options: GrantRunOptions): Promise<GrantReport> {
  await using opened = new AsyncDisposableStack();
  const since = performance.now();
  const chance = chanceFrom(options.seed);
  const time = { now: START };
  const database = opened.use(await testDatabaseUrl());
  const folder = opened.use(await temporaryFolder());
  const network = opened.use(await openTokenNetwork(() => time.now));
  const ground = { habit: options.habit, databaseUrl: database.url, networkUrl: network.url, folder: folder.path };
  const { app } = opened.use(await openApp({ ...ground, name: "harness", habit: "careful" }, () => time.now));
  const people = Array.from({ length: options.grants }, (_, index) => `person ${index + 1}`);
  const grantIds: number[] = [];
  for (const person of people) grantIds.push(await storeLogIn(app, person, network.families.logIn(person, false)));
  await connectChannels(app, grantIds);
  const violations: string[] = [];
  const log = join(folder.path, "keepers.log");
  const output = openSync(log, "a");
  opened.defer(() => closeSync(output));
  const strikes: Strikes = new Strikes({
    ...options,
    chance,
    keepers: () => keepers,
    cut: (which) => cutConnections(app, which),
    logIn: (renewal) => logInAgain(app, { families: network.families, renewal, chance }),
  });
  const keepers: Keepers = opened.use(
    await startKeepers({
      count: 2,
      facts: { ...ground, grantIds, now: time.now },
      compiled: join(folder.path, "compiled"),
      output,
      onKilled: () => strikes.onKilled(),
      onFailed: (complaint) => violations.push(complaint),
    }),
  );
  network.watch = strikes;
  const scene: Scene = { app, network, keepers, time, log, versions: new Map(), violations };
  const isBroken = () => violations.length + network.families.violations.length >= VIOLATIONS_MAX;
  while (network.families.renewalCount() < options.renewals && !isBroken()) {
    await step(scene, stepSeconds(chance));
  }
  strikes.stop();
  const before = new Map(network.families.renewals);
  for (let left = CALM_STEPS; left > 0 && !isBroken(); left -= 1) await step(scene, STEP_SECONDS.max);
  if (!isBroken()) await checkEnd(scene, { people, grantIds, before });
  return {
    renewals: network.families.renewalCount(),
    kills: strikes.kills,
    strikes: Object.fromEntries(strikes.counts),
    uses: network.families.uses,
    outdatedUses: network.families.outdatedUses,
    seconds: Math.round((performance.now() - since) / 1000),
    violations: [...violations, ...network.families.violations, ...(await complaints(log))],
  };
}

interface Scene {
  readonly app: App;
  readonly network: TokenNetwork;
  readonly keepers: Keepers;
  readonly time: { now: Instant };
  /** File with the keepers' output. */
  readonly log: string;
  readonly versions: Map<number, number>;
  readonly violations: string[];
}

/** Moves the clock and lets the keepers work until nothing is due: nobody has a call under way when it moves again. */
async function step(scene: Scene, seconds: number): Promise<void> {
  const { app, network, keepers, time } = scene;
  time.now = addSeconds(time.now, seconds);
  await keepers.go(time.now);
  const isSettled = async () => keepers.isHeldBack() || (await readDue(app)).length === 0;
  await eventually("nobody needs to look after a grant", isSettled).catch(async (error: unknown) => {
    throw new Error(`${inspect(error)}\n${inspect(await readDue(app))}\n${await readFile(scene.log, "utf8")}`);
  });
  await keepers.pause();
  await eventually("the network has answered all requests", () => network.isIdle());
  await checkGrants(scene);
}

async function checkGrants({ app, versions, violations, time }: Scene): Promise<void> {
  for (const { id, person, version, endedReason, inactiveReason } of await persistently(() => readGrants(app))) {
    const last = versions.get(id) ?? 0;
    if (version < last) violations.push(`${person}: version ${last} was followed by ${version}`);
    const reason = endedReason ?? inactiveReason;
    if (reason !== null) violations.push(`${person}: ended at ${time.now}: ${reason}`);
    versions.set(id, version);
  }
}

/** Every grant was renewed in the calm at the end, and can be used. */
async function checkEnd(
  { app, network, violations }: Scene,
  end: { readonly people: readonly string[]; readonly grantIds: readonly number[]; readonly before: ReadonlyMap<string, number> },
): Promise<void> {
  for (const person of end.people) {
    const isRenewed = (network.families.renewals.get(person) ?? 0) > (end.before.get(person) ?? 0);
    if (!isRenewed) violations.push(`${person}: no longer renewed`);
  }
  for (const grantId of end.grantIds) {
    const { credentials } = await readyGrant(app, grantId, new AbortController().signal);
    await ask(app.net, { url: `${network.url}/use`, access: tokensIn(credentials).access });
  }
}

async function logInAgain(
  app: App,
  { families, renewal, chance }: { readonly families: Families; readonly renewal: Renewal; readonly chance: Chance },
): Promise<void> {
  const person = families.personOf(renewal.refresh);
  if (person !== null) await storeLogIn(app, person, families.logIn(person, chance.happens(50)));
}

function stepSeconds(chance: Chance): number {
  if (chance.happens(LONG_STEP_PERCENT)) return chance.pick(LONG_STEPS_SECONDS);
  return STEP_SECONDS.min + chance.below(STEP_SECONDS.max - STEP_SECONDS.min);
}

/** Errors that the keepers have logged, except those of cut connections. */
async function complaints(log: string): Promise<string[]> {
  const lines = (await readFile(log, "utf8")).split("\n");
  return lines.filter((line) => line !== "" && !PASSING.test(line));
}
