import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { Call, Checkpoint, Connector, OutgoingComment, OutgoingPost, PublishOutcome } from "../connector.ts";
import type { Json } from "../json.ts";
import { aCall, anAccount, memoryCheckpoint } from "../testing/call.ts";
import { deliverBy, type Kill } from "../testing/delivery.ts";
import { aPost } from "../testing/posts.ts";
import { saidAt } from "../their-clock.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { wait } from "../wait.ts";
import { commentsBy, postsBy } from "./deliver.ts";
import type { Alike, Deliverable, Doubted, Halt, Looked, Looking, OnceFacts, Part, Send } from "./visible.ts";

/** The rules of the frame, on a network that is made up: what every network on it keeps, whatever its API is like. */

/** What becomes of a call. Only what is `made` is seen; a number is for how many seconds a refusal holds; a fault asks for 45. */
type Fate =
  | "made"
  | "made in silence"
  | "silence"
  | "fault"
  | "turned away"
  | "doubted"
  | "made, doubted"
  | "limited"
  | "refused"
  | "later"
  | number;
/** What the list answers; all else cannot be read, for good with the wish to be asked after 200 seconds. */
type Listed = "read" | "hidden" | "never" | "unread" | "unread for good" | "underway" | "gone" | "cut short";

interface Other {
  readonly id: string;
  /** When it was made, in seconds after the first call. */
  readonly at: number;
  readonly likeness?: number;
  readonly url?: string;
  readonly isOwned?: true;
  /** It does not say when it was made. */
  readonly isUndated?: true;
}

interface Given {
  readonly facts?: Partial<OnceFacts>;
  /** Its parts. */
  readonly texts?: readonly string[];
  /** Those that come later are made. */
  readonly calls?: readonly Fate[];
  /** Those that come later are read. */
  readonly lists?: readonly Listed[];
  readonly listedAfterSeconds?: number;
  /** Others with the same text. */
  readonly others?: readonly Other[];
  readonly isBlind?: true;
  /** Something may have been made before the first call of which is known, so many seconds ago. */
  readonly doubtedSeconds?: number;
  /** How long before the first call the network may date what it makes. */
  readonly begunSeconds?: number;
  /** What the network says once all is made, if that is not that it is out. */
  readonly presents?: PublishOutcome;
  /** Whether a part is needed, once so many are out. */
  readonly isNeeded?: (text: string, out: number) => boolean;
  /** Each part has a file. */
  readonly hasFiles?: true;
  /** What bringing them comes to; those that are brought later are there. */
  readonly files?: readonly (Halt | Doubted | null)[];
  /** What stops the first step before all else. */
  readonly begins?: Halt;
  /** How far the network's clock is ahead of ours. */
  readonly aheadSeconds?: number;
  /** How far ours is set ahead, and after how many looks; after one where that is missing. */
  readonly setSeconds?: number;
  readonly setAfterLooks?: number;
  /** Its parts are beside one another. */
  readonly isFlat?: true;
  /** Before which of the attempts to make it the network is not ready, for ten seconds or as it says, or thinks that it may be there already. */
  readonly notReadyAt?: number;
  readonly notReady?: Halt;
  readonly doubtsAt?: number;
  /** For how long the network works on what was made. */
  readonly worksSeconds?: number;
  /** Its calls are this field of an entry. */
  readonly field?: string;
  readonly kill?: Kill;
  /** Sees what each look is given. */
  readonly watch?: (looking: Looking) => Promise<void>;
}

const BEGAN = toInstant("2026-11-21T09:00:00Z");
const NETWORK = "Somewhere";
const ADDRESS = "https://somewhere.example";
const FACTS: OnceFacts = { network: NETWORK, looksSeconds: () => [100, 400] };

const LIMIT = { kind: "held", reason: "Too many calls.", retryAfterSeconds: 600, scope: "channel" } as const;

interface Asked {
  readonly text: string;
  /** What it is below. */
  readonly parent: string | null;
  readonly key: string;
}

/** A delivery on the network, and all that happened there. */
function scene(given: Given = {}) {
  const {
    texts = ["Bread"],
    facts,
    lists = [],
    others = [],
    listedAfterSeconds = 0,
    aheadSeconds = 0,
    setSeconds = 0,
    setAfterLooks = 1,
    worksSeconds = 0,
    doubtedSeconds,
    begunSeconds,
  } = given;
  let now = BEGAN;
  const passed = () => (Date.parse(now) - Date.parse(BEGAN)) / 1000;
  const course: string[] = [];
  const happens = (what: string, text: string) => void course.push(`${what}${texts.length > 1 ? ` ${text}` : ""} ${passed()}`);
  const posts: { id: string; text: string; parent: string | null; key: string; at: Instant }[] = [];
  const fates = [...(given.calls ?? [])];
  const answers = [...lists];
  const brought = [...(given.files ?? [])];
  const begins = given.begins === undefined ? [] : [given.begins];
  let looks = 0;
  const headers = () => ({
    date: new Date(Date.parse(now) + (aheadSeconds - (looks > setAfterLooks ? setSeconds : 0)) * 1000).toUTCString(),
  });
  let calls = 0;
  let readies = 0;
  let isStopped = false;

  /** The network's side of a call. */
  function take({ text, parent, key }: Asked): { fate: Fate; id: string } {
    calls += 1;
    const fate = fates.shift() ?? "made";
    const known = posts.find((post) => post.key === key && facts?.keySeconds !== undefined);
    if (known !== undefined) return { fate, id: known.id };
    const id = `call ${calls}`;
    if (`${fate}`.startsWith("made")) posts.push({ id, text, parent, key, at: now });
    return { fate, id };
  }

  function partOf(text: string, index: number, call: Call): Part {
    const sendBelow =
      (parent: string | null): Send =>
      async (_calls, isRepeated) => {
        happens(isRepeated ? "repeat" : "call", text);
        const asked: Asked = { text, parent, key: `${index}` };
        const reply = await call.net.call({ method: "POST", url: ADDRESS, body: JSON.stringify(asked) });
        const { fate, id }: ReturnType<typeof take> = JSON.parse("text" in reply ? `${reply.text}` : "");
        if (fate === "made") return { kind: "made", made: { id, url: null, at: call.now() } };
        if (typeof fate === "number")
          return { kind: "refused", halt: { kind: "busy", reason: "Too many calls.", retryAfterSeconds: fate } };
        if (fate === "later") return { kind: "refused", halt: wait(10) };
        if (fate === "refused") return { kind: "refused", halt: { kind: "rejected", reason: "Not permitted." } };
        return {
          kind: "doubtful",
          reason: fate.endsWith("doubted") ? "Not permitted." : "No answer.",
          ...(fate === "fault" ? { isFault: true, retryAfterSeconds: 45 } : {}),
          ...(fate === "limited" ? { isFault: true, hold: LIMIT, reason: LIMIT.reason } : {}),
          ...(fate === "turned away" ? { isTurnedAway: true } : {}),
          ...(fate.endsWith("doubted") ? { isRefusal: true } : {}),
        };
      };
    return {
      names: { calls: `calls ${index}`, made: `made ${index}`, ...(given.field === undefined ? {} : { field: given.field }) },
      facts: { ...FACTS, ...facts },
      ...(given.hasFiles === undefined ? {} : { bring: async () => bring(text), forget: async () => happens("forget", text) }),
      since: () => (begunSeconds === undefined ? null : addSeconds(BEGAN, -begunSeconds)),
      async ready(before, earlier) {
        readies += 1;
        if (readies === given.notReadyAt) return given.notReady ?? wait(10);
        if (readies === given.doubtsAt) return { kind: "doubted", since: now };
        if (doubtedSeconds === undefined || earlier !== null) return sendBelow(before?.id ?? null);
        return { kind: "doubted", since: addSeconds(now, -doubtedSeconds) };
      },
      isNeeded: () => given.isNeeded?.(text, posts.length) ?? true,
      look: given.isBlind
        ? { blind: "nobody can read it" }
        : async (looking) => {
            await call.net.call({ method: "GET", url: ADDRESS });
            await given.watch?.(looking);
            return look(text, looking);
          },
    };
  }

  async function bring(text: string) {
    happens("bring", text);
    return brought.shift() ?? null;
  }

  function look(text: string, { since, before }: Looking): Looked {
    const listed = answers.shift() ?? "read";
    looks += 1;
    happens(listed === "read" ? "look" : listed, text);
    const from = since(headers());
    if (listed === "unread") return { kind: "unread", reason: "The list is away." };
    if (listed === "unread for good") return { kind: "unread", reason: "The list is away.", isFinal: true, retryAfterSeconds: 200 };
    if (listed === "hidden" || listed === "never") return { kind: listed };
    if (listed === "underway") return { kind: "underway", reason: "It is not done." };
    if (listed === "gone") return { kind: "gone", reason: "The account is gone." };
    const isBelow = (post: (typeof posts)[number]) => given.isFlat || post.parent === (before?.id ?? null);
    const own = posts.filter((post) => post.text === text && isBelow(post) && addSeconds(post.at, listedAfterSeconds) <= now);
    const theirs = others.map(({ at, ...other }) => ({ ...other, at: addSeconds(BEGAN, at) }));
    const alike = [...theirs.filter(({ at }) => at <= now), ...own].flatMap(({ id, at, ...told }): Alike[] => {
      if ("isUndated" in told) return [{ id, at: null }];
      const moment = saidAt(addSeconds(at, aheadSeconds));
      if (moment === null || moment.theirMilliseconds < from.theirMilliseconds) return [];
      return [{ ...told, id, at: moment }];
    });
    return { kind: "read", alike, ...(listed === "cut short" ? { unless: "The list is too long." } : {}) };
  }

  const plan = (_order: OutgoingPost | OutgoingComment, _account: unknown, call: Call): Deliverable => ({
    parts: texts.map((text, index) => partOf(text, index, call)),
    present(made) {
      if (given.presents !== undefined) return given.presents;
      const isWorking = passed() < worksSeconds;
      if (isWorking) return { kind: "pending", live: "maybe", checkAfterSeconds: 60 };
      return { kind: "published", remoteId: made.map(({ id }) => id).join(", "), url: null };
    },
    begin: async () => begins.shift() ?? null,
    startOver: async () => void course.push("start over"),
  });
  const net: Call["net"] = {
    async call({ method, body }) {
      return {
        kind: "answered",
        status: 200,
        headers: headers(),
        text: method === "POST" ? JSON.stringify(take(JSON.parse(`${body}`))) : "",
      };
    },
    download: () => assert.fail("nothing is downloaded"),
    fetchDocument: () => assert.fail("no page is read"),
    [Symbol.asyncDispose]: async () => {},
  };
  const owned = new Set(others.flatMap(({ id, isOwned }) => (isOwned ? [id] : [])));
  const place = {
    account: anAccount({ remoteId: "1", handle: "@bakery", credentials: null, settings: null }),
    pass: (seconds: number) => {
      now = addSeconds(now, Math.ceil(seconds));
    },
    call: (checkpoint: Checkpoint) =>
      aCall({
        net,
        now: () => now,
        checkpoint,
        baseUrl: null,
        isStopped,
        async ownedByOthers(ids: readonly string[]) {
          assert.notEqual(ids.length, 0, "nothing is asked about nothing");
          return new Set(ids.filter((id) => owned.has(id)));
        },
      }),
  };
  const connector = { ...postsBy(plan), ...commentsBy(plan) } as Connector;
  const orders = { post: aPost(), comment: { key: "c", dueAt: BEGAN, text: "", remoteId: "1" } };
  return {
    course,
    posts,
    pass: place.pass,
    account: place.account,
    call: () => place.call(memoryCheckpoint()),
    /** From now on nothing more of it is wanted. */
    stop: () => {
      isStopped = true;
    },
    begin: (what: keyof typeof orders = "post", checkpoint = memoryCheckpoint()) =>
      deliverBy(connector, orders[what], { ...place, checkpoint, kill: given.kill }),
  };
}

/** What a delivery ends as: what it has become, or the sentence that people read. */
const PUBLISHED = (...ids: readonly string[]) => `published: ${ids.join(", ")}`;
const LEFT = (reason: string) => `undecidable: ${reason}`;
const MORE_THAN_ONCE = `${NETWORK} gave no clear answer more than once, and does not list it.`;
const BY_HAND = `Look on ${NETWORK}, then say that it was published, or send it again.`;

type Row = readonly [rule: string, given: Given, course: string, end: string];

const TWO_LOOKS = "call 0, look 100, look 400";
const AGAIN = `${TWO_LOOKS}, call 415`;
const faultsMax = 2;
const likelier = { id: "likelier", at: 20, likeness: 1 };

const ROWS: readonly Row[] = [
  ["what is answered is out, and nothing is looked for", {}, "call 0", PUBLISHED("call 1")],
  ["a lost answer is found, and the call is not repeated", { calls: ["made in silence"] }, "call 0, look 100", PUBLISHED("call 1")],
  ["what is listed late is found by a later look", { calls: ["made in silence"], listedAfterSeconds: 150 }, TWO_LOOKS, PUBLISHED("call 1")],
  ["the last look that finds nothing permits one call", { calls: ["silence"] }, AGAIN, PUBLISHED("call 2")],
  [
    "after a second silence a person decides",
    { calls: ["silence", "silence"] },
    `${AGAIN}, look 515, look 815`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  ["the second call is looked for as the first was", { calls: ["silence", "made in silence"] }, `${AGAIN}, look 515`, PUBLISHED("call 2")],
  [
    "of both calls the earlier is it, however late it is listed",
    { calls: ["made in silence", "silence"], listedAfterSeconds: 450 },
    `${AGAIN}, look 515`,
    PUBLISHED("call 1"),
  ],
  [
    "a list that could not be read is no look",
    { calls: ["silence"], lists: ["unread", "read", "unread"] },
    "call 0, unread 100, look 160, unread 400, look 460, call 475",
    PUBLISHED("call 2"),
  ],
  [
    "it is asked again when the network wishes to be, and after a minute at the earliest",
    { calls: ["silence"], lists: ["unread for good"] },
    "call 0, unread for good 100, look 300, look 400, call 415",
    PUBLISHED("call 2"),
  ],
  [
    "looks are as far apart as the network needs, however late the first was",
    { facts: { betweenSeconds: 200 }, calls: ["silence"], lists: Array(6).fill("unread") },
    "call 0, unread 100, unread 160, unread 220, unread 280, unread 340, unread 400, look 460, look 660, call 675",
    PUBLISHED("call 2"),
  ],
  [
    "an answer that says no more than that something went wrong permits no call",
    { calls: ["fault"] },
    TWO_LOOKS,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "a network can permit more faults, which are counted apart from silences",
    { facts: { faultsMax }, calls: ["fault", "silence", "fault"] },
    `${AGAIN}, look 515, look 815, call 830, look 930, look 1230, call 1245`,
    PUBLISHED("call 4"),
  ],
  [
    "the last fault that a network permits is followed by no call",
    { facts: { faultsMax: 1 }, calls: ["fault", "fault"] },
    `${AGAIN}, look 515, look 815`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "a second silence is one also after a fault",
    { facts: { faultsMax }, calls: ["silence", "fault", "silence"] },
    `${AGAIN}, look 515, look 815, call 830, look 930, look 1230`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "a network can permit more silences",
    { facts: { silencesMax: 2 }, calls: ["silence", "silence"] },
    `${AGAIN}, look 515, look 815, call 830`,
    PUBLISHED("call 3"),
  ],
  [
    "a call that nobody was there to take is looked for, and not counted",
    { calls: ["turned away", "turned away", "silence"] },
    `${AGAIN}, look 515, look 815, call 830, look 930, look 1230, call 1245`,
    PUBLISHED("call 4"),
  ],
  ["a refusal that rules out an effect is followed by a call without a look", { calls: [60] }, "call 0, call 60", PUBLISHED("call 2")],
  [
    "such a refusal says nothing about the call before it",
    { calls: ["silence", 60, "silence"] },
    `${AGAIN}, call 475, look 575, look 875`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  ["a refusal that leaves a doubt is the last word once nothing is found", { calls: ["doubted"] }, TWO_LOOKS, "rejected: Not permitted."],
  ["so it is where no call is repeated", { facts: { silencesMax: 0 }, calls: ["doubted"] }, TWO_LOOKS, "rejected: Not permitted."],
  [
    "a network can permit no second call",
    { facts: { silencesMax: 0 }, calls: ["silence"] },
    TWO_LOOKS,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "a limit that leaves a doubt is waited out once nothing is found",
    { facts: { faultsMax }, calls: ["limited"] },
    `${TWO_LOOKS}, call 600`,
    PUBLISHED("call 2"),
  ],
  ["what was made although it was refused is found", { calls: ["made, doubted"] }, "call 0, look 100", PUBLISHED("call 1")],
  [
    "what was made although it was refused is followed by the next part",
    { texts: ["A", "B"], calls: ["made, doubted"] },
    "call A 0, look A 100, call B 115",
    PUBLISHED("call 1", "call 2"),
  ],
  [
    "a refusal after a fault leaves both to a person where no silence is repeated",
    { facts: { faultsMax, silencesMax: 0 }, calls: ["fault", "doubted"] },
    `${AGAIN}, look 515, look 815`,
    LEFT(`Not permitted. ${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "a refusal of the second call leaves both to a person, with the network's words",
    { calls: ["silence", "doubted"] },
    `${AGAIN}, look 515, look 815`,
    LEFT(`Not permitted. ${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  ["an absence of ten minutes permits the call", { calls: ["silence", 585] }, `${AGAIN}, call 1000`, PUBLISHED("call 3")],
  ["an older one is looked at once more", { calls: ["silence", 586] }, `${AGAIN}, look 1032, call 1047`, PUBLISHED("call 3")],
  [
    "of calls that certainly made nothing there is no absence to grow old",
    { calls: ["silence", 700], lists: ["never"] },
    "call 0, never 100, call 115, call 815",
    PUBLISHED("call 3"),
  ],
  [
    "such a call renews the absence of those before it",
    { calls: ["silence", "silence", 500], lists: ["read", "read", "never"] },
    `${AGAIN}, never 515, call 530, call 1030`,
    PUBLISHED("call 4"),
  ],
  [
    "which grows old as any other",
    { calls: ["silence", "silence", 700], lists: ["read", "read", "never"] },
    `${AGAIN}, never 515, call 530, look 1261, call 1276`,
    PUBLISHED("call 4"),
  ],
  [
    "what is found at that look is it, and nothing is sent",
    { calls: ["made in silence", 3600], listedAfterSeconds: 1000 },
    `${AGAIN}, look 4046`,
    PUBLISHED("call 1"),
  ],
  [
    "that look does not count the silence again",
    { calls: ["silence", 3600, 3600] },
    `${AGAIN}, look 4046, call 4061, look 7692, call 7707`,
    PUBLISHED("call 4"),
  ],
  [
    "of several that fit the earliest is it",
    { calls: ["made in silence"], others: [{ id: "later", at: 20 }] },
    "call 0, look 100",
    PUBLISHED("call 1"),
  ],
  [
    "another one's that fits is left to it",
    { calls: ["made in silence"], others: [{ id: "theirs", at: -1, isOwned: true }] },
    "call 0, look 100",
    PUBLISHED("call 1"),
  ],
  ["so it is if there is no other", { calls: ["silence"], others: [{ id: "theirs", at: 20, isOwned: true }] }, AGAIN, PUBLISHED("call 2")],
  [
    "where one is liker than the others, it is it",
    { calls: ["made in silence"], others: [likelier] },
    "call 0, look 100",
    PUBLISHED("likelier"),
  ],
  [
    "of those that are liker the likest is it",
    {
      calls: ["silence"],
      others: [
        { id: "unlike", at: 10 },
        { id: "liker", at: 20, likeness: 1 },
        { ...likelier, at: 30, likeness: 2 },
      ],
    },
    "call 0, look 100",
    PUBLISHED("likelier"),
  ],
  [
    "what does not say when it was made is taken for the earliest",
    {
      calls: ["silence"],
      others: [
        { id: "dated", at: 10 },
        { id: "undated", at: 20, isUndated: true },
      ],
    },
    "call 0, look 100",
    PUBLISHED("undated"),
  ],
  ["what is older than the call is not it", { calls: ["silence"], others: [{ id: "old", at: -120 }] }, AGAIN, PUBLISHED("call 2")],
  ...([600, -600] as const).map(
    (aheadSeconds): Row => [
      `so it is with a clock that is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? "ahead" : "behind"}`,
      { calls: ["made in silence"], others: [{ id: "old", at: -700 }], aheadSeconds },
      "call 0, look 100",
      PUBLISHED("call 1"),
    ],
  ),
  [
    "what only a clock that was set rules out comes after all others",
    { calls: ["made in silence"], others: [{ id: "old", at: -300 }], aheadSeconds: 600 },
    "call 0, look 100",
    PUBLISHED("call 1"),
  ],
  [
    "so it does if ours is set between two looks",
    { calls: ["made in silence"], listedAfterSeconds: 150, others: [{ id: "old", at: -300 }], setSeconds: 600 },
    TWO_LOOKS,
    PUBLISHED("call 1"),
  ],
  [
    "so it does if the first look could not read all",
    { calls: ["made in silence"], lists: ["unread"], others: [{ id: "old", at: -300 }], setSeconds: 600 },
    "call 0, unread 100, look 160",
    PUBLISHED("call 1"),
  ],
  [
    "so it does if the first look was too early to tell",
    {
      facts: { hiddenSeconds: [40] },
      calls: ["made in silence"],
      listedAfterSeconds: 90,
      others: [{ id: "old", at: -300 }],
      setSeconds: 600,
    },
    "call 0, look 62, look 100",
    PUBLISHED("call 1"),
  ],
  [
    "so it does if ours is set after the second call",
    {
      calls: ["made in silence", "silence"],
      listedAfterSeconds: 450,
      others: [{ id: "old", at: -300 }],
      setSeconds: 600,
      setAfterLooks: 2,
    },
    `${AGAIN}, look 515`,
    PUBLISHED("call 1"),
  ],
  [
    "a look is too early to tell also in the last second",
    { facts: { hiddenSeconds: [40], looksSeconds: () => [63] }, calls: ["made in silence"], listedAfterSeconds: 63 },
    "call 0, look 62, look 93",
    PUBLISHED("call 1"),
  ],
  [
    "what is found while the network works on it is waited for",
    { calls: ["made in silence"], lists: ["underway"] },
    "call 0, underway 100, look 400",
    PUBLISHED("call 1"),
  ],
  [
    "what the network decides afterwards is waited for too",
    { calls: ["made in silence"], worksSeconds: 200 },
    "call 0, look 100",
    PUBLISHED("call 1"),
  ],
  [
    "what is found and taken down is not sent again",
    { calls: ["made in silence"], presents: { kind: "rejected", reason: "It was taken down." } },
    "call 0, look 100",
    "rejected: It was taken down.",
  ],
  [
    "what says long enough that it is not visible is made visible again, however often, with what it has",
    { facts: { hiddenSeconds: [40, 120] }, calls: Array(3).fill("silence"), lists: Array(6).fill("hidden"), hasFiles: true },
    "bring 0, call 0, hidden 62, hidden 120, call 135, hidden 197, hidden 255, call 270, hidden 332, hidden 390, call 405",
    PUBLISHED("call 4"),
  ],
  [
    "so it is by the ages of a list where the network has none of its own for that",
    { calls: ["silence"], lists: ["hidden", "hidden"] },
    "call 0, hidden 100, hidden 400, call 415",
    PUBLISHED("call 2"),
  ],
  [
    "looks at what is not visible are as far apart as the network needs",
    { facts: { hiddenSeconds: [0, 60], betweenSeconds: 45 }, calls: ["silence"], lists: ["hidden", "hidden"] },
    "call 0, hidden 31, hidden 76, call 91",
    PUBLISHED("call 2"),
  ],
  [
    "what only a list can tell is looked for as long as that may lag, although it said before that it is not visible",
    { facts: { hiddenSeconds: [40, 120] }, calls: ["silence"], lists: ["hidden"], hasFiles: true },
    "bring 0, call 0, hidden 62, look 120, look 400, forget 400, call 415",
    PUBLISHED("call 2"),
  ],
  [
    "what may be there by a call of which nothing is known is looked for before anything is sent",
    { doubtedSeconds: 600, others: [{ id: "found", at: -500 }] },
    "look 31",
    PUBLISHED("found"),
  ],
  [
    "such a call is no silence",
    { doubtedSeconds: 50, calls: ["silence"] },
    "look 62, look 350, call 365, look 465, look 765, call 780",
    PUBLISHED("call 2"),
  ],
  [
    "a call that certainly made nothing is made anew at once, however often",
    { calls: Array(3).fill("silence"), lists: Array(3).fill("never") },
    "call 0, never 100, call 115, never 215, call 230, never 330, call 345",
    PUBLISHED("call 4"),
  ],
  [
    "that says nothing about the silence before it",
    { calls: Array(3).fill("silence"), lists: ["read", "read", "never"] },
    `${AGAIN}, never 515, call 530, look 630, look 930`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "so that of the faults and silences before it the next one is not the first",
    { facts: { faultsMax }, calls: ["fault", "silence", "silence", "silence"], lists: ["read", "read", "read", "read", "never"] },
    `${AGAIN}, look 515, look 815, call 830, never 930, call 945, look 1045, look 1345`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  ["what the network is not ready for is called for later", { notReadyAt: 1 }, "call 10", PUBLISHED("call 1")],
  [
    "what an earlier call may have made after all is looked for anew, and that call is not counted once more",
    { calls: ["silence", "silence"], doubtsAt: 2 },
    `${TWO_LOOKS}, look 446, look 477, call 492, look 592, look 892`,
    LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`),
  ],
  [
    "what that one has made is found, although it was called for long ago",
    { calls: ["made in silence"], doubtsAt: 2, listedAfterSeconds: 420 },
    `${TWO_LOOKS}, look 446`,
    PUBLISHED("call 1"),
  ],
  [
    "what a call completes is looked for from when that was begun",
    { calls: ["silence"], others: [{ id: "completed", at: -1800 }], begunSeconds: 3600 },
    "call 0, look 100",
    PUBLISHED("completed"),
  ],
  [
    "where nobody can look a person decides at once",
    { calls: ["silence"], isBlind: true },
    "call 0",
    LEFT(`${NETWORK} did not answer, and nobody can read it. ${BY_HAND}`),
  ],
  [
    "what nobody will ever know is left to a person",
    { calls: ["silence"], lists: ["gone"] },
    "call 0, gone 100",
    LEFT("The account is gone."),
  ],
  [
    "a list that does not show all permits no call",
    { calls: ["silence"], lists: ["cut short", "cut short"] },
    "call 0, cut short 100, cut short 400",
    LEFT("The list is too long."),
  ],
  [
    "under a key the call is repeated, and returns what it has made",
    { facts: { looksSeconds: () => [40], keySeconds: 3000 }, calls: ["made in silence"], listedAfterSeconds: 9000 },
    "call 0, look 62, repeat 62",
    PUBLISHED("call 1"),
  ],
  [
    "under a key a call is repeated as often as that holds",
    { facts: { looksSeconds: () => [40], keySeconds: 130 }, calls: ["silence", "silence", "silence"] },
    "call 0, look 62, repeat 62, look 93, repeat 93, look 124, repeat 124",
    PUBLISHED("call 4"),
  ],
  [
    "it holds to its last second",
    { facts: { looksSeconds: () => [40], keySeconds: 62 }, calls: ["silence"] },
    "call 0, look 62, repeat 62",
    PUBLISHED("call 2"),
  ],
  [
    "after that nothing is repeated under it",
    { facts: { looksSeconds: () => [40], keySeconds: 61 }, calls: ["silence"] },
    "call 0, look 62, call 77",
    PUBLISHED("call 2"),
  ],
  [
    "a limit that leaves a doubt keeps no repetition under a key waiting",
    { facts: { looksSeconds: () => [40], keySeconds: 3000 }, calls: ["limited"] },
    "call 0, look 62, repeat 62",
    PUBLISHED("call 2"),
  ],
  [
    "after a refusal that is over the call is repeated under its key",
    { facts: { looksSeconds: () => [40], keySeconds: 3000 }, calls: ["silence", 60] },
    "call 0, look 62, repeat 62, look 122, repeat 122",
    PUBLISHED("call 3"),
  ],
  [
    "a refusal of such a repetition says nothing of the call, and is waited out",
    { facts: { looksSeconds: () => [40], keySeconds: 3000 }, calls: ["made in silence", 60], listedAfterSeconds: 100 },
    "call 0, look 62, repeat 62, look 122",
    PUBLISHED("call 1"),
  ],
  [
    "a refusal of the post itself under a key is the last word once nothing is found after it",
    { facts: { looksSeconds: () => [40], keySeconds: 3000 }, calls: ["silence", "refused"] },
    "call 0, look 62, repeat 62, look 93",
    "rejected: Not permitted.",
  ],
  [
    "what was made is found all the same, and nothing is repeated",
    { facts: { looksSeconds: () => [40], keySeconds: 3000 }, calls: ["made in silence", "refused"], listedAfterSeconds: 90 },
    "call 0, look 62, repeat 62, look 93",
    PUBLISHED("call 1"),
  ],
  ["a key that no longer holds permits nothing", { facts: { keySeconds: 50 }, calls: ["silence"] }, AGAIN, PUBLISHED("call 2")],
  ...([true, undefined] as const).map(
    (seesAtOnce): Row => [
      seesAtOnce ? "where nothing lags, one look after the last age stands for all" : "where a list may lag, each look is made",
      { facts: { looksSeconds: () => [0, 20], ...(seesAtOnce ? { seesAtOnce } : {}) }, calls: ["silence"] },
      seesAtOnce ? "call 0, look 31, call 46" : "call 0, look 31, look 62, call 77",
      PUBLISHED("call 2"),
    ],
  ),
  [
    "where nothing lags, a look before the last age stands for those before it alone",
    { facts: { looksSeconds: () => [0, 20, 31, 100], seesAtOnce: true }, calls: ["silence"] },
    "call 0, look 31, look 100, call 115",
    PUBLISHED("call 2"),
  ],
  [
    "where nothing lags, an absence closes the call also under a key, so that a refusal of the next one counts",
    { facts: { looksSeconds: () => [0], keySeconds: 3000, seesAtOnce: true }, calls: ["silence", 60] },
    "call 0, look 31, call 46, call 106",
    PUBLISHED("call 3"),
  ],
  [
    "a part that those before it have made needless is neither made nor looked for",
    { texts: ["A", "B", "C"], isNeeded: (text, out) => text !== "B" || out === 0, calls: ["made", "made in silence"] },
    "call A 0, call C 0, look C 100",
    PUBLISHED("call 1", "call 2"),
  ],
  [
    "a part that is needed once those before it are out is made",
    { texts: ["A", "B"], isNeeded: (text, out) => text !== "B" || out === 1 },
    "call A 0, call B 0",
    PUBLISHED("call 1", "call 2"),
  ],
  [
    "no part is called for before the one before it is settled",
    { texts: ["A", "B", "C"], calls: ["made in silence"] },
    "call A 0, look A 100, call B 115, call C 115",
    PUBLISHED("call 1", "call 2", "call 3"),
  ],
  [
    "a part with the same text is not taken for another one",
    { texts: ["A", "A"], calls: ["made", "silence"] },
    "call A 0, call A 0, look A 100, look A 400, call A 415",
    PUBLISHED("call 1", "call 3"),
  ],
  [
    "so it is where neither is below the other",
    { texts: ["A", "A"], calls: ["made", "silence"], isFlat: true },
    "call A 0, call A 0, look A 100, look A 400, call A 415",
    PUBLISHED("call 1", "call 3"),
  ],
  [
    "a part is looked for below the one before it",
    { texts: ["A", "A"], calls: ["made", "made in silence"] },
    "call A 0, call A 0, look A 100",
    PUBLISHED("call 1", "call 2"),
  ],
  [
    "each part is repeated once by itself",
    { texts: ["A", "B"], calls: ["silence", "made", "silence"] },
    "call A 0, look A 100, look A 400, call A 415, call B 415, look B 515, look B 815, call B 830",
    PUBLISHED("call 2", "call 4"),
  ],
  [
    "files of all parts are there before the first call, and those of a call that may have arrived stay",
    { texts: ["A", "B"], calls: ["silence"], hasFiles: true },
    "bring A 0, bring B 0, call A 0, look A 100, look A 400, forget A 400, bring B 415, call A 415, call B 415",
    PUBLISHED("call 2", "call 3"),
  ],
  [
    "what may be there already, as bringing its files shows, is looked for before anything is sent",
    { hasFiles: true, files: [{ kind: "doubted", since: BEGAN }], others: [{ id: "found", at: 20 }] },
    "bring 0, look 100",
    PUBLISHED("found"),
  ],
  [
    "a file that is refused leaves all parts unsent",
    { texts: ["A", "B"], hasFiles: true, files: [{ kind: "rejected", reason: "The file is too large." }] },
    "bring A 0",
    "rejected: The file is too large.",
  ],
];

for (const what of ["post", "comment"] as const) {
  for (const [rule, given, course, end] of ROWS) {
    test(`a ${what}: ${rule}`, async () => {
      const place = scene(given);
      const delivery = place.begin(what);
      assert.deepEqual({ end: told(await delivery.toEnd()), course: place.course.join(", ") }, { end, course }, delivery.path.join(" "));
    });
  }
}

function told(outcome: PublishOutcome | { readonly kind: string }): string {
  const { kind } = outcome;
  return "remoteId" in outcome ? `${kind}: ${outcome.remoteId}` : `${kind}: ${"reason" in outcome ? outcome.reason : ""}`;
}

test("nothing is looked at before the network's times and nothing is sent while a call is open, however often that is asked", async () => {
  const place = scene({ texts: ["A", "B"], calls: ["silence"], hasFiles: true });
  const delivery = place.begin();
  await delivery.publish();
  for (let second = 1; second <= 400; second += 1) {
    place.pass(1);
    assert.equal((await delivery.publish()).kind, "unknown");
    assert.equal((await delivery.find()).kind, second < 400 ? "undecided" : "absent");
  }
  assert.deepEqual(await delivery.find(), { kind: "absent" });
  assert.equal(place.course.join(", "), "bring A 0, bring B 0, call A 0, look A 100, look A 400, forget A 400");
});

test("an answer that asking again would not change is no reason to wait while a key holds", async () => {
  const unread = (retryAfterSeconds: number) => ({ kind: "notAsked", reason: "The list is away.", retryAfterSeconds });
  for (const [keySeconds, listed, outcome] of [
    [3000, "unread for good", { kind: "published", remoteId: "call 2", url: null }],
    [3000, "unread", unread(60)],
    [50, "unread for good", unread(200)],
  ] as const) {
    const place = scene({ facts: { keySeconds }, calls: ["silence"], lists: [listed] });
    const delivery = place.begin();
    await delivery.publish();
    place.pass(100);
    assert.deepEqual(await delivery.find(), outcome);
  }
});

const NOT_LISTED = `${NETWORK} does not list it yet.`;
const NOT_VISIBLE = `${NETWORK} has not published it yet; it may still be at it.`;
const NO_ANSWER = `${NETWORK} did not answer; it is looked up shortly.`;
const hiddenSeconds = [100, 400];

test("while a call is open, people read what the network said to it, and what was seen since", async () => {
  for (const [given, called, early, seen, end] of [
    [{ calls: ["silence"] }, { reason: "No answer." }, NO_ANSWER, NOT_LISTED, {}],
    [{ calls: ["fault"], facts: { faultsMax } }, { reason: "No answer.", retryAfterSeconds: 45 }, NO_ANSWER, NOT_LISTED, {}],
    [{ calls: ["doubted"] }, { reason: "Not permitted." }, "Not permitted.", NOT_LISTED, {}],
    [
      { calls: ["limited"], facts: { faultsMax } },
      { reason: LIMIT.reason },
      LIMIT.reason,
      NOT_LISTED,
      { held: { ...LIMIT, retryAfterSeconds: 200 } },
    ],
    [{ calls: ["silence"], facts: { hiddenSeconds }, lists: ["hidden", "hidden"] }, { reason: "No answer." }, NO_ANSWER, NOT_VISIBLE, {}],
  ] as const satisfies readonly (readonly [Given, object, string, string, object])[]) {
    const place = scene(given);
    const delivery = place.begin();
    assert.deepEqual(await delivery.publish(), { kind: "unknown", ...called });
    assert.deepEqual(await delivery.find(), { kind: "undecided", reason: early, retryAfterSeconds: 100 });
    place.pass(100);
    assert.deepEqual(await delivery.find(), { kind: "undecided", reason: seen, retryAfterSeconds: 300 });
    place.pass(300);
    assert.deepEqual(await delivery.find(), { kind: "absent", ...end });
  }
});

test("what refuses a repetition under a key is told, and how long it asks to wait", async () => {
  const facts = { keySeconds: 3000 };
  for (const [fate, told] of [
    [60, { reason: "Too many calls.", retryAfterSeconds: 60 }],
    ["refused", { reason: "Not permitted." }],
    ["later", { reason: TO_BE_FOUND.reason }],
    ["silence", { reason: "No answer." }],
  ] as const) {
    const delivery = scene({ facts, calls: ["silence", fate] }).begin();
    await delivery.publish();
    assert.deepEqual(await delivery.publish(), { kind: "unknown", ...told });
  }
});

test("what refuses a post before its call is the last word only while no call is open", async () => {
  const facts = { keySeconds: 3000 };
  for (const kind of ["rejected", "unsuitable"] as const) {
    const notReady = { kind, reason: "Its parent is gone." };
    assert.deepEqual(await scene({ notReadyAt: 1, notReady }).begin().publish(), notReady);
    const open = scene({ facts, calls: ["silence"], notReadyAt: 2, notReady }).begin();
    await open.publish();
    assert.deepEqual(await open.publish(), { kind: "unknown", reason: notReady.reason });
  }
  const waiting = scene({ facts, calls: ["silence"], notReadyAt: 2 }).begin();
  await waiting.publish();
  assert.deepEqual(await waiting.publish(), { kind: "pending", live: "maybe", checkAfterSeconds: 10 });
});

test("a limit that leaves a doubt keeps no call under a key waiting that is repeated without a look", async () => {
  const place = scene({ facts: { keySeconds: 3000 }, calls: ["limited"] });
  const delivery = place.begin();
  assert.deepEqual([(await delivery.publish()).kind, (await delivery.publish()).kind], ["unknown", "published"]);
  assert.deepEqual(place.course, ["call 0", "repeat 0"]);
});

test("a call in which an attempt died counts as one without an answer", async () => {
  const place = scene({ calls: ["silence", "silence"], kill: { at: 4, steps: 0 } });
  const end = told(await place.begin().toEnd());
  assert.deepEqual([end, place.posts], [LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`), []], place.course.join(", "));
  assert.equal(place.course.filter((what) => what.startsWith("call")).length, 2);
});

test("what is found is kept with its address, and with when the last call began", async () => {
  const place = scene({ texts: ["A", "B"], others: [{ id: "found", at: 20, url: `${ADDRESS}/found` }], calls: ["silence"] });
  const delivery = place.begin();
  await delivery.publish();
  place.pass(100);
  await delivery.find();
  assert.deepEqual(delivery.firstPart(), { remoteId: "found", url: `${ADDRESS}/found` });
  assert.equal(Object(delivery.checkpoint.get("made 0")).at, BEGAN);
});

test("what is out stands, whatever its calls were answered", async () => {
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("calls 0", { firstAt: BEGAN, lastAt: BEGAN, open: "nothing", isRefused: true });
  await checkpoint.set("made 0", { id: "out" });
  const noted = memoryCheckpoint();
  await noted.set("made 0", { id: "out" });
  for (const known of [checkpoint, noted]) {
    const place = scene({ hasFiles: true });
    assert.deepEqual([told(await place.begin("post", known).publish()), place.course], [PUBLISHED("out"), []]);
  }
});

test("what is to be looked at once more is repeated under its key where nobody can", async () => {
  const facts: Partial<OnceFacts> = { looksSeconds: () => [0], keySeconds: 3000, seesAtOnce: true };
  const place = scene({ facts, calls: ["silence", 700], lists: ["read", "unread for good"] });
  const delivery = place.begin();
  await delivery.publish();
  assert.equal((await delivery.find()).kind, "absent");
  assert.equal((await delivery.publish()).kind, "busy");
  place.pass(700);
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal(told(await delivery.find()), PUBLISHED("call 3"));
  assert.deepEqual(place.course, ["call 0", "look 0", "call 0", "unread for good 700", "repeat 700"]);
});

test("a refusal of which the words are not known is one all the same", async () => {
  const checkpoint = memoryCheckpoint();
  const refused = { firstAt: BEGAN, lastAt: BEGAN, isRefused: true } as const;
  await checkpoint.set("calls 0", { ...refused, open: "nothing" });
  assert.deepEqual(await scene().begin("post", checkpoint).publish(), { kind: "rejected", reason: `${NETWORK} refused it.` });
  await checkpoint.set("calls 0", { ...refused, open: "silence", silences: 1 });
  assert.equal(told(await scene().begin("post", checkpoint).toEnd()), LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`));
});

test("of what a network does not take nothing is sent and nothing looked for, whether it would have been taken before or not", async () => {
  const refused = { kind: "unsuitable", reason: "No videos." } as const;
  const given = [aPost(), scene().account, scene().call()] as const;
  for (const sent of [() => refused, () => null]) {
    const { publish, find, firstPart } = postsBy(() => refused, sent);
    assert.deepEqual([await publish(...given), await find(...given), firstPart(...given)], [refused, { kind: "absent" }, null]);
  }
});

test("what stops a step is said with whether readers may see something by now", async () => {
  const away = { kind: "notAsked", reason: "Away.", retryAfterSeconds: 9 } as const;
  const lost = { kind: "lost", reason: "The files are gone." } as const;
  for (const [notReady, nothingYet, something] of [
    [undefined, { kind: "pending", live: "no", checkAfterSeconds: 10 }, { kind: "pending", live: "maybe", checkAfterSeconds: 10 }],
    [away, { ...away, live: "no" }, { ...away, live: "maybe" }],
    [lost, lost, { ...lost, kind: "busy", retryAfterSeconds: 5 }],
  ] as const satisfies readonly (readonly [Halt | undefined, PublishOutcome, PublishOutcome])[]) {
    for (const [notReadyAt, outcome] of [
      [1, nothingYet],
      [2, something],
    ] as const) {
      const given: Given = { texts: ["A", "B"], notReadyAt, ...(notReady === undefined ? {} : { notReady }) };
      assert.deepEqual(await scene(given).begin().publish(), outcome);
    }
  }
});

test("what a step begins with is done before files are brought, and can stop it", async () => {
  const begins = { kind: "busy", reason: "It is asked about first.", retryAfterSeconds: 60 } as const;
  const place = scene({ begins, hasFiles: true });
  const delivery = place.begin();
  assert.deepEqual([await delivery.publish(), place.course], [begins, []]);
  assert.equal((await delivery.publish()).kind, "published");
});

test("what comes of what was found is said as it is", async () => {
  for (const presents of [
    { kind: "handedOver", note: "In the drafts." },
    { kind: "notAsked", reason: "Away.", retryAfterSeconds: 9 },
  ] as const) {
    const place = scene({ calls: ["made in silence"], presents });
    const delivery = place.begin();
    await delivery.publish();
    place.pass(100);
    assert.deepEqual(await delivery.find(), presents);
  }
});

test("a silence before somebody has it tried again is one all the same", async () => {
  const place = scene({ calls: ["silence", "silence"] });
  const delivery = place.begin();
  await delivery.publish();
  place.pass(100);
  await delivery.find();
  place.pass(300);
  assert.deepEqual([(await delivery.find()).kind, (await delivery.tryAgain()).kind], ["absent", "unknown"]);
  assert.equal(told(await delivery.toEnd("find")), LEFT(`${MORE_THAN_ONCE} ${BY_HAND}`));
});

test("looks that are asked for too early or too late keep their distance", async () => {
  const looksSeconds = () => [0, 10];
  const early = scene({ facts: { looksSeconds, betweenSeconds: 60 }, calls: ["silence"] });
  const late = scene({ facts: { looksSeconds }, calls: ["silence"] });
  const [delivery, other] = [early.begin(), late.begin()];
  for (const one of [delivery, other]) await one.publish();
  assert.equal((await delivery.find()).kind, "undecided");
  early.pass(59);
  assert.deepEqual(Object(await delivery.find()).retryAfterSeconds, 1);
  assert.deepEqual(early.course, ["call 0", "look 0"]);
  late.pass(500);
  assert.deepEqual(Object(await other.find()).retryAfterSeconds, 1);
});

test("a look knows the calls, and whose the finds are", async () => {
  const seen: unknown[] = [];
  const place = scene({
    calls: ["silence"],
    others: [{ id: "theirs", at: -900, isOwned: true }],
    watch: async ({ calls, unclaimed }) => void seen.push(calls.lastAt, ...(await unclaimed([{ id: "theirs" }, { id: "nobody's" }]))),
  });
  const delivery = place.begin();
  await delivery.publish();
  place.pass(100);
  await delivery.find();
  assert.deepEqual(seen, [BEGAN, { id: "nobody's" }]);
});

for (const [name, given, course] of [
  [
    "that a call begins is stored before it, and what it made before the next",
    {},
    "keep calls 0, call A 0, keep made 0, keep calls 1, call B 0, keep made 1",
  ],
  [
    "what is found is stored before anything else",
    { calls: ["made in silence"] },
    "keep calls 0, call A 0, keep calls 0, look A 100, keep made 0, keep calls 1, call B 115, keep made 1",
  ],
  [
    "of a list that could not be read only the network's clock is stored, once",
    { texts: ["A", "B"], calls: ["made in silence"], lists: ["unread", "unread"] },
    "keep calls 0, call A 0, keep calls 0, unread A 100, keep calls 0, unread A 160, look A 220, keep made 0, keep calls 1, call B 235, keep made 1",
  ],
  [
    "of a repetition under a key nothing is stored before it",
    { facts: { keySeconds: 3000 }, calls: ["made in silence"], listedAfterSeconds: 9000 },
    "keep calls 0, call A 0, keep calls 0, look A 100, keep calls 0, look A 400, repeat A 400, keep made 0, keep calls 1, call B 415, keep made 1",
  ],
] as const satisfies readonly (readonly [string, Given, string])[]) {
  test(name, async () => {
    const place = scene({ ...given, texts: ["A", "B"] });
    const memory = memoryCheckpoint();
    const stored = (how: "set" | "keep" | "seal") => async (at: string, value: Json) => {
      place.course.push(`keep ${at}`);
      await memory[how](at, value);
    };
    await place.begin("post", { ...memory, set: stored("set"), keep: stored("keep"), seal: stored("seal") }).toEnd();
    assert.equal(place.course.join(", "), course);
  });
}

test("what nobody wants made any more is looked for, and not repeated under its key", async () => {
  for (const [given, kind] of [
    [{}, "absent"],
    [{ lists: ["unread for good"] }, "notAsked"],
    [{ isBlind: true }, "undecidable"],
  ] as const satisfies readonly (readonly [Given, string])[]) {
    const place = scene({ ...given, facts: { looksSeconds: () => [0], keySeconds: 3000 }, calls: ["silence"] });
    const delivery = place.begin();
    await delivery.publish();
    place.stop();
    assert.equal((await delivery.find()).kind, kind);
    assert.ok(!place.course.some((step) => step.startsWith("repeat")), place.course.join());
  }
});

test("what a network would tell again under its key is not stored by itself", async () => {
  for (const [given, stored] of [
    [{}, ["calls 0", "made 0"]],
    [{ isBlind: true }, ["calls 0", "made 0"]],
    [{ facts: { keySeconds: 3000 } }, ["calls 0"]],
    [{ isBlind: true, facts: { keySeconds: 3000 } }, ["calls 0"]],
  ] as const satisfies readonly (readonly [Given, readonly string[]])[]) {
    const kill = { at: 0, steps: 0 };
    await scene({ ...given, kill })
      .begin()
      .publish();
    // Before and after the call, and each value.
    assert.equal(kill.steps, 2 * (1 + stored.length));
  }
});

/** Whatever the calls meet, an attempt may die before and after each request and each value that is stored. */
const DEATHS: Readonly<Record<string, Given>> = {
  "a post": {},
  "a thread": { texts: ["A", "B", "C"] },
  "a post whose answer is lost": { calls: ["made in silence"] },
  "a post whose first call does not arrive": { calls: ["silence"], facts: { silencesMax: 2 } },
  "a thread whose second answer is lost": { texts: ["A", "B"], calls: ["made", "made in silence"] },
  "a post that is refused for an hour after its first call did not arrive": { calls: ["silence", 3600], facts: { silencesMax: 2 } },
  "a thread under keys": { texts: ["A", "B", "C"], facts: { looksSeconds: () => [0], keySeconds: 3000 } },
  "a thread under keys, where nobody can look": { texts: ["A", "B", "C"], facts: { keySeconds: 3000 }, isBlind: true },
  "a thread under keys, of which nothing is listed": {
    texts: ["A", "B", "C"],
    facts: { looksSeconds: () => [0], keySeconds: 3000 },
    listedAfterSeconds: 9000,
  },
};

for (const [name, given] of Object.entries(DEATHS)) {
  test(`${name} is out exactly once, wherever an attempt dies`, async () => {
    let at = 1;
    for (let wasKilled = true; wasKilled; at += 1) {
      const kill = { at, steps: 0 };
      const place = scene({ ...given, kill });
      const outcome = await place.begin().toEnd();
      const trace = `killed at ${at}: ${place.course.join(", ")}: ${told(outcome)}`;
      assert.equal(told(outcome), PUBLISHED(...place.posts.map(({ id }) => id)), trace);
      const [first, ...others] = given.texts ?? ["Bread"];
      const expected = [[first, null], ...others.map((text, index) => [text, place.posts[index]?.id])];
      assert.deepEqual(
        place.posts.map(({ text, parent }) => [text, parent]),
        expected,
        trace,
      );
      wasKilled = kill.steps >= at;
    }
    assert.ok(at > 4, `it had ${at} places to die`);
  });
}

test("where nobody can look, a post is out once at most wherever an attempt dies, and its end says so or a person decides", async () => {
  const ends = new Set<string>();
  for (let at = 1, wasKilled = true; wasKilled; at += 1) {
    const kill = { at, steps: 0 };
    const place = scene({ isBlind: true, kill });
    const { kind } = await place.begin().toEnd();
    const times = place.posts.length;
    assert.ok(kind === "published" ? times === 1 : kind === "undecidable" && times <= 1, `killed at ${at}: ${kind}, ${times} times`);
    ends.add(kind);
    wasKilled = kill.steps >= at;
  }
  assert.deepEqual([...ends].toSorted(), ["published", "undecidable"]);
});

test("a post that somebody has tried again is sent although the network refused it, and not while its outcome is open", async () => {
  const refused = scene({ calls: ["doubted"] }).begin();
  assert.equal((await refused.toEnd()).kind, "rejected");
  assert.deepEqual([(await refused.publish()).kind, (await refused.tryAgain()).kind], ["rejected", "published"]);
  const place = scene({ calls: ["made, doubted"] });
  const open = place.begin();
  await open.publish();
  assert.deepEqual([(await open.tryAgain()).kind, place.course], ["unknown", ["call 0", "start over"]]);
});

test("a refusal is over once somebody has it tried again, also if the first step of that has to wait", async () => {
  const wait = { kind: "busy", reason: "The file is away.", retryAfterSeconds: 60 } as const;
  const place = scene({ calls: ["doubted"], hasFiles: true, files: [null, wait] });
  const delivery = place.begin();
  assert.equal((await delivery.toEnd()).kind, "rejected");
  assert.deepEqual([(await delivery.tryAgain()).kind, (await delivery.publish()).kind], ["busy", "published"]);
});

test("what is out is not sent again, however often it is asked for", async () => {
  for (const facts of [{}, { keySeconds: 3000 }]) {
    const place = scene({ texts: ["A", "B"], facts });
    const delivery = place.begin();
    const first = await delivery.publish();
    assert.deepEqual([await delivery.publish(), await delivery.publish(), await delivery.find()], [first, first, first]);
    assert.deepEqual(place.course, ["call A 0", "call B 0"]);
  }
});

test("the first of several parts is known as soon as it is out", async () => {
  const delivery = scene({ texts: ["A", "B"], calls: ["made", "silence"] }).begin();
  assert.equal(delivery.firstPart(), null);
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.deepEqual(delivery.firstPart(), { remoteId: "call 1", url: null });
});

test("before its first call there is nothing to find, and nothing is looked for", async () => {
  const place = scene();
  assert.deepEqual([await place.begin().find(), place.course], [{ kind: "absent" }, []]);
});

test("while the network works on what was found, it is asked about that", async () => {
  const place = scene({ calls: ["made in silence"], worksSeconds: 200 });
  const delivery = place.begin();
  await delivery.publish();
  place.pass(100);
  const reason = `${NETWORK} is processing the post.`;
  assert.deepEqual(await delivery.find(), { kind: "undecided", reason, retryAfterSeconds: 60 });
});

test("calls that are a field of an entry leave its other fields as they are", async () => {
  const place = scene({ field: "calls", calls: ["silence"] });
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("calls 0", { container: "1" });
  assert.equal((await place.begin("post", checkpoint).toEnd()).kind, "published");
  const { container, calls } = Object(checkpoint.get("calls 0"));
  assert.deepEqual([container, place.course.length, calls.silences], ["1", 4, 1]);
});

test("where nobody can look, what refuses a repetition under a key is said as it is", async () => {
  const place = scene({ isBlind: true, facts: { keySeconds: 3000 }, calls: ["silence", 60, "refused", "silence"] });
  const delivery = place.begin();
  const kinds: string[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) kinds.push((await delivery.publish()).kind);
  assert.deepEqual(kinds, ["unknown", "busy", "rejected", "unknown", "published"]);
  assert.deepEqual(place.course, ["call 0", ...Array(4).fill("repeat 0")]);
});
