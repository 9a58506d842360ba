import { randomBytes } from "node:crypto";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { DAYS, type Instant, isTimezone, parseLocal, printLocal } from "@rostrum/contract/formats.ts";
import { offeredTo } from "@rostrum/contract/preferences.ts";
import { makeKey } from "../api-keys/key.ts";
import { insertKey } from "../api-keys/store.ts";
import type { App } from "../app.ts";
import { record, userFact } from "../audit/record.ts";
import { insertBrand, markDemoBrand, putMember } from "../brands/manage-store.ts";
import { sandboxCredentials, storeVerified, type VerifiedAccount, verify } from "../channels/connect.ts";
import { firstChoices } from "../channels/first-choices.ts";
import { insertCollection } from "../collections/store.ts";
import { type Queryable, query, transaction } from "../database/query.ts";
import { discardFiles, keepMedia, type StoredUpload } from "../media/keep.ts";
import { DRAFT_TIMING, insertPost, type NewPostRow, type PostTiming } from "../posts/store.ts";
import { nextMoment } from "../queue/rules.ts";
import { lockQueue } from "../queue/store.ts";
import { backOfQueue } from "../queue/timetable.ts";
import { insertPerson } from "../users/insert.ts";
import { hashPassword } from "../users/password.ts";
import { hasUsers, markDemoUser } from "../users/store.ts";
import { storePictures } from "./pictures.ts";

/** Shown to the operator once. */
export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly brandId: number;
  readonly collectionId: number;
  /** Whether its channels are on sandbox networks; else it has none. */
  readonly hasSandbox: boolean;
}

const EMAIL = "demo@example.org";
const TITLE = "Corner Bakery";
const SLOT_TIMES = ["09:00", "17:30"];

interface DemoPost {
  readonly text: string;
  /** A file in `pictures/`. */
  readonly picture: string;
  readonly alt: string;
}

const QUEUED: readonly DemoPost[] = [
  {
    text: "Fresh from the oven: our rye with walnuts. Come by before ten, it never lasts longer.",
    picture: "walnut-rye.jpg",
    alt: "A steaming loaf of rye on a board, with walnuts in front of it",
  },
  {
    text: "Why sourdough takes two days: flour, water, salt, and time. #sourdough",
    picture: "sourdough.jpg",
    alt: "A glass jar of bubbling sourdough, risen above a red band",
  },
  {
    text: "Leftover bread? Cut it into cubes, toast them in butter, and you have the best croutons in town.",
    picture: "croutons.jpg",
    alt: "Golden croutons with herbs in a black pan",
  },
];
const DRAFT = "Summer menu (draft): strawberry tart, lemon loaf, cold brew.";
const SCHEDULED = "Tomorrow at noon we open the new shop on Market Street. The first fifty rolls are on us!";

/**
 * Fills an empty service with demo data: a user, a brand with a channel on every sandbox network, a collection with slots, a few
 * posts with pictures. Null when there are users already. Call it once the service is listening: channels are connected over HTTP
 * to its own sandbox networks. Everything except the sandbox accounts and the pictures' bytes, which are collected as orphans if
 * it fails, is written in one transaction, so that a crash leaves no partial demo and only one of several processes creates it.
 */
export async function makeDemo(app: App): Promise<Demo | null> {
  if (await hasUsers(app.db)) return null;
  const accounts = await sandboxAccounts(app);
  const password = randomBytes(12).toString("base64url");
  const passwordHash = await hashPassword(password);
  const pictures = await storePictures(
    app,
    QUEUED.map(({ picture }) => picture),
  );
  const demo = await transaction(app.db, async (tx) => {
    await query(tx, { text: "select pg_advisory_xact_lock($1)", values: [DEMO_LOCK] });
    if (await hasUsers(tx)) return null;
    return { ...(await fill(app, tx, { passwordHash, accounts, pictures })), password };
  });
  if (demo === null) await discardFiles(app, pictures);
  app.wake();
  return demo;
}

/** An arbitrary advisory lock number, unique in this code. */
const DEMO_LOCK = 7_267_840;

type SandboxAccount = readonly [ChannelType, VerifiedAccount];

async function sandboxAccounts(app: App): Promise<SandboxAccount[]> {
  if (app.sandboxUrl === null) return [];
  const { sandboxNetworks } = await import("../sandbox/networks.ts");
  const accounts: SandboxAccount[] = [];
  for (const { type } of sandboxNetworks) {
    if (app.connectors[type] === undefined) continue;
    const credentials = await sandboxCredentials(app, { type, name: TITLE });
    accounts.push([type, await verify(app, { type, sandbox: true, credentials })]);
  }
  return accounts;
}

async function fill(
  app: App,
  tx: Queryable,
  given: {
    readonly passwordHash: string;
    readonly accounts: readonly SandboxAccount[];
    /** Of the queued posts, in order. */
    readonly pictures: readonly StoredUpload[];
  },
): Promise<Omit<Demo, "password">> {
  const now = app.clock.now();
  const timezone = ownTimezone();
  const { passwordHash } = given;
  const user = await insertPerson(app, tx, { name: "Demo", email: EMAIL, timezone, verified: true, operator: true, passwordHash });
  if (user === null) throw new Error("the demo user already exists in an empty table");
  const { accountId } = user;
  const { key, hash, hint } = makeKey();
  const keyId = await insertKey(tx, { userId: user.id, name: "Demo", hash, hint, expiresAt: null, now });
  const forDemo = [await userFact(tx, user.id)];
  await record(app, tx, { action: "key.created", brandId: null, object: { type: "key", id: keyId, name: "Demo" }, changes: forDemo });
  const brand = await insertBrand(tx, { accountId, title: TITLE, description: "Bread and cake since 1924", timezone, now });
  await putMember(tx, { brandId: brand.id, userId: user.id, role: "owner", now });
  const made = { type: "brand", id: brand.id, name: TITLE } as const;
  await record(app, tx, { action: "brand.created", brandId: brand.id, object: made, changes: forDemo });
  const channelIds: number[] = [];
  for (const [type, account] of given.accounts) {
    const given = firstChoices(offeredTo(account.accountPreferences ?? {}, app.connectors[type]?.preferences ?? []));
    channelIds.push(await storeVerified(app, tx, { brandId: brand.id, type, name: account.handle, sandbox: true, account, given, now }));
  }
  const slots = DAYS.flatMap((day) => SLOT_TIMES.map((time) => ({ day, time, nextAt: nextMoment({ id: 0, day, time }, timezone, now) })));
  const collection = await insertCollection(tx, {
    brandId: brand.id,
    title: "Daily bread",
    description: "What is baked, and how",
    maxRepublish: 0,
    channelIds,
    slots,
    now,
  });
  await markDemoUser(tx, user.id);
  await markDemoBrand(tx, brand.id);
  const mediaIds: string[] = [];
  for (const file of given.pictures) mediaIds.push((await keepMedia(app, tx, { brandId: brand.id, file })).id);
  await addPosts(tx, { brandId: brand.id, collectionId: collection.id, timezone, now, mediaIds });
  return { email: user.email, apiKey: key, brandId: brand.id, collectionId: collection.id, hasSandbox: channelIds.length > 0 };
}

interface DemoCollection {
  readonly brandId: number;
  readonly collectionId: number;
  readonly timezone: string;
  readonly now: Instant;
  /** Of the queued posts, in order. */
  readonly mediaIds: readonly string[];
}

async function addPosts(tx: Queryable, place: DemoCollection): Promise<void> {
  const queue = await lockQueue(tx, place.collectionId);
  for (const [index, { text: body, alt }] of QUEUED.entries()) {
    const { rank, postAt } = await backOfQueue(tx, queue);
    const picture = { postType: "IMAGE", mediaIds: place.mediaIds.slice(index, index + 1), mediaAlts: [alt] } as const;
    await addPost(tx, place, { ...picture, body, postingType: "QUEUE", status: "PENDING", postAt, queueRank: rank });
  }
  await addPost(tx, place, { body: DRAFT, ...DRAFT_TIMING });
  await addPost(tx, place, { body: SCHEDULED, postingType: "SCHEDULE", status: "PENDING", postAt: tomorrowNoon(place), queueRank: null });
}

async function addPost(
  tx: Queryable,
  { brandId, collectionId, now }: DemoCollection,
  post: Pick<NewPostRow, "body"> & Partial<Pick<NewPostRow, "postType" | "mediaIds" | "mediaAlts">> & PostTiming,
): Promise<void> {
  const plain = {
    title: null,
    alt: null,
    link: null,
    postType: "TEXT",
    mediaIds: [],
    mediaAlts: [],
    poll: null,
    comment: null,
    platforms: null,
    regularType: null,
  } as const;
  await insertPost(
    tx,
    { ...plain, ...post, brandId, collectionId, asStory: false, autoThread: false, captions: null, now },
    Number.MAX_SAFE_INTEGER,
  );
}

function tomorrowNoon({ timezone, now }: DemoCollection): Instant {
  const today = Temporal.PlainDate.from(printLocal(now, timezone).slice(0, 10));
  return parseLocal(`${today.add({ days: 1 })} 12:00:00`, timezone);
}

/** The machine's time zone is most likely the operator's. */
function ownTimezone(): string {
  const zone = Temporal.Now.timeZoneId();
  return isTimezone(zone) ? zone : "UTC";
}
