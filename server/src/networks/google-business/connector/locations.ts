import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { askGoogle, type GoogleFailure } from "../../connectors/google/api.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { APPLY, reasonFor, SWITCH_ON, signOf } from "./errors.ts";

/** Who locations belong to: a person, or a group that several people share. */
export interface Owner {
  /** `accounts/1`. */
  readonly name: string;
  readonly title: string;
  readonly isPerson: boolean;
}

export interface Location {
  /** `locations/2`. */
  readonly name: string;
  readonly title: string;
  /** In one line; null if Google does not say it. */
  readonly address: string | null;
  readonly languageCode: string | null;
  /** Whether Google says that it takes no posts. */
  readonly isClosed: boolean;
  /** Whether Google says that the business has not been verified. */
  readonly isUnverified: boolean;
}

/** The most that a page can have: https://developers.google.com/my-business/reference/accountmanagement/rest/v1/accounts/list (2026-05). */
const OWNERS_PAGE_LENGTH = 20;
/** https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations/list (2026-09). */
const LOCATIONS_PAGE_LENGTH = 100;
const PAGES_MAX = 50;
const READ_MASK = "name,title,languageCode,storefrontAddress,metadata";

const AccountForm = z.object({ name: z.string().min(1), accountName: z.string().nullish(), type: z.string().nullish() });
const LocationForm = z.object({
  name: z.string().min(1),
  title: z.string().nullish(),
  languageCode: z.string().nullish(),
  storefrontAddress: z.object({ addressLines: z.array(z.string()).nullish(), locality: z.string().nullish() }).nullish(),
  // `canOperateLocalPost` is filled in no more, so that its absence says nothing.
  metadata: z.object({ canOperateLocalPost: z.boolean().nullish(), hasVoiceOfMerchant: z.boolean().nullish() }).nullish(),
});
const Owners = z.object({ accounts: z.array(AccountForm).default([]), nextPageToken: z.string().nullish() });
const Locations = z.object({ locations: z.array(LocationForm).default([]), nextPageToken: z.string().nullish() });

/** Whether two names such as `accounts/1/locations/2` are of one location: it may be reached by several accounts. */
export function isSameAccount(name: string, other: string): boolean {
  return locationName(name) === locationName(other);
}

/** `locations/2` of `accounts/1/locations/2`. */
export function locationName(name: string): string {
  return name.slice(name.indexOf("/locations/") + 1);
}

/** Groups come first: their name is the same for everybody who manages them. */
export async function listOwners(server: Server): Promise<Read<readonly Owner[]>> {
  const url = `${server.reach.host("management")}/v1/accounts`;
  const listed = await listAll(server, { url, query: { pageSize: `${OWNERS_PAGE_LENGTH}` } }, (body) => {
    const page = Owners.safeParse(body).data;
    return page === undefined ? null : { items: page.accounts.map(ownerOf), next: page.nextPageToken };
  });
  if (listed.kind !== "read") return listed;
  return { kind: "read", value: listed.value.toSorted((a, b) => Number(a.isPerson) - Number(b.isPerson)) };
}

export async function listLocations(server: Server, owner: Pick<Owner, "name">): Promise<Read<readonly Location[]>> {
  const url = `${server.reach.host("information")}/v1/${owner.name}/locations`;
  return listAll(server, { url, query: { readMask: READ_MASK, pageSize: `${LOCATIONS_PAGE_LENGTH}` } }, (body) => {
    const page = Locations.safeParse(body).data;
    return page === undefined ? null : { items: page.locations.map(locationOf), next: page.nextPageToken };
  });
}

/** One location, by `locations/2`. */
export async function readLocation(server: Server, name: string): Promise<Read<Location>> {
  const url = `${server.reach.host("information")}/v1/${name}`;
  const answer = await askGoogle(server, { method: "GET", url, query: { readMask: READ_MASK } });
  if (answer.kind !== "ok") return notRead(answer);
  const read = LocationForm.safeParse(answer.body);
  return read.success ? { kind: "read", value: locationOf(read.data) } : UNREADABLE;
}

/** Whose log-in it is: their own account; without one, the first. */
export async function readPerson(server: Server): Promise<Read<Owner>> {
  const listed = await listOwners(server);
  if (listed.kind !== "read") return listed;
  const person = listed.value.find(({ isPerson }) => isPerson) ?? listed.value[0];
  if (person !== undefined) return { kind: "read", value: person };
  return {
    kind: "refused",
    reason: "This Google account has no business profile: make one at https://business.google.com.",
    isDead: false,
  };
}

/** What only the operator can change is told to them. */
export function notRead(failure: GoogleFailure): NotRead {
  const [reason, sign] = [reasonFor(failure), signOf(failure)];
  if (sign === "outage" || sign === "throttled" || sign === "proxy") return { kind: "unreachable", reason };
  const advice = { "switched off": `. ${SWITCH_ON}`, "not granted": `. ${APPLY}`, "no scope": ". Log in again and allow everything." };
  const isAdvised = sign === "switched off" || sign === "not granted" || sign === "no scope";
  return {
    kind: "refused",
    reason: `${reason}${isAdvised ? advice[sign] : "."}`,
    isDead: sign === "dead token" || sign === "no scope",
    isOfOne: sign === "no role" || sign === "gone",
  };
}

const UNREADABLE: NotRead = { kind: "unreachable", reason: "Google: the answer cannot be read." };

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null | undefined;
}

async function listAll<T>(
  server: Server,
  { url, query }: { readonly url: string; readonly query: Readonly<Record<string, string>> },
  pageOf: (body: unknown) => Page<T> | null,
): Promise<Read<readonly T[]>> {
  const items: T[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await askGoogle(server, { method: "GET", url, query: { ...query, pageToken } });
    if (answer.kind !== "ok") return notRead(answer);
    // Without entries there is not even an empty list.
    const read = pageOf(answer.body ?? {});
    if (read === null) return UNREADABLE;
    items.push(...read.items);
    const next = read.next ?? "";
    if (next === "" || next === pageToken) break;
    pageToken = next;
  }
  return { kind: "read", value: items };
}

function ownerOf({ name, accountName, type }: z.output<typeof AccountForm>): Owner {
  return { name, title: accountName?.trim() || name, isPerson: type === "PERSONAL" };
}

function locationOf({ name, title, languageCode, storefrontAddress, metadata }: z.output<typeof LocationForm>): Location {
  const { addressLines, locality } = storefrontAddress ?? {};
  const address = [...(addressLines ?? []), locality ?? ""].map((line) => line.trim()).filter((line) => line !== "");
  return {
    name,
    title: title?.trim() || name,
    address: address.length === 0 ? null : address.join(", "),
    languageCode: languageCode || null,
    isClosed: metadata?.canOperateLocalPost === false,
    isUnverified: metadata?.hasVoiceOfMerchant === false,
  };
}
