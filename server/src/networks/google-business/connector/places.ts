import type { Server } from "../../connectors/api.ts";
import type { GoogleFailure } from "../../connectors/google/api.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { reasonFor, signOf } from "./errors.ts";
import { type Location, listLocations, listOwners, notRead } from "./locations.ts";
import { ask } from "./server.ts";

/** A location, and the account by which its posts are reached. */
export interface Place {
  /** `accounts/1/locations/2`. */
  readonly name: string;
  readonly location: Location;
  /** Why nothing can be published there, as a sentence; null if it can, as far as is known. */
  readonly problem: string | null;
}

/** Each is a request; a person is waiting. */
const PROBES_MAX = 100;
/** Locations that are probed together. */
const TOGETHER = 8;

/**
 * The locations of all accounts that the person reaches, each once. One that comes with several accounts is taken with the first by
 * which Google shows its posts. An account whose locations the person may not see has none.
 */
export async function listPlaces(server: Server): Promise<Read<readonly Place[]>> {
  const owners = await listOwners(server);
  if (owners.kind !== "read") return owners;
  const found = new Map<string, { readonly location: Location; readonly owners: string[] }>();
  for (const owner of owners.value) {
    const listed = await listLocations(server, owner);
    if (listed.kind === "refused" && listed.isOfOne && owners.value.length > 1) continue;
    if (listed.kind !== "read") return listed;
    for (const location of listed.value.filter(({ isClosed }) => !isClosed)) {
      found.getOrInsert(location.name, { location, owners: [] }).owners.push(owner.name);
    }
  }
  const asked: { readonly location: Location; readonly names: readonly string[]; readonly isProbed: boolean }[] = [];
  let probes = 0;
  for (const { location, owners } of found.values()) {
    const names = owners.map((owner) => `${owner}/${location.name}`);
    // One for all of them finds out whether posts are switched on.
    const isProbed = (names.length > 1 && probes < PROBES_MAX) || probes === 0;
    probes += isProbed ? names.length : 0;
    asked.push({ location, names, isProbed });
  }
  const places: Place[] = [];
  for (let from = 0; from < asked.length; from += TOGETHER) {
    const looks = asked.slice(from, from + TOGETHER).map(async ({ location, names, isProbed }) => {
      const unprobed = { name: names[0] ?? "", problem: null };
      const place = isProbed ? await firstThatWorks(server, names) : unprobed;
      if (!("kind" in place)) return { ...place, location };
      // That one of many was slowed down says nothing about the others: only the first finds out whether posts can be read at all.
      return names.length > 1 && place.kind === "unreachable" ? { ...unprobed, location } : place;
    });
    for (const place of await Promise.all(looks)) {
      if ("kind" in place) return place;
      places.push(place);
    }
  }
  return { kind: "read", value: places };
}

/**
 * Whether the posts of a location can be read: null, or why not. Each of Google's APIs is switched on by itself, and without the one for
 * posts everything else works: https://github.com/gitroomhq/postiz-app/issues/1692 (2026-07).
 */
export async function probePosts(server: Server, name: string): Promise<GoogleFailure | null> {
  const answer = await ask(server, { method: "GET", path: `/${name}/localPosts`, query: { pageSize: "1" } });
  return answer.kind === "ok" ? null : answer;
}

async function firstThatWorks(server: Server, names: readonly string[]): Promise<Pick<Place, "name" | "problem"> | NotRead> {
  let problem: string | null = null;
  for (const name of names) {
    const failure = await probePosts(server, name);
    if (failure === null) return { name, problem: null };
    const sign = signOf(failure);
    if (!["no role", "gone", "no posts here"].includes(sign)) return notRead(failure);
    problem ??= `${reasonFor(failure)}.`;
  }
  return { name: names[0] ?? "", problem };
}
