import type {
  ArchivedAttempt,
  ArchivedAutomation,
  ArchivedChannel,
  ArchivedCollection,
  ArchivedCollectionChannel,
  ArchivedDeletion,
  ArchivedDelivery,
  ArchivedFeedItem,
  ArchivedMedium,
  ArchivedPost,
  ArchivedPostPreferences,
  ArchivedPublication,
  ArchivedReading,
  ArchivedRun,
  ArchivedSettlement,
  ArchivedSlot,
  ArchiveNoun,
} from "@rostrum/contract/archive.ts";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { CHANNELS_PER_COLLECTION_MAX, SLOTS_PER_DAY_VERIFIED } from "@rostrum/contract/limits.ts";
import type { BroughtIn } from "@rostrum/contract/private/archives.ts";
import { newMediumId } from "../../brands/media/keep.ts";
import { searchText } from "../../brands/published/rules.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { BrokenArchive } from "./broken.ts";
import { IdMap } from "./ids.ts";
import { insertRows, takeIds } from "./rows-store.ts";
import {
  arrivingChannel,
  arrivingDelivery,
  arrivingPost,
  LOGGED_OUT,
  type Named,
  renamedContent,
  renamedOptions,
  renamedPictures,
} from "./rules.ts";

/** A file that is in the media storage already. */
export interface StoredFile {
  readonly storageKey: string;
  /** As read from its content; null if there was no time. */
  readonly facts: Pick<ArchivedMedium, "width" | "height" | "durationSeconds" | "facts"> | null;
}

interface Ground {
  readonly tx: Queryable;
  readonly brandId: number;
  readonly now: Instant;
  readonly files: ReadonlyMap<string, StoredFile>;
}

type Row = Readonly<Record<string, unknown>>;

const KINDS = ["channels", "collections", "slots", "automations", "posts", "publications", "deliveries"] as const;
type Kind = (typeof KINDS)[number];

/**
 * Stores the rows of an archive under new ids. Call `take` for batch after batch in the order of `ARCHIVE_NOUNS`. Everything that
 * refers to something else is looked up among what has come before; what refers to nothing breaks the archive.
 */
export class Arrival {
  readonly #ground: Ground;
  readonly #ids = Object.fromEntries(KINDS.map((kind) => [kind, new IdMap()])) as Record<Kind, IdMap>;
  readonly #media = new Map<string, string>();
  readonly #repeats = new Map<number, number>();
  /** Collections that have been deleted and that results still name. */
  readonly #gone = new Map<number, number>();
  readonly #channels: BroughtIn["channels"][number][] = [];
  readonly #tally = { scheduledPosts: 0, queuedPosts: 0, draftsMade: 0, undecided: 0, publishedEntries: 0 };
  readonly #counts = new Map<string, number>();
  #lastPostId: number | null = null;
  #channelCount = 0;
  #mediaBytes = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** What the person should know of it. */
  get tally() {
    return { ...this.#tally, channels: this.#channels };
  }

  /** Null if no post has come. */
  get lastPostId(): number | null {
    return this.#lastPostId;
  }

  get mediaBytes(): number {
    return this.#mediaBytes;
  }

  async take(noun: ArchiveNoun, rows: readonly object[]): Promise<void> {
    const { [noun]: taken } = this.#takers;
    await taken(rows as never);
  }

  /** What is brought obeys the limits of what is made. */
  #count(what: string, max: number): void {
    const count = (this.#counts.get(what) ?? 0) + 1;
    if (count > max) throw new BrokenArchive(`The archive has more than ${max} ${what}, which no collection can have.`);
    this.#counts.set(what, count);
  }

  readonly #takers = {
    channels: async (rows: readonly ArchivedChannel[]) => {
      this.#channelCount += rows.length;
      if (this.#channelCount > BOUNDS.channels.most)
        throw new BrokenArchive(`The archive has more than ${BOUNDS.channels.most} channels, which no brand can have.`);
      const made = await this.#under("channels", "channels", rows, (row) => ({ ...row, ...arrivingChannel(row) }));
      for (const { id, type, name, inactiveReason } of made) if (inactiveReason === LOGGED_OUT) this.#channels.push({ id, type, name });
    },
    collections: async (rows: readonly ArchivedCollection[]) => {
      await this.#under("collections", "collections", rows, (row) => row);
      for (const { id, maxRepublish } of rows) this.#repeats.set(id, maxRepublish);
    },
    "collection-channels": async (rows: readonly ArchivedCollectionChannel[]) => {
      for (const { collectionId } of rows) this.#count(`channels in the collection ${collectionId}`, CHANNELS_PER_COLLECTION_MAX);
      await this.#insert(
        "collection_channels",
        rows.map((row) => ({
          ...row,
          collectionId: this.#need("collections", row.collectionId),
          channelId: this.#need("channels", row.channelId),
        })),
      );
    },
    slots: async (rows: readonly ArchivedSlot[]) => {
      for (const { collectionId, day } of rows) {
        this.#count(`queue times on day ${day} of the week in the collection ${collectionId}`, SLOTS_PER_DAY_VERIFIED);
      }
      await this.#under("slots", "slots", rows, (row) => ({ ...row, collectionId: this.#need("collections", row.collectionId) }));
    },
    media: (rows: readonly ArchivedMedium[]) =>
      this.#insert(
        "media",
        rows.map((row) => this.#medium(row)),
      ),
    automations: async (rows: readonly ArchivedAutomation[]) => {
      await this.#under("automations", "automations", rows, (row) => ({
        ...row,
        collectionId: this.#need("collections", row.collectionId),
      }));
    },
    "feed-items": (rows: readonly ArchivedFeedItem[]) =>
      this.#insert(
        "feed_items",
        rows.map((row) => this.#ofAutomation(row)),
      ),
    "automation-runs": (rows: readonly ArchivedRun[]) =>
      this.#insert(
        "automation_runs",
        rows.map((row) => this.#ofAutomation(row)),
      ),
    posts: (rows: readonly ArchivedPost[]) => this.#posts(rows),
    "post-preferences": (rows: readonly ArchivedPostPreferences[]) =>
      this.#insert(
        "post_preferences",
        rows.map((row) => ({ ...row, postId: this.#need("posts", row.postId), channelId: this.#need("channels", row.channelId) })),
      ),
    "deleted-posts": async (rows: readonly ArchivedDeletion[]) => {
      const ids = await takeIds(this.#ground.tx, "posts", rows.length);
      await this.#insert(
        "deleted_posts",
        rows.map((row, at) => ({ ...row, postId: ids[at], brandId: this.#ground.brandId })),
      );
    },
    publications: async (rows: readonly ArchivedPublication[]) => {
      const collections = await this.#collections(rows);
      await this.#under("publications", "publications", rows, (row) => ({
        ...row,
        collectionId: collections(row.collectionId),
        postId: this.#find("posts", row.postId),
        slotId: this.#find("slots", row.slotId),
        content: renamedContent(row.content, this.#named),
        settledAt: row.settledAt ?? this.#ground.now,
        open: 0,
      }));
    },
    deliveries: (rows: readonly ArchivedDelivery[]) => this.#deliveries(rows),
    attempts: (rows: readonly ArchivedAttempt[]) => this.#attempts(rows),
    settlements: (rows: readonly ArchivedSettlement[]) =>
      this.#insert(
        "settlements",
        rows.map((row) => this.#ofDelivery(row)),
      ),
    "count-readings": (rows: readonly ArchivedReading[]) =>
      this.#insert(
        "count_readings",
        rows.map((row) => ({ ...this.#ofDelivery(row), brandId: this.#ground.brandId })),
      ),
  } satisfies { readonly [N in ArchiveNoun]: (rows: never) => Promise<void> };

  readonly #named: Named = {
    channel: (id) => this.#ids.channels.get(id),
    medium: (id) => this.#media.get(id) ?? id,
  };

  #medium({ file, ...row }: ArchivedMedium): Row {
    const stored = this.#ground.files.get(file);
    if (stored === undefined) throw new BrokenArchive(`The archive has no ${file}.`);
    if (this.#media.has(row.id)) throw new BrokenArchive(`The archive names the file ${row.id} twice.`);
    const id = newMediumId();
    this.#media.set(row.id, id);
    this.#mediaBytes += row.sizeBytes;
    return { ...row, ...stored.facts, id, brandId: this.#ground.brandId, storageKey: stored.storageKey };
  }

  async #posts(rows: readonly ArchivedPost[]): Promise<void> {
    const { now } = this.#ground;
    const made = await this.#under("posts", "posts", rows, (row) => {
      const collectionId = this.#need("collections", row.collectionId);
      const place = arrivingPost(row, { now, maxRepublish: this.#repeats.get(row.collectionId) ?? 0 });
      if (place.postingType !== row.postingType) this.#tally.draftsMade += 1;
      if (place.postingType === "SCHEDULE" && place.status === "PENDING") this.#tally.scheduledPosts += 1;
      if (row.queueRank !== null) this.#tally.queuedPosts += 1;
      return {
        ...row,
        ...place,
        collectionId,
        mediaIds: row.mediaIds.map((id) => this.#named.medium(id)),
        pictures: renamedPictures(row.pictures, this.#named),
        leftOut: row.leftOut.flatMap((id) => this.#named.channel(id) ?? []),
        platforms: renamedOptions(row.platforms, this.#named),
      };
    });
    this.#lastPostId = made.at(-1)?.id ?? this.#lastPostId;
    const queued = made.filter(({ queueRank }) => queueRank !== null);
    // The dates are those of the slots from now on.
    await this.#insert(
      "queue_dates",
      queued.map(({ id }) => ({ postId: id, at: null })),
    );
  }

  async #deliveries(rows: readonly ArchivedDelivery[]): Promise<void> {
    const collections = await this.#collections(rows);
    await this.#under("deliveries", "deliveries", rows, (row) => {
      const end = arrivingDelivery(row);
      if (end.status === "FAILED" && row.status !== "FAILED") this.#tally.undecided += 1;
      if (/^[A-Z]/.test(end.status)) this.#tally.publishedEntries += 1;
      return {
        ...row,
        ...end,
        publicationId: this.#need("publications", row.publicationId),
        parentId: row.parentId === null ? null : this.#need("deliveries", row.parentId),
        collectionId: row.collectionId === null ? null : collections(row.collectionId),
        postId: this.#find("posts", row.postId),
        channelId: this.#find("channels", row.channelId),
        searchText: row.body === null ? null : searchText(row.body),
      };
    });
  }

  async #attempts(rows: readonly ArchivedAttempt[]): Promise<void> {
    const ids = await takeIds(this.#ground.tx, "attempts", rows.length);
    const made = rows.map((row, at) => ({ ...this.#ofDelivery(row), id: ids[at] as number }));
    await this.#insert(
      "attempts",
      made.map(({ calls: _, ...row }) => row),
    );
    const details = made.flatMap(({ id, startedAt, calls }) => (calls === null ? [] : [{ attemptId: id, startedAt, calls }]));
    await this.#insert("attempt_details", details);
  }

  #ofAutomation<R extends { readonly automationId: number }>(row: R): R {
    return { ...row, automationId: this.#need("automations", row.automationId) };
  }

  #ofDelivery<R extends { readonly deliveryId: number }>(row: R): R {
    return { ...row, deliveryId: this.#need("deliveries", row.deliveryId) };
  }

  #insert(table: string, rows: readonly Row[]): Promise<void> {
    return insertRows(this.#ground.tx, table, rows);
  }

  /** Inserts rows of the brand under new ids, which rise as the old ones do. A row may name one before it in the same batch. */
  async #under<R extends { readonly id: number }, M extends Row>(
    kind: Kind,
    table: string,
    rows: readonly R[],
    made: (row: R) => M,
  ): Promise<readonly (M & { readonly id: number })[]> {
    const { tx, brandId } = this.#ground;
    const ids = await takeIds(tx, table, rows.length);
    const inserted = rows.map((row, at) => {
      const id = ids[at] as number;
      if (!this.#ids[kind].add(row.id, id)) throw new BrokenArchive(`The archive's ${kind} are not in the order of their ids.`);
      return { ...made(row), id, brandId };
    });
    await this.#insert(table, inserted);
    return inserted;
  }

  #need(kind: Kind, before: number): number {
    const id = this.#ids[kind].get(before);
    if (id === null) throw new BrokenArchive(`The archive refers to something that it does not have: ${before} of its ${kind}.`);
    return id;
  }

  #find(kind: Kind, before: number | null): number | null {
    return before === null ? null : this.#ids[kind].get(before);
  }

  /** Results name collections that have been deleted: each gets a new id, which nothing has. */
  async #collections(rows: readonly { readonly collectionId: number | null }[]): Promise<(before: number) => number> {
    const find = (before: number) => this.#ids.collections.get(before) ?? this.#gone.get(before);
    const named = new Set(rows.flatMap(({ collectionId }) => (collectionId === null ? [] : [collectionId])));
    const unknown = [...named].filter((before) => find(before) === undefined);
    const ids = unknown.length === 0 ? [] : await takeIds(this.#ground.tx, "collections", unknown.length);
    for (const [at, before] of unknown.entries()) this.#gone.set(before, ids[at] as number);
    return (before) => find(before) as number;
  }
}
