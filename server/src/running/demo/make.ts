import { readFile } from "node:fs/promises";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { type Instant, isTimezone, parseLocal, printLocal } from "@rostrum/contract/formats.ts";
import { offeredTo } from "@rostrum/contract/preferences.ts";
import type { App } from "../../app.ts";
import { markOf } from "../../brands/brands/logo.ts";
import { storeLogo } from "../../brands/brands/logo-store.ts";
import { insertBrand, markDemoBrand, putMember } from "../../brands/brands/manage-store.ts";
import { sandboxCredentials, storeVerified, type VerifiedAccount, verify } from "../../brands/channels/connect.ts";
import { firstChoices } from "../../brands/channels/first-choices.ts";
import { keepPictureFile } from "../../brands/channels/picture.ts";
import { insertCollection } from "../../brands/collections/store.ts";
import { discardFiles, keepMedia, type StoredUpload } from "../../brands/media/keep.ts";
import { DRAFT_TIMING } from "../../brands/posts/store.ts";
import { nextMoment } from "../../brands/queue/rules.ts";
import { lockQueue } from "../../brands/queue/store.ts";
import { backOfQueue } from "../../brands/queue/timetable.ts";
import { record, userFact } from "../../ground/audit/record.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { makeKey } from "../../people/api-keys/key.ts";
import { insertKey } from "../../people/api-keys/store.ts";
import { insertPerson } from "../../people/users/insert.ts";
import { hashPassword } from "../../people/users/password.ts";
import { hasUsers, holdFirst, markDemoUser } from "../../people/users/store.ts";
import { COLLECTIONS, type DemoCollectionContent, fileOf, LOGO, PICTURE_NAMES, type PictureName, SCHEDULED } from "./content.ts";
import { makePast, type TimeTravel } from "./past.ts";
import { findUnused } from "./past-store.ts";
import { pathOf, storePictures } from "./pictures.ts";
import { addPost, type DemoCollection } from "./posts.ts";

/** Shown to the operator at each start until somebody has used it: a start may be killed before it has shown it. */
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

/**
 * Fills an empty service with demo data: a user, a brand with a channel on every sandbox network, a collection with slots, a few
 * posts with pictures. Null when there are users already, unless the demo's is the only one and nobody has used what it is shown. Call
 * it once the service is listening, and before its engine runs: channels are connected over HTTP to its own sandbox networks. Everything
 * except the sandbox accounts, the pictures' bytes, which are collected as orphans if it fails, and what it has published by now, is
 * written in one transaction, so that a crash leaves no partial demo and only one of several processes creates it. `past`: null for a
 * demo that has published nothing.
 */
export async function makeDemo(app: App, past: TimeTravel | null = null): Promise<Demo | null> {
  if (await hasUsers(app.db)) return unusedDemo(app);
  const accounts = await sandboxAccounts(app);
  const password = passwordOf(app);
  const passwordHash = await hashPassword(password);
  const pictures = await storePictures(app, PICTURE_NAMES.map(fileOf));
  const made = await transaction(app.db, async (tx) => {
    await holdFirst(tx);
    if (await hasUsers(tx)) return null;
    return fill(app, tx, { passwordHash, accounts, pictures });
  });
  if (made === null) {
    await discardFiles(app, pictures);
    return unusedDemo(app);
  }
  const { brandId, channelIds, collections } = made;
  for (const channelId of channelIds) await keepPictureFile(app, channelId, pathOf(LOGO));
  const logo = `data:image/png;base64,${await readFile(pathOf(LOGO), "base64")}`;
  await storeLogo(app.db, { brandId, logo, mark: markOf(logo), now: app.clock.now() });
  if (past !== null && channelIds.length > 0) await makePast({ ...past, app, brandId }, collections);
  app.wake();
  const [{ collectionId } = { collectionId: 0 }] = collections;
  return { ...made.shown, password, brandId, collectionId, hasSandbox: channelIds.length > 0 };
}

/** Follow from the secret key, so that they can be shown again. */
const SHOWN = "demo's sign-in";
const passwordOf = ({ secrets }: App): string => secrets.sign("password", SHOWN).subarray(0, 12).toString("base64url");
const keyOf = ({ secrets }: App) => makeKey((bytes) => secrets.sign("key", SHOWN).subarray(0, bytes));

/** Null if somebody has signed in or called the API, or has been made an account. */
async function unusedDemo(app: App): Promise<Demo | null> {
  const { key, hash } = keyOf(app);
  const found = await findUnused(app.db, hash);
  return found === null ? null : { ...found, password: passwordOf(app), apiKey: key };
}

type SandboxAccount = readonly [ChannelType, VerifiedAccount];

async function sandboxAccounts(app: App): Promise<SandboxAccount[]> {
  if (app.sandboxUrl === null) return [];
  const { sandboxNetworks } = await import("../../networks/sandbox/networks.ts");
  const accounts: SandboxAccount[] = [];
  for (const { type } of sandboxNetworks) {
    if (app.connectors[type] === undefined) continue;
    const credentials = await sandboxCredentials(app, { type, name: TITLE });
    accounts.push([type, await verify(app, { type, sandbox: true, credentials })]);
  }
  return accounts;
}

interface Made {
  readonly shown: Pick<Demo, "email" | "apiKey">;
  readonly brandId: number;
  readonly channelIds: readonly number[];
  readonly collections: readonly DemoCollection[];
}

async function fill(
  app: App,
  tx: Queryable,
  given: {
    readonly passwordHash: string;
    readonly accounts: readonly SandboxAccount[];
    /** In the order of their names. */
    readonly pictures: readonly StoredUpload[];
  },
): Promise<Made> {
  const now = app.clock.now();
  const timezone = ownTimezone();
  const { passwordHash } = given;
  const user = await insertPerson(app, tx, { name: "Demo", email: EMAIL, timezone, verified: true, operator: true, passwordHash });
  if (user === null) throw new Error("the demo user already exists in an empty table");
  const { accountId } = user;
  const { key, hash, hint } = keyOf(app);
  const keyId = await insertKey(tx, { userId: user.id, name: "Demo", hash, hint, expiresAt: null, now });
  const forDemo = [await userFact(tx, user.id)];
  await record(app, tx, { action: "key.created", brandId: null, object: { type: "key", id: keyId, name: "Demo" }, changes: forDemo });
  const brand = await insertBrand(tx, { accountId, title: TITLE, description: "Bread and cake since 1924", timezone, now });
  await putMember(tx, { brandId: brand.id, userId: user.id, role: "owner", now });
  const made = { type: "brand", id: brand.id, name: TITLE } as const;
  await record(app, tx, { action: "brand.created", brandId: brand.id, object: made, changes: forDemo });
  const channels = new Map<ChannelType, number>();
  for (const [type, account] of given.accounts) {
    const given = firstChoices(offeredTo(account.accountPreferences ?? {}, app.connectors[type]?.preferences ?? []));
    channels.set(type, await storeVerified(app, tx, { brandId: brand.id, type, name: account.handle, sandbox: true, account, given, now }));
  }
  await markDemoUser(tx, user.id);
  await markDemoBrand(tx, brand.id);
  const mediaIds = new Map<PictureName, string>();
  for (const [index, file] of given.pictures.entries()) {
    const name = PICTURE_NAMES[index];
    if (name !== undefined) mediaIds.set(name, (await keepMedia(app, tx, { brandId: brand.id, file })).id);
  }
  const collections: DemoCollection[] = [];
  for (const content of COLLECTIONS) {
    const { title, description, types, days, times } = content;
    const slots = days.flatMap((day) => times.map((time) => ({ day, time, nextAt: nextMoment({ id: 0, day, time }, timezone, now) })));
    const channelIds = types.flatMap((type) => channels.get(type) ?? []);
    const { id } = await insertCollection(tx, { brandId: brand.id, title, description, maxRepublish: 0, channelIds, slots, now });
    const place = { brandId: brand.id, collectionId: id, timezone, now, mediaIds };
    await addPosts(tx, place, content);
    collections.push(place);
  }
  const [first] = collections;
  if (first !== undefined) {
    const timing = { postingType: "SCHEDULE", status: "PENDING", postAt: tomorrowAfternoon(first), queueRank: null } as const;
    await addPost(tx, first, { text: SCHEDULED }, timing);
  }
  return { shown: { email: user.email, apiKey: key }, brandId: brand.id, channelIds: [...channels.values()], collections };
}

async function addPosts(tx: Queryable, place: DemoCollection, { queued, drafts }: DemoCollectionContent): Promise<void> {
  const queue = await lockQueue(tx, place.collectionId);
  for (const post of queued) {
    const { rank, postAt } = await backOfQueue(tx, queue);
    await addPost(tx, place, post, { postingType: "QUEUE", status: "PENDING", postAt, queueRank: rank });
  }
  for (const post of drafts) await addPost(tx, place, post, DRAFT_TIMING);
}

/** Not at the hour of a slot: two posts at once would not look like a plan. */
function tomorrowAfternoon({ timezone, now }: DemoCollection): Instant {
  const today = Temporal.PlainDate.from(printLocal(now, timezone).slice(0, 10));
  return parseLocal(`${today.add({ days: 1 })} 14:00:00`, timezone);
}

/** The machine's time zone is most likely the operator's. */
function ownTimezone(): string {
  const zone = Temporal.Now.timeZoneId();
  return isTimezone(zone) ? zone : "UTC";
}
