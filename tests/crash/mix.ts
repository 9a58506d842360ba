import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { must, type Place, type Reply } from "./api.ts";
import type { Chance } from "./chance.ts";
import { type Answer, type Asked, captionOf, commentToken, plainDateTime, slotIn } from "./posts.ts";
import type { Time } from "./time.ts";

/** Everything one round requests from the API, in its own collections. */
export interface Mix {
  readonly collections: readonly number[];
  readonly evergreenId: number;
  readonly asked: Asked[];
  /** Moments that the round has to pass, ascending. */
  readonly moments: readonly Instant[];
  readonly evergreenSlots: number;
  /** Requests made while waiting for the kill. */
  readonly actions: readonly (() => Promise<void>)[];
  /** Posts to be deleted once readers have them, while their comments wait. */
  readonly deleteWhenPublished: readonly Asked[];
  /** Deletes one of the posts. */
  remove(post: Asked): Promise<void>;
  /** Unacceptable API replies. */
  readonly complaints: readonly string[];
}

export interface MixOptions {
  readonly place: Place;
  readonly time: Time;
  readonly chance: Chance;
  /** Prefix of every token of the round. */
  readonly name: string;
}

const QUEUE_SLOT_MINUTES = [2, 2, 2, 3, 3];
const EVERGREEN_SLOT_MINUTES = [2, 3];
/** A post must be scheduled at least ten minutes ahead. */
const SCHEDULED_AFTER_SECONDS = 11 * 60;

/** Creates the round's collections and the posts that exist before anything is killed, and prepares the later actions. */
export async function prepareMix(options: MixOptions): Promise<Mix> {
  const { place, time, chance, name } = options;
  const now = time.now();
  const channels = place.channels.map(({ id }) => id);
  const collection = async (title: string, fields: object) =>
    Number((await must(place.api("POST", "/collections", { title: `${title} ${name}`, channels, ...fields }))).id);
  const slots = (minutes: readonly number[]) => minutes.map((minute) => slotIn(now, minute));
  const queueSlots = slots(QUEUE_SLOT_MINUTES);
  const evergreenSlots = slots(EVERGREEN_SLOT_MINUTES);
  const mainId = await collection("Main", {});
  const queueId = await collection("Queue", { queues: queueSlots.map(({ text }) => text) });
  const evergreenId = await collection("Evergreen", { queues: evergreenSlots.map(({ text }) => text), maxRepublish: -1 });
  const scheduledAt = plainDateTime(addSeconds(now, SCHEDULED_AFTER_SECONDS));
  const asker = createAsker(options, { mainId, queueId, evergreenId });

  const drafted = await asker.create({ mode: "DRAFT" });
  const toFront = await asker.create({ mode: "DRAFT", collectionId: queueId });
  const withdrawn = await asker.create({ mode: "SCHEDULE", scheduledAt });
  const doomed = await asker.create({ mode: "SCHEDULE", scheduledAt });
  await asker.create({ mode: "QUEUE", ...(chance.happens(30) ? ({ media: "picture" } as const) : {}) });
  await asker.create({ mode: "QUEUE", segments: chance.happens(50) ? 2 : 1 });
  await asker.create({ mode: "EVERGREEN" });

  const deleteWhenPublished: Asked[] = [];
  const actions = chance.shuffled<() => Promise<void>>([
    async () => void (await asker.create({ mode: "IMMEDIATE", segments: 2 + chance.below(2), commentAfter: chance.pick([0, 60]) })),
    async () => void (await asker.create({ mode: "IMMEDIATE", media: "picture" })),
    async () => void (await asker.create({ mode: "IMMEDIATE", media: "film", commentAfter: 60 })),
    async () => void deleteWhenPublished.push(await asker.create({ mode: "IMMEDIATE", commentAfter: 400 })),
    async () => {
      const post = await asker.create({ mode: "IMMEDIATE" });
      await sleep(chance.below(150));
      await asker.remove(post);
    },
    async () => void (await asker.create({ mode: "QUEUE" })),
    async () => void (await asker.create({ mode: "SCHEDULE", scheduledAt })),
    () => asker.patch(drafted, { publishMode: "SCHEDULE", scheduledAt }),
    () => asker.patch(toFront, { publishMode: "QUEUE", queuePosition: "FRONT" }),
    () => asker.patch(withdrawn, { publishMode: "DRAFT" }),
    () => asker.remove(doomed),
  ]);
  const moments = [...queueSlots, ...evergreenSlots].map(({ at }) => toInstant(at));
  return {
    collections: [mainId, queueId, evergreenId],
    evergreenId,
    asked: asker.asked,
    moments: [...moments, addSeconds(now, SCHEDULED_AFTER_SECONDS)].toSorted(),
    evergreenSlots: evergreenSlots.length,
    actions,
    deleteWhenPublished,
    remove: asker.remove,
    complaints: asker.complaints,
  };
}

interface NewPost {
  readonly mode: Asked["mode"];
  readonly collectionId?: number;
  readonly segments?: number;
  /** Seconds; absent if there is no comment. */
  readonly commentAfter?: number;
  readonly media?: "picture" | "film";
  readonly scheduledAt?: string;
}

interface Change {
  readonly publishMode: "SCHEDULE" | "DRAFT" | "QUEUE";
  readonly scheduledAt?: string;
  readonly queuePosition?: "FRONT";
}

/** A client that records its requests and the replies. */
function createAsker({ place, name }: MixOptions, ids: { mainId: number; queueId: number; evergreenId: number }) {
  const asked: Asked[] = [];
  const complaints: string[] = [];
  const judge = (what: string, reply: Reply, refusals: readonly number[]): Answer => {
    // The log shows whether a server error was caused by the database being down.
    if (reply === null || reply.status >= 500) return "unknown";
    if (reply.status < 300) return "done";
    if (!refusals.includes(reply.status)) complaints.push(`${what} was answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return "refused";
  };
  const collectionOf = ({ mode, collectionId }: NewPost) =>
    collectionId ?? (mode === "QUEUE" ? ids.queueId : mode === "EVERGREEN" ? ids.evergreenId : ids.mainId);

  async function create(post: NewPost): Promise<Asked> {
    const { mode, segments = 1, commentAfter, media, scheduledAt } = post;
    const token = `${name}n${asked.length}`;
    const entry: Asked = { token, mode, segments, hasComment: commentAfter !== undefined, id: null, change: null, deletion: null };
    asked.push(entry);
    const reply = await place.api("POST", `/collections/${collectionOf(post)}/posts`, {
      publishMode: mode === "EVERGREEN" ? "QUEUE" : mode,
      caption: captionOf(token, segments),
      ...(segments > 1 ? { autoThreadText: true } : {}),
      ...(commentAfter === undefined ? {} : { comment: { comment: `More ${commentToken(token)}`, delay: commentAfter } }),
      ...(media === undefined ? {} : { media: [{ id: place.media[media] }], alt: "Bread" }),
      ...(scheduledAt === undefined ? {} : { scheduledAt }),
    });
    // 422: while the service was down, the scheduled time came too close.
    if (judge(`creating ${token}`, reply, mode === "SCHEDULE" ? [422] : []) === "done") entry.id = Number(reply?.data.id);
    return entry;
  }

  async function patch(post: Asked, change: Change): Promise<void> {
    const noted = { to: change.publishMode, at: change.scheduledAt ?? null, answer: "unknown" as Answer };
    post.change = noted;
    if (post.id === null) return;
    // 409: it is already being published; 422 as above.
    noted.answer = judge(`changing ${post.token}`, await place.api("PATCH", `/posts/${post.id}`, change), [409, 422]);
  }

  async function remove(post: Asked): Promise<void> {
    if (post.id === null) return;
    post.deletion = "unknown";
    post.deletion = judge(`deleting ${post.token}`, await place.api("DELETE", `/posts/${post.id}`), []);
  }

  return { asked, complaints, create, patch, remove };
}
