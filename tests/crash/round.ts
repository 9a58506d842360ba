import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { CRASH_POINTS, type CrashPoint } from "../../server/src/ground/crash-points.ts";
import { persistently } from "../../server/src/testing/eventually.ts";
import { type Place, reconnectChannel, stoppedChannels } from "./api.ts";
import type { Chance } from "./chance.ts";
import { check } from "./check.ts";
import { driveToEnd } from "./drive.ts";
import { type Mix, prepareMix } from "./mix.ts";
import type { PlannedKill, Point, RoundPlan, WrongClock } from "./plan.ts";
import { PLATFORM_POINTS, type PlatformPoint, type Platforms, slugOf } from "./platforms.ts";
import type { Time } from "./time.ts";
import type { Topology } from "./topology.ts";

export interface Ground {
  readonly topology: Topology;
  readonly platforms: Platforms;
  readonly place: Place;
  readonly time: Time;
  /** Pending kills. */
  readonly timers: Set<NodeJS.Timeout>;
}

export interface RoundResult {
  /** Where something was killed. */
  readonly killed: readonly Point[];
  readonly violations: readonly string[];
  readonly ends: Readonly<Record<string, number>>;
  readonly posts: number;
}

const COUNTS_AFTER_SECONDS = 16 * 60;
const COUNTS_WAIT_MILLISECONDS = 1500;
const LOOK_MILLISECONDS = 20;
const LANES = 3;

/** Chosen by chance for each round, beside the one that is in trouble: all would cost a round more time, and show no more. */
const CHANNELS_PER_ROUND = 6;

interface Round {
  readonly plan: RoundPlan;
  readonly chance: Chance;
  /** Prefix of the tokens of its posts. */
  readonly name: string;
  /** Trouble beside the clients' requests. The round ends after it, however far its posts have come. */
  readonly trouble?: () => Promise<void>;
}

/** Requests posts, kills, restarts, advances time until everything has finished, and checks the result. */
export async function playRound(ground: Ground, round: Round): Promise<RoundResult> {
  const { topology, platforms, time } = ground;
  const { plan, chance, name } = round;
  const place = { ...ground.place, channels: channelsOf(ground, round) };
  setClocks(ground, plan.wrongClock);
  const mix = await prepareMix({ place, time, chance, name });
  for (const fault of plan.faults) await platforms.fault(fault);
  let { leftOn } = plan;
  if (leftOn !== null) await platforms.fault(leftOn.fault);
  const mendAt = addSeconds(time.now(), leftOn?.seconds ?? 0);
  const mend = async () => {
    if (leftOn === null || time.now() < mendAt) return false;
    await platforms.mend(leftOn.fault);
    leftOn = null;
    return true;
  };
  const killed: Point[] = [];
  const waiting = [...plan.kills];
  let armed = armNext(ground, waiting);
  let isTroubled = round.trouble !== undefined;
  const troubled = Promise.resolve(round.trouble?.()).finally(() => {
    isTroubled = false;
  });
  // Its failure is thrown below.
  troubled.catch(() => {});
  const acting = act(mix, { chance, isHeld: () => topology.isStruck() || topology.isRolling() });
  /** Work goes on while a process is frozen or replaced. A frozen one is woken after a while, and meanwhile a second one may freeze. */
  const notice = () => {
    if (armed?.victim === "rolling" && topology.isRolling()) {
      killed.push(armed.point);
      armed = null;
    }
    const frozenAt = topology.newlyFrozen();
    if (frozenAt.length === 0) return;
    const strike = armed;
    killed.push(...frozenAt.flatMap((point) => point ?? strike?.point ?? []));
    if (strike?.alsoNext === true) {
      void topology.kill("frozen", strike.which + 1);
      topology.newlyFrozen();
    }
    armed = armNext(ground, waiting);
    ground.timers.add(setTimeout(() => void topology.wake(), strike?.frozenMilliseconds ?? 0));
  };
  const horizon = [horizonOf(mix, plan), mendAt].toSorted().at(-1) ?? mendAt;
  const violations: string[] = [];
  for (;;) {
    const end = await driveToEnd({
      db: topology.db,
      time,
      horizon,
      notBeyond: () => (leftOn === null ? null : mendAt),
      isInterrupted: () => {
        notice();
        return topology.isStruck();
      },
      beforeTimePasses: async () =>
        topology.isStandingStill() || platforms.isBusy() ? sleep(LOOK_MILLISECONDS, true) : (await doLast(mix, acting)) || mend(),
    });
    if (end === "ended" && topology.frozen() > 0) {
      // Everything has been taken over. What the frozen ones do when they wake is seen by another look at everything.
      await topology.wake();
      continue;
    }
    if (end === "ended" && topology.isRolling()) {
      await sleep(LOOK_MILLISECONDS);
      continue;
    }
    if (isTroubled && (end === "ended" || typeof end === "object")) {
      await troubled;
      continue;
    }
    if (end === "ended" && !(await countsStrike(ground, plan))) break;
    if (typeof end === "object") {
      violations.push(`stuck: ${JSON.stringify(end.stuck)}`);
      break;
    }
    if (armed !== null) {
      killed.push(armed.point);
      if (armed.alsoNext) await topology.kill("service", armed.which);
    }
    if (killed.length === 1 && plan.awaySeconds > 0) {
      // Nothing runs meanwhile: to a process that did, its own work would look as old.
      while (topology.pids().length > 0) await topology.kill("service", 0);
      while (platforms.isBusy()) await sleep(LOOK_MILLISECONDS);
      time.pass(plan.awaySeconds);
    }
    await topology.revive();
    armed = armNext(ground, waiting);
  }
  disarm(ground);
  if (plan.kills.some(({ victim }) => victim === "frozen")) await topology.wake();
  await Promise.all([acting.done, troubled]);
  await platforms.clearFaults();
  setClocks(ground, null);
  // Restart whatever was killed at the very end, too.
  await topology.revive();
  // A database that was killed last may still be recovering; that queries fail until then breaks no guarantee.
  // Clients wait while processes are replaced, on a busy machine until after the slots that their posts were meant for.
  // A worker whose clock is ahead lets a slot pass before posts have joined the queue for it.
  const passesSlots = plan.wrongClock?.worker != null && plan.wrongClock.aheadSeconds > 0;
  const wasAway =
    plan.awaySeconds > 0 || passesSlots || round.trouble !== undefined || plan.kills.some(({ victim }) => victim === "rolling");
  const findings = await persistently(() => check({ db: topology.db, place, platforms, mix, wasAway, plan, kills: killed.length }));
  await clear(mix, place);
  for (const channel of await stoppedChannels(place)) await reconnectChannel(place, channel, platforms);
  return {
    killed,
    violations: [...violations, ...findings.violations],
    ends: findings.ends,
    posts: mix.asked.length,
  };
}

/** Some by chance, among them the one whose network is in trouble. */
function channelsOf({ place }: Ground, { chance, plan: { leftOn } }: Round): Place["channels"] {
  const troubled = place.channels.filter(({ type }) => slugOf(type) === leftOn?.fault.network);
  const others = chance.shuffled(place.channels).filter((channel) => !troubled.includes(channel));
  return [...troubled, ...others].slice(0, CHANNELS_PER_ROUND);
}

function setClocks({ time, topology }: Ground, wrong: WrongClock | null): void {
  const milliseconds = (wrong?.aheadSeconds ?? 0) * 1000;
  time.aheadMilliseconds = wrong?.worker === null ? milliseconds : 0;
  topology.misleadWorker(wrong?.worker ?? 0, wrong?.worker === null ? 0 : milliseconds);
}

function horizonOf(mix: Mix, plan: RoundPlan) {
  const last = mix.moments.at(-1);
  if (last === undefined) throw new Error("a round without moments");
  return addSeconds(last, plan.waitsForCounts ? COUNTS_AFTER_SECONDS : 0);
}

/** Waits for engagement counts only if the plan kills there; otherwise neither posts nor rounds wait for them. */
async function countsStrike({ topology }: Ground, plan: RoundPlan): Promise<boolean> {
  const giveUpAt = performance.now() + (plan.waitsForCounts ? COUNTS_WAIT_MILLISECONDS : 0);
  while (!topology.isStruck() && performance.now() < giveUpAt) await sleep(20);
  return topology.isStruck();
}

function armNext(ground: Ground, waiting: PlannedKill[]): PlannedKill | null {
  disarm(ground);
  const kill = waiting.shift();
  if (kill === undefined) return null;
  const { topology, platforms } = ground;
  const { point, hits, victim, which } = kill;
  if (victim === "rolling") ground.timers.add(setTimeout(() => void topology.roll(), kill.afterMilliseconds));
  else if (point === "any time") ground.timers.add(setTimeout(() => void topology.kill(victim, which), kill.afterMilliseconds));
  else if (isOfPlatform(point)) platforms.arm({ point, hits, strike: () => topology.kill(victim, which) });
  else topology.arm({ point, hits, victim });
  return kill;
}

function disarm({ topology, platforms, timers }: Ground): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  topology.arm(null);
  platforms.arm(null);
}

function isOfPlatform(point: CrashPoint | PlatformPoint): point is PlatformPoint {
  return PLATFORM_POINTS.some((one) => one === point) && !CRASH_POINTS.some((one) => one === point);
}

interface Acting {
  readonly done: Promise<void>;
  isDone(): boolean;
}

/** Several concurrent clients. A client waits while the service is down, like one that retries later. */
function act(mix: Mix, { chance, isHeld }: { chance: Chance; isHeld: () => boolean }): Acting {
  const actions = [...mix.actions];
  const lane = async () => {
    for (let action = actions.shift(); action !== undefined; action = actions.shift()) {
      while (isHeld()) await sleep(20);
      await action();
      await sleep(chance.below(60));
    }
  };
  let isDone = false;
  const done = Promise.all(Array.from({ length: LANES }, lane)).then(() => {
    isDone = true;
  });
  return { done, isDone: () => isDone };
}

/** Time stands still until the clients are done; then posts with a pending comment are deleted. */
async function doLast(mix: Mix, acting: Acting): Promise<boolean> {
  if (!acting.isDone()) {
    await sleep(20);
    return true;
  }
  const doomed = mix.deleteWhenPublished.filter(({ deletion, id }) => deletion === null && id !== null);
  for (const post of doomed) await mix.remove(post);
  return doomed.length > 0;
}

/** Empties the queues, so that they do not affect later rounds. */
async function clear(mix: Mix, place: Place): Promise<void> {
  for (const collection of mix.collections) {
    for (const { id } of await place.list<{ id: number }>(`/collections/${collection}/posts?view=QUEUE`)) {
      await place.api("DELETE", `/posts/${id}`);
    }
  }
}
