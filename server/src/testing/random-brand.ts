import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { addSeconds, DAYS, printLocal } from "@rostrum/contract/formats.ts";
import { aPerson, must, type Person } from "./builders.ts";
import type { Chance } from "./chance.ts";
import type { Stage } from "./stage.ts";

/** Zones of both hemispheres: clock changes of an hour, of half an hour, at midnight, in Ramadan, and none. */
export const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Pacific/Chatham",
  "Africa/Casablanca",
  "America/St_Johns",
  "Asia/Beirut",
  "Asia/Jerusalem",
  "Europe/Lisbon",
  "Africa/Cairo",
  "America/Havana",
  "America/Asuncion",
  "Pacific/Auckland",
  "Atlantic/Azores",
  "Antarctica/Troll",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "UTC",
] as const;

export interface RandomBrand {
  readonly id: number;
  readonly person: Person;
  readonly channelIds: readonly number[];
  readonly collectionIds: readonly number[];
  /** Relative to the brand. */
  api(method: string, path: string, body?: unknown): ReturnType<Person["api"]>;
}

const YEAR_SECONDS = 365 * 24 * 3600;
/** The hours of clock changes and of common slots. */
const HOURS = [0, 0, 1, 1, 2, 2, 2, 3, 9, 12, 17, 23];
const MINUTES = [0, 0, 15, 30, 45, 59];

/** A brand with channels, collections of every kind, and posts in every state, made as its owner would make it. */
export async function aRandomBrand(stage: Stage, chance: Chance, timezone: string): Promise<RandomBrand> {
  const person = await aPerson(stage);
  const { id } = await must(stage.admin("POST", "/brands", { owner: person.email, title: timezone, timezone }));
  await must(stage.admin("PATCH", `/account?owner=${person.email}`, { sensitiveActions: true }));
  const api: RandomBrand["api"] = (method, path, body) => person.api(method, `/brands/${id}${path}`, body);
  const channelIds: number[] = [];
  for (let count = chance.number(1, 3); count > 0; count -= 1) {
    const type = chance.pick(CHANNEL_TYPES);
    const made = await must(stage.admin("POST", `/brands/${id}/channels`, { type, name: `${type} ${count}`, credentials: {} }));
    channelIds.push(made.id);
  }
  const brand = { id, person, channelIds, collectionIds: [] as number[], api };
  for (let count = chance.number(1, 3); count > 0; count -= 1) brand.collectionIds.push(await aRandomCollection(brand, chance));
  return brand;
}

async function aRandomCollection(brand: RandomBrand, chance: Chance): Promise<number> {
  const queues = Array.from({ length: chance.pick([0, 1, 1, 1, 2, 3]) }, () => aRandomSlot(chance));
  // Two slots at one time send two posts.
  if (queues[0] !== undefined && chance.percent(25)) queues.push(queues[0]);
  const channels = brand.channelIds.filter(() => chance.percent(75));
  const maxRepublish = chance.pick([0, 0, -1, -1, 1, 2, 5]);
  const { id } = await must(
    brand.api("POST", "/collections", { title: `Collection ${queues.join(", ")}`, channels, queues, maxRepublish }),
  );
  return id;
}

function aRandomSlot(chance: Chance): string {
  // Clock changes happen at weekends for the most part.
  const day = chance.percent(50) ? "SUN" : chance.pick(DAYS);
  const time = [chance.pick(HOURS), chance.pick(MINUTES)].map((part) => String(part).padStart(2, "0")).join(":");
  return `${day.slice(0, 1)}${day.slice(1).toLowerCase()} ${time}`;
}

/** Creates a post of any kind in one of the brand's collections. */
export async function aRandomPost(stage: Stage, brand: RandomBrand, chance: Chance): Promise<number> {
  const publishMode = chance.pick(["QUEUE", "QUEUE", "QUEUE", "QUEUE", "SCHEDULE", "SCHEDULE", "IMMEDIATE", "DRAFT"] as const);
  const caption = `Post ${chance.number(1, 1e9)} ${chance.percent(10) ? "x".repeat(400) : ""}`;
  const scheduledAt = publishMode === "SCHEDULE" ? await aRandomTime(stage, brand, chance) : undefined;
  const path = `/collections/${chance.pick(brand.collectionIds)}/posts`;
  return (await must(brand.api("POST", path, { publishMode, caption, ...(scheduledAt === undefined ? {} : { scheduledAt }) }))).id;
}

/** A local time of the coming year, often that of a slot, as a clock change makes it or skips it. */
export async function aRandomTime(stage: Stage, brand: RandomBrand, chance: Chance): Promise<string> {
  const timezone = (await must(brand.api("GET", "/schedule"))).timezone ?? "UTC";
  const seconds = chance.percent(30) ? chance.number(7200, 14 * 24 * 3600) : chance.number(7200, YEAR_SECONDS);
  const day = printLocal(addSeconds(stage.now(), seconds + 26 * 3600), timezone).slice(0, 10);
  const time = [chance.pick(HOURS), chance.pick(MINUTES)].map((part) => String(part).padStart(2, "0")).join(":");
  return `${day} ${time}:00`;
}
