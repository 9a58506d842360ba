import assert from "node:assert/strict";
import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import { withAccess } from "../../../publishing/engine/access.ts";
import { TRIES_MAX } from "../../../publishing/engine/rules.ts";
import { clearFaults, isPossible } from "../../sandbox/faults.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import type {
  Account,
  Call,
  Connector,
  FindOutcome,
  Held,
  ImageDemand,
  OutgoingComment,
  OutgoingPost,
  PreparedImage,
  PublishOutcome,
  Unauthorized,
} from "../connector.ts";
import type { ProbeOutcome } from "../log-in.ts";
import { memoryCheckpoint } from "./call.ts";
import type { Refusals } from "./conformance-refusals.ts";
import { deliverBy, type Kill, type Step } from "./delivery.ts";
import type { TestNetwork } from "./network.ts";

/** A network, and how a post is made for it: all that the rules know of it. */
export interface Row {
  readonly connector: Connector;
  readonly sandbox: SandboxNetwork;
  open(): Promise<Scene>;
  post(scene: Scene, text: string): Promise<OutgoingPost>;
  /** A post of several parts, each of which readers see by itself. */
  thread?(scene: Scene, parts: readonly string[]): Promise<OutgoingPost>;
  /** In its own words. */
  readonly refusals?: Refusals;
  /** Other kinds of posts, by what they are. */
  readonly kinds?: Kinds;
}

export type Kinds = Readonly<Record<string, Kind>>;

/** A post that is made in calls of its own. */
interface Kind {
  post(scene: Scene): Promise<OutgoingPost>;
  /** How many posts readers see of it; one where this is missing. */
  readonly times?: number;
  /** What the sandbox shows of the last of them. */
  readonly shows?: RegExp;
  /** Its list is known to be kept only once there is another in it. */
  readonly isSecond?: true;
  /** Its pictures are sent one by one before it is made. */
  readonly sendsPictures?: true;
  /** The network cannot tell whether it was asked for: a person decides, and it is not there. */
  readonly mayBeLeft?: true;
}

export interface Scene extends TestNetwork {
  readonly account: Account;
  /** Renews what ends with time, as the service does. */
  refresh(): Promise<void>;
  /** Connects the account as one of which nothing is known, or while it is still connected. */
  connectAnew(): Promise<void>;
  connectAgain(): Promise<void>;
  /** Asks about access that was refused, as the engine does. */
  ask(refusal: Unauthorized): Promise<ProbeOutcome>;
}

export interface Rule {
  readonly group: "never twice" | "at all" | "nobody else suffers";
  readonly name: string;
  /** Why it does not concern the network; null if it does. */
  without?(row: Row, scene: Scene): string | null;
  check(row: Row, scene: Scene): Promise<void>;
}

export type Outcome = PublishOutcome | FindOutcome | { readonly kind: "killed" };

interface Circumstances {
  /** How far our clock is ahead of the network's. */
  readonly aheadSeconds?: number;
  /** The attempt dies at this step of it. */
  readonly killAt?: number;
  /** Stops after so long, in the clock of the network. */
  readonly forSeconds?: number;
}

export interface Run {
  readonly end: Outcome;
  /** Whether the attempt died. */
  readonly isKilled: boolean;
  readonly reasons: readonly string[];
}

const STEPS_MAX = 500;
const HOUR_SECONDS = 3600;
/** The engine's waits: after an unknown outcome, and the first and the longest between two tries. */
const WAITS = { unknown: 31, first: 15, most: HOUR_SECONDS } as const;
/** For lost answers, an hour is for look-ups, and a day for what the network decides. */
const LONG_SECONDS = 26 * HOUR_SECONDS;

/** A delivery that several runs go on with, as after a restart. */
export function courseOf({ connector }: Row, scene: Scene, order: OutgoingPost | OutgoingComment) {
  const checkpoint = memoryCheckpoint();
  let next: Step = "publish";
  let tries = 0;
  let wasDenied = false;
  return async ({ aheadSeconds = 0, killAt = Number.POSITIVE_INFINITY, forSeconds = LONG_SECONDS }: Circumstances = {}): Promise<Run> => {
    const kill: Kill = { at: killAt, steps: 0 };
    const now = () => addSeconds(scene.now(), aheadSeconds);
    const place = { account: scene.account, pass: scene.pass, call: (at: typeof checkpoint) => ({ ...scene.call(at), now }) };
    const delivery = deliverBy(connector, order, { ...place, kill, checkpoint });
    const reasons: string[] = [];
    let passed = 0;
    const wait = (seconds: number) => {
      const whole = Math.max(1, Math.ceil(seconds));
      passed += whole;
      scene.pass(whole);
    };
    for (let step = 0; step < STEPS_MAX; step += 1) {
      await scene.refresh();
      const outcome: Outcome = await withAccess<PublishOutcome | FindOutcome>(() => delivery[next](), scene.ask).catch((error: unknown) => {
        if (kill.steps < kill.at) throw error;
        return { kind: "killed" };
      });
      if ("reason" in outcome && typeof outcome.reason === "string") reasons.push(outcome.reason);
      const asked = "retryAfterSeconds" in outcome ? (outcome.retryAfterSeconds ?? 0) : 0;
      switch (outcome.kind) {
        case "pending":
          wait(outcome.checkAfterSeconds);
          break;
        case "notAsked":
          wait(Math.max(asked, next === "find" ? WAITS.unknown : 1));
          break;
        case "busy":
        case "held":
          if (outcome.kind === "busy" && tries >= TRIES_MAX) return { end: outcome, isKilled: false, reasons };
          next = "publish";
          wait(Math.max(asked, Math.min(WAITS.most, WAITS.first * 2 ** tries)));
          tries += 1;
          break;
        case "unknown":
        case "undecided":
        case "killed": {
          next = "find";
          wait(Math.max(asked, WAITS.unknown));
          break;
        }
        case "absent":
        case "lost":
          next = "publish";
          wait(outcome.kind === "absent" && outcome.held !== undefined ? outcome.held.retryAfterSeconds : WAITS.first);
          break;
        case "unauthorized":
          if (outcome.probed === "ended" || wasDenied) return { end: outcome, isKilled: false, reasons };
          next = "publish";
          wait(HOUR_SECONDS);
          break;
        default:
          return { end: outcome, isKilled: kill.steps >= kill.at, reasons };
      }
      wasDenied = outcome.kind === "unauthorized";
      if (passed > forSeconds) return { end: outcome, isKilled: kill.steps >= kill.at, reasons };
    }
    throw new Error(`the delivery does not end: ${reasons.at(-1)}`);
  };
}

export async function timesSeen(scene: Scene, text: string): Promise<number> {
  return (await scene.seen()).filter((post) => post.text.includes(text)).length;
}

/** Once, and known so; or, where nobody can look, left to a person after being sent once at most. */
async function assertOnce(scene: Scene, text: string, { end }: Run, { mayBeLeft = false } = {}): Promise<void> {
  const seen = await timesSeen(scene, text);
  assert.ok(seen <= 1, `readers see it ${seen} times`);
  const isKnown = end.kind === "published" || end.kind === "handedOver";
  if (mayBeLeft && ["undecidable", "undecided", "notAsked"].includes(end.kind)) return;
  assert.ok(isKnown, `it ended as ${JSON.stringify(end)}, and readers see it ${seen} times`);
  assert.equal(seen, 1, "it is said to be published, and readers do not see it");
}

/** What a network is observed to do about calls that never get an answer. */
export interface Silence {
  /** How long after the first of them the network is asked what became of it, before the second. */
  readonly looksAfterSeconds: readonly number[];
  /** How long after the first of them the second is made; null if it never is. */
  readonly againAfterSeconds: number | null;
  readonly sends: number;
  /** What comes of it: it fails, is left to a person, is only looked up from then on, or goes on. */
  readonly outcome: "fails" | "left" | "looked up" | "goes on";
}

const SILENCE_SECONDS = 6 * HOUR_SECONDS;
/** Who calls more often than this in the first hour goes on. */
export const CALLS_TOLD_MAX = 5;

/** Publishes while each call that readers could notice is cut off before it did anything. */
export async function silenceOf(row: Row, scene: Scene): Promise<Silence> {
  const lostAt: Instant[] = [];
  const looksAfterSeconds: number[] = [];
  let answered = 0;
  const listening = (call: Call): Call => ({
    ...call,
    net: {
      ...call.net,
      async call(request) {
        const at = scene.now();
        const reply = await call.net.call(request);
        if (reply.kind === "lost") lostAt.push(at);
        else answered += 1;
        return reply;
      },
    },
  });
  const { connector } = row;
  const find: Connector["find"] =
    connector.find &&
    (async (...looking) => {
      const [answeredBefore, at, [first, second]] = [answered, scene.now(), lostAt];
      const outcome = await connector.find?.(...looking);
      if (first !== undefined && second === undefined && answered > answeredBefore) looksAfterSeconds.push(secondsBetween(first, at));
      return outcome ?? assert.fail("it can be looked for");
    });
  const observed: Row = { ...row, connector: find === undefined ? connector : { ...connector, find } };
  const post = await row.post(scene, "Is anybody there?");
  await scene.networkFault("cut-before", { count: 100_000 });
  const go = courseOf(observed, { ...scene, call: (checkpoint) => listening(scene.call(checkpoint)) }, post);
  const hour = await go({ forSeconds: HOUR_SECONDS });
  const isSettled = hour.end.kind === "undecidable" || hour.end.kind === "rejected" || lostAt.length > CALLS_TOLD_MAX;
  const { end } = isSettled ? hour : await go({ forSeconds: SILENCE_SECONDS - HOUR_SECONDS });
  const [first, second] = lostAt;
  const last = lostAt.at(-1);
  const isAtRest = last !== undefined && secondsBetween(last, scene.now()) > HOUR_SECONDS;
  const open = isAtRest ? "looked up" : "goes on";
  return {
    looksAfterSeconds,
    againAfterSeconds: first === undefined || second === undefined ? null : secondsBetween(first, second),
    sends: lostAt.length,
    outcome: end.kind === "undecidable" ? "left" : end.kind === "rejected" ? "fails" : open,
  };
}

const lacksFault =
  (kind: FaultKind) =>
  ({ sandbox }: Row, scene: Scene) =>
    isPossible(sandbox, kind, scene.now()) ? null : "the network has no such answer";

const refusesNot =
  (what: keyof Refusals, why = "") =>
  ({ refusals }: Row) => {
    if (refusals === undefined) return "the network has no words of its own";
    return refusals[what] === undefined ? why : null;
  };
const WORDS = "Not like this";
const LIMIT_HOURS = 20;

function refusalsOf({ refusals }: Row): Refusals {
  return refusals ?? assert.fail("The network refuses nothing.");
}

/** What holds the delivery after a run of so long, as the engine is told, and after its look if one had to be taken. */
async function heldBy(go: ReturnType<typeof courseOf>, forSeconds: number): Promise<Held> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { end } = await go({ forSeconds });
    if (end.kind === "held") return end;
    if (end.kind === "absent" && end.held !== undefined) return end.held;
    assert.ok(["unknown", "undecided", "pending", "absent"].includes(end.kind), JSON.stringify(end));
  }
  throw new Error("nothing holds it");
}

/** Another post goes out meanwhile. */
async function assertInnocent(row: Row, scene: Scene): Promise<void> {
  await assertOnce(scene, "Innocent", await courseOf(row, scene, await row.post(scene, "Innocent"))());
}

/** A comment of a post that is out. */
async function aComment(row: Row, scene: Scene, text: string): Promise<OutgoingComment> {
  const { end } = await courseOf(row, scene, await row.post(scene, "Talked about"))();
  assert.ok(end.kind === "published", JSON.stringify(end));
  scene.owned.add(end.remoteId);
  scene.pass(60);
  return { key: crypto.randomUUID(), dueAt: scene.now(), text, remoteId: end.remoteId };
}

const takesNoComments = ({ connector }: Row) => (connector.comment === undefined ? "the network takes no comments" : null);
const takesNoThreads = ({ thread }: Row) => (thread === undefined ? "the network has no threads" : null);

async function aThread(row: Row, scene: Scene, parts: readonly string[]): Promise<OutgoingPost> {
  if (row.thread === undefined) throw new Error("The network has no threads.");
  return row.thread(scene, parts);
}

/** A comment whose call meets a fault once is there once. */
function commentOnce(group: Rule["group"], name: string, kind: FaultKind): Rule {
  return {
    group,
    name,
    without: takesNoComments,
    async check(row, scene) {
      const comment = await aComment(row, scene, "The recipe");
      await scene.networkFault(kind, { count: 1 });
      await assertOnce(scene, "The recipe", await courseOf(row, scene, comment)());
    },
  };
}

/** Both parts of a thread, whose calls meet a fault so often, are there once each. */
function partsOnce(group: Rule["group"], name: string, kind: FaultKind, count = 2): Rule {
  return {
    group,
    name,
    without: takesNoThreads,
    async check(row, scene) {
      const post = await aThread(row, scene, ["First half", "Second half"]);
      await scene.networkFault(kind, { count });
      const run = await courseOf(row, scene, post)();
      for (const part of post.segments) await assertOnce(scene, part, run);
    },
  };
}

/** Of each other kind, a post is there as often as it has to be; tried at one step after the other while attempts die there. */
function otherKinds(
  group: Rule["group"],
  name: string,
  meet: (go: ReturnType<typeof courseOf>, scene: Scene, step: number) => Promise<Run>,
): Rule {
  return {
    group,
    name,
    without: ({ kinds }) => (kinds === undefined ? "the network has no other kinds" : null),
    async check(row) {
      for (const [kind, { post, times = 1, shows = /./, isSecond = false, mayBeLeft = false }] of Object.entries(row.kinds ?? {})) {
        for (let step = 1, isKilled = true; isKilled; step += 1) {
          await using scene = await row.open();
          if (isSecond) await courseOf(row, scene, await post(scene))();
          scene.pass(600);
          const order = await post(scene);
          const before = (await scene.seen()).length;
          const run = await meet(courseOf(row, scene, order), scene, step);
          const end = run.end.kind;
          const expected = mayBeLeft && end === "undecidable" ? [end, 0] : ["published", times];
          const seen = await scene.seen();
          assert.deepEqual([end, seen.length - before], expected, `${kind}, step ${step}: ${JSON.stringify(run.end)}`);
          const shown = JSON.stringify(seen.at(-1) ?? "");
          if (end === "published") assert.ok(shows.test(shown), `${kind}, step ${step}: ${shown}`);
          isKilled = run.isKilled;
        }
      }
    },
  };
}

const kindWithPictures = ({ kinds = {} }: Row) => Object.values(kinds).find(({ sendsPictures }) => sendsPictures);

/** The first request with a file is refused by what stands before the network. */
function refusingOneFile(scene: Scene): Scene {
  let isRefused = false;
  const hasFile = (body: unknown) =>
    body instanceof Blob || (body instanceof FormData && [...body.values()].some((value) => value instanceof File));
  return {
    ...scene,
    call(checkpoint) {
      const call = scene.call(checkpoint);
      const { net } = call;
      const ask: typeof net.call = async (request) => {
        if (isRefused || !hasFile(request.body)) return net.call(request);
        isRefused = true;
        return { kind: "answered", status: 413, headers: {}, text: "<html>413 Request Entity Too Large</html>" };
      };
      return { ...call, net: { ...net, call: ask } };
    },
  };
}

/** A post of each other kind is there although what is uploaded in its first half minute comes to nothing. */
function uploadLost(name: string, kind: FaultKind): Rule {
  return {
    ...otherKinds("at all", name, async (go, { networkFault, world }) => {
      await networkFault(kind, { count: 1000 });
      const begun = await go({ forSeconds: 30 });
      await clearFaults(world, kind);
      return begun.end.kind === "published" || begun.end.kind === "rejected" ? begun : go();
    }),
    without: (row, scene) => (row.kinds === undefined ? "the network has no other kinds" : lacksFault(kind)(row, scene)),
  };
}

/** A post that does not arrive at first is made, although there is one with the same words. */
function equalPost(name: string, ageSeconds: number, settle: (scene: Scene, ids: readonly string[]) => void): Rule {
  return {
    group: "never twice",
    name,
    async check(row, scene) {
      const other = await courseOf(row, scene, await row.post(scene, "Same words"))();
      assert.ok(other.end.kind === "published" || other.end.kind === "handedOver", JSON.stringify(other.end));
      const ids = (await scene.seen()).map(({ id }) => id);
      settle(scene, other.end.kind === "published" ? [...ids, other.end.remoteId] : ids);
      scene.pass(ageSeconds);
      // Some refuse what repeats the latest post.
      await courseOf(row, scene, await row.post(scene, "In between"))();
      await scene.networkFault("cut-before", { count: 1 });
      const { end } = await courseOf(row, scene, await row.post(scene, "Same words"))();
      const seen = await timesSeen(scene, "Same words");
      assert.equal(seen, 2, `readers see ${seen} of two, and the second ended as ${JSON.stringify(end)}`);
    },
  };
}

/** A post of which one answer is lost. */
async function lost(row: Row, scene: Scene, kind: FaultKind, circumstances: Circumstances = {}): Promise<void> {
  const post = await row.post(scene, "Fresh rolls");
  await scene.networkFault(kind, { count: 1 });
  await assertOnce(scene, "Fresh rolls", await courseOf(row, scene, post)(circumstances));
}

const TEN_MINUTES = 600;
const OLDER_POSTS = 40;
/** For what a network does not tell, such as its newest message: as many calls as the strictest takes in a minute. */
const CALLS_MORE_MAX = 20;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export const RULES: readonly Rule[] = [
  ...(
    [
      ["an answer that is lost", "cut-after", 0],
      ["an answer that is lost, our clock ten minutes ahead", "cut-after", TEN_MINUTES],
      ["an answer that is lost, our clock ten minutes behind", "cut-after", -TEN_MINUTES],
      ["an error although it was done", "error-after", 0],
      ["an answer that breaks off", "torn-after", 0],
      ["an answer that is a page", "garbled-after", 0],
    ] as const
  ).map(
    ([name, kind, aheadSeconds]): Rule => ({
      group: "never twice",
      name,
      check: (row, scene) => lost(row, scene, kind, { aheadSeconds }),
    }),
  ),
  {
    group: "never twice",
    name: "an answer that is lost, our clock a day ahead",
    async check(row, scene) {
      const post = await row.post(scene, "Tomorrow's rolls");
      await scene.networkFault("cut-after", { count: 1 });
      await assertOnce(scene, "Tomorrow's rolls", await courseOf(row, scene, post)({ aheadSeconds: DAY_SECONDS }), { mayBeLeft: true });
    },
  },
  {
    group: "never twice",
    name: "an answer that is lost, and a list that shows posts a minute late",
    without: lacksFault("late-lists"),
    async check(row, scene) {
      await scene.networkFault("late-lists", { seconds: 60 });
      await lost(row, scene, "cut-after");
    },
  },
  {
    group: "never twice",
    name: "a kill at each line",
    async check(row, scene) {
      for (let at = 1; ; at += 1) {
        const text = `Killed at ${at}.`;
        const go = courseOf(row, scene, await row.post(scene, text));
        const run = await go({ killAt: at });
        await assertOnce(scene, text, run);
        for (const { id } of (await scene.seen()).filter((post) => post.text.includes(text))) scene.owned.add(id);
        if (!run.isKilled) return;
      }
    },
  },
  {
    group: "never twice",
    name: "an answer that is lost, and lists that are refused for 25 minutes",
    without: lacksFault("lists-refused"),
    async check(row, scene) {
      const go = courseOf(row, scene, await row.post(scene, "Unread"));
      await scene.networkFault("cut-after", { count: 1 });
      await scene.networkFault("lists-refused", { count: 100_000 });
      const run = await go({ forSeconds: 25 * 60 });
      await scene.clearFaults();
      // A network may say so of what is gone.
      const isEnded = run.end.kind === "published" || run.end.kind === "undecidable";
      await assertOnce(scene, "Unread", isEnded ? run : await go(), { mayBeLeft: true });
    },
  },
  equalPost("an equal post of another delivery is not taken for it", 60, (scene, ids) => {
    for (const id of ids) scene.owned.add(id);
  }),
  equalPost("an equal post of an hour before, whoever made it, is not taken for it", HOUR_SECONDS, () => {}),
  commentOnce("never twice", "a comment: an answer that is lost", "cut-after"),
  commentOnce("never twice", "a comment: an error although it was done", "error-after"),
  commentOnce("never twice", "a comment: an answer that breaks off", "torn-after"),
  {
    group: "never twice",
    name: "a comment: a kill at each line",
    without: takesNoComments,
    async check(row, scene) {
      const comment = await aComment(row, scene, "");
      for (let at = 1; ; at += 1) {
        const text = `Commented at ${at}.`;
        const run = await courseOf(row, scene, { ...comment, key: crypto.randomUUID(), dueAt: scene.now(), text })({ killAt: at });
        await assertOnce(scene, text, run);
        for (const { id } of (await scene.seen()).filter((post) => post.text.includes(text))) scene.owned.add(id);
        if (!run.isKilled) return;
      }
    },
  },
  otherKinds("never twice", "posts of other kinds: an error although it was done", async (go, { networkFault }) => {
    await networkFault("error-after", { count: 1 });
    return go();
  }),
  otherKinds("never twice", "posts of other kinds: a kill at each line", (go, _scene, killAt) => go({ killAt })),
  partsOnce("never twice", "a thread: the answers of both parts are lost", "cut-after"),
  partsOnce("never twice", "a thread: both parts are answered with an error although they were done", "error-after"),
  {
    group: "never twice",
    name: "a thread: a kill at each line",
    without: takesNoThreads,
    async check(row, scene) {
      for (let at = 1; ; at += 1) {
        const parts = [`First half at ${at}.`, `Second half at ${at}.`];
        const run = await courseOf(row, scene, await aThread(row, scene, parts))({ killAt: at });
        for (const part of parts) await assertOnce(scene, part, run);
        const own = (await scene.seen()).filter((post) => parts.some((part) => post.text.includes(part)));
        for (const { id } of own) scene.owned.add(id);
        if (!run.isKilled) return;
      }
    },
  },
  commentOnce("at all", "a comment: a connection that is cut before anything was done", "cut-before"),
  commentOnce("at all", "a comment: a front end that turns a call away", "refuse-503"),
  commentOnce("at all", "a comment: a call too many", "refuse-429"),
  commentOnce("at all", "a comment: a good token that is refused once", "revoked"),
  otherKinds("at all", "posts of other kinds: a connection that is cut before anything was done", async (go, { networkFault }) => {
    await networkFault("cut-before", { count: 1 });
    return go();
  }),
  {
    group: "at all",
    name: "a picture that a proxy finds too large",
    without: (row) => (kindWithPictures(row) === undefined ? "the network fetches pictures, or gets them with the post" : null),
    async check(row, scene) {
      const post = await kindWithPictures(row)?.post(scene);
      const asked: ImageDemand[] = [];
      const made: PreparedImage[] = [];
      const media = post?.media.map((picture) => ({
        ...picture,
        async image(wanted: ImageDemand) {
          const image = await picture.image(wanted);
          asked.push(wanted);
          if (image !== null && image !== "unreadable") made.push(image);
          return image;
        },
      }));
      const before = (await scene.seen()).length;
      assert.ok(post !== undefined && media !== undefined);
      const { end } = await courseOf(row, refusingOneFile(scene), { ...post, media })();
      assert.deepEqual([end.kind, (await scene.seen()).length - before], ["published", 1], JSON.stringify(end));
      const [first] = made;
      assert.ok(first !== undefined);
      assert.deepEqual([asked.length, asked[1]?.maxPixels], [media.length + 1, Math.floor((first.width * first.height) / 2)]);
    },
  },
  uploadLost("posts of other kinds: an upload that the network loses, for good", "upload-lost"),
  uploadLost("posts of other kinds: an upload that ends before its post is made", "container-ends"),
  // A second silence would be of the same part.
  partsOnce("at all", "a thread: a connection that is cut before anything was done", "cut-before", 1),
  partsOnce("at all", "a thread: a front end that turns two calls away", "refuse-503"),
  ...(
    [
      ["a connection that is cut before anything was done", "cut-before", 0],
      ["the same, our clock ten minutes ahead", "cut-before", TEN_MINUTES],
      ["the same, our clock ten minutes behind", "cut-before", -TEN_MINUTES],
      ["an error before anything was done", "error-before", 0],
      ["a front end that turns a call away", "refuse-503", 0],
      ["a call too many", "refuse-429", 0],
      ["a good token that is refused once", "revoked", 0],
    ] as const
  ).map(
    ([name, kind, aheadSeconds]): Rule => ({
      group: "at all",
      name,
      check: (row, scene) => lost(row, scene, kind, { aheadSeconds }),
    }),
  ),
  ...(
    [
      ["refuse-503", "a network that is away for most of an hour, then back"],
      ["refuse-429", "calls that are refused for most of an hour, then taken"],
      ["revoked", "good tokens that are refused for most of an hour, then taken"],
    ] as const
  ).map(
    ([kind, name]): Rule => ({
      group: "at all",
      name,
      async check(row, scene) {
        const go = courseOf(row, scene, await row.post(scene, "Patience"));
        await scene.networkFault(kind, { count: 100_000, seconds: 60 });
        const { end, reasons } = await go({ forSeconds: 45 * 60 });
        assert.ok(end.kind !== "published" && end.kind !== "rejected", `it ended as ${JSON.stringify(end)}`);
        assert.ok(reasons.length > 0 && reasons.every((reason) => reason !== "" && !/internal error/i.test(reason)), reasons.join(" | "));
        await scene.clearFaults();
        await assertOnce(scene, "Patience", await go());
      },
    }),
  ),
  {
    group: "at all",
    name: "few calls for a post in a channel of 40 that is connected anew",
    async check(row, scene) {
      const publish = async (text: string) => {
        const before = scene.exchanges.length;
        await assertOnce(scene, text, await courseOf(row, scene, await row.post(scene, text))());
        return scene.exchanges.length - before;
      };
      const usual = await publish("The first");
      for (let older = 1; older < OLDER_POSTS; older += 1) {
        scene.pass(DAY_SECONDS);
        await publish(`Older than ${older} others`);
      }
      await scene.connectAnew();
      const anew = await publish("Connected anew");
      assert.ok(anew <= usual + CALLS_MORE_MAX, `${anew} calls, and ${usual} before`);
      await scene.connectAgain();
      const again = await publish("Connected again");
      assert.ok(again <= usual, `${again} calls, and ${usual} before`);
      await scene.connectAnew();
      await scene.networkFault("cut-after", { count: 1 });
      await assertOnce(scene, "Lost", await courseOf(row, scene, await row.post(scene, "Lost"))(), { mayBeLeft: true });
    },
  },
  {
    group: "nobody else suffers",
    name: "a post that is refused as a repetition stops no other",
    without: lacksFault("duplicate"),
    async check(row, scene) {
      await scene.networkFault("duplicate", { count: 1 });
      const refused = await courseOf(row, scene, await row.post(scene, "Refused"))();
      assert.ok(refused.end.kind !== "unauthorized" && refused.end.kind !== "held", JSON.stringify(refused.end));
      await assertOnce(scene, "Innocent", await courseOf(row, scene, await row.post(scene, "Innocent"))());
    },
  },
  {
    group: "at all",
    name: "access that was taken back is known to be after one attempt, which sends nothing",
    without: (row, scene) =>
      scene.account.grant === null ? "the account is connected without a log-in" : lacksFault("access-revoked")(row, scene),
    async check(row, scene) {
      const post = await row.post(scene, "Too late");
      await scene.networkFault("access-revoked", {});
      const { end } = await courseOf(row, scene, post)({ forSeconds: 60 });
      assert.ok(end.kind === "unauthorized" && end.probed === "ended", JSON.stringify(end));
      assert.equal(await timesSeen(scene, "Too late"), 0);
    },
  },
  {
    group: "nobody else suffers",
    name: "a post that is refused for access twice stops no other, and goes out an hour later",
    async check(row, scene) {
      const go = courseOf(row, scene, await row.post(scene, "Refused twice"));
      await scene.networkFault("revoked", { count: 2 });
      const { end } = await go({ forSeconds: 60 });
      assert.ok(end.kind === "unauthorized" && end.probed !== "ended", JSON.stringify(end));
      await assertOnce(scene, "Innocent", await courseOf(row, scene, await row.post(scene, "Innocent"))());
      await assertOnce(scene, "Refused twice", await go());
    },
  },
  {
    group: "nobody else suffers",
    name: "a post that is refused for what is in it",
    without: refusesNot("content"),
    async check(row, scene) {
      const { call, content } = refusalsOf(row);
      scene.fault({ ...call, act: content(WORDS) });
      const { end } = await courseOf(row, scene, await row.post(scene, "Refused"))({ forSeconds: HOUR_SECONDS });
      assert.ok(end.kind === "rejected" && end.reason.includes(WORDS), JSON.stringify(end));
      assert.equal(await timesSeen(scene, "Refused"), 0);
      await assertInnocent(row, scene);
    },
  },
  {
    group: "nobody else suffers",
    name: "access that is refused in the network's own words",
    without: refusesNot("access", "such an answer is final"),
    async check(row, scene) {
      const { call, access } = refusalsOf(row);
      scene.fault({ ...call, act: access?.(WORDS) ?? assert.fail(), times: 2 });
      const go = courseOf(row, scene, await row.post(scene, "Refused twice"));
      const { end } = await go({ forSeconds: 60 });
      assert.ok(end.kind === "unauthorized" && end.probed !== "ended" && end.reason.includes(WORDS), JSON.stringify(end));
      await assertInnocent(row, scene);
      await assertOnce(scene, "Refused twice", await go());
    },
  },
  {
    group: "nobody else suffers",
    name: "a limit of the application",
    without: refusesNot("application", "the network counts nothing by application"),
    async check(row, scene) {
      const { call, application } = refusalsOf(row);
      scene.fault({ ...call, act: application?.(WORDS) ?? assert.fail() });
      const go = courseOf(row, scene, await row.post(scene, "Wait"));
      const held = await heldBy(go, 1);
      assert.ok(held.scope === "application" && held.reason.includes(WORDS), JSON.stringify(held));
      await assertOnce(scene, "Wait", await go());
    },
  },
  {
    group: "nobody else suffers",
    name: "posts that were there before stay as they are",
    async check(row, scene) {
      const { end } = await courseOf(row, scene, await row.post(scene, "Older"))();
      assert.ok(end.kind === "published" || end.kind === "handedOver", JSON.stringify(end));
      scene.pass(HOUR_SECONDS);
      const before = await scene.seen();
      for (const { id } of before) scene.owned.add(id);
      for (const kind of ["cut-after", "cut-before"] as const) {
        await scene.networkFault(kind, { count: 1 });
        await assertOnce(scene, kind, await courseOf(row, scene, await row.post(scene, kind))());
        for (const { id } of await scene.seen()) scene.owned.add(id);
      }
      assert.deepEqual((await scene.seen()).slice(0, before.length), before);
    },
  },
  {
    group: "at all",
    name: "a limit that lasts most of a day",
    without: refusesNot("limit", "no limit lasts so long"),
    async check(row, scene) {
      const { call, limit } = refusalsOf(row);
      scene.fault({ ...call, act: limit?.(WORDS) ?? assert.fail(), times: LIMIT_HOURS });
      const go = courseOf(row, scene, await row.post(scene, "Tomorrow"));
      for (let hour = 1; hour < LIMIT_HOURS; hour += 1) {
        const held = await heldBy(go, 1);
        assert.ok(held.reason.includes(WORDS), held.reason);
      }
      await assertOnce(scene, "Tomorrow", await go());
    },
  },
  {
    group: "at all",
    name: "reads that are refused for most of a day",
    without: lacksFault("lists-refused"),
    async check(row, scene) {
      const unread = () => scene.networkFault("lists-refused", { count: 100_000 });
      // What renews access reads, too.
      const refresh = async () => {
        await scene.clearFaults();
        await scene.refresh();
        if (hours > 0) await unread();
      };
      const go = courseOf(row, { ...scene, refresh }, await row.post(scene, "Unread"));
      let hours = LIMIT_HOURS;
      await unread();
      for (; hours > 0; hours -= 1) await go({ forSeconds: HOUR_SECONDS });
      assert.equal(await timesSeen(scene, "Unread"), 1);
      await scene.clearFaults();
      await assertOnce(scene, "Unread", await go());
    },
  },
  {
    group: "never twice",
    name: "an answer that is lost, and only a list tells",
    without: refusesNot("own", "nothing but lists tells of a post"),
    async check(row, scene) {
      const { question, settings } = refusalsOf(row).own ?? assert.fail();
      await scene.world.objects.put("settings", row.sandbox.slug, settings);
      const go = courseOf(row, scene, await row.post(scene, "Listed"));
      await scene.networkFault("cut-after", { count: 1 });
      for (let step = 0; step < STEPS_MAX && (await timesSeen(scene, "Listed")) === 0; step += 1) await go({ forSeconds: 0 });
      scene.fault({ ...question, act: { status: 500, body: {} }, times: 100_000 });
      await assertOnce(scene, "Listed", await go({ forSeconds: 2 * HOUR_SECONDS }));
    },
  },
  {
    group: "nobody else suffers",
    name: "a post whose outcome is open keeps no other from going out",
    async check(row, scene) {
      await scene.networkFault("cut-before", { count: 1 });
      const open = courseOf(row, scene, await row.post(scene, "Open"));
      await open({ forSeconds: 1 });
      await assertOnce(scene, "Innocent", await courseOf(row, scene, await row.post(scene, "Innocent"))());
    },
  },
];
