import { randomBytes } from "node:crypto";
import { firstChoices } from "../brands/channels/first-choices.ts";
import { call, type Reply, type Stage } from "./stage.ts";

/** A user with an API key. */
export interface Person {
  readonly email: string;
  readonly key: string;
  /** Relative to `/v1`. */
  api(method: string, path: string, body?: unknown): Promise<Reply>;
}

export async function aPerson(stage: Stage, facts: { verified?: boolean } = {}): Promise<Person> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Ada", email, verified: facts.verified ?? true }));
  const { key } = await must(stage.admin("POST", "/keys", { user: email, name: "test" }));
  return { email, key, api: (method, path, body) => call(`${stage.url}/v1${path}`, method, key, body) };
}

export interface Place {
  readonly person: Person;
  readonly brandId: number;
  readonly channelIds: readonly number[];
  readonly collectionId: number;
  api(method: string, path: string, body?: unknown): Promise<Reply>;
}

export interface PlaceFacts {
  readonly timezone?: string | null;
  /** Types of sandbox channels. */
  readonly channels?: readonly string[];
  readonly queues?: readonly string[];
  readonly maxRepublish?: number;
}

/** A person with a brand, its channels and a collection of them; `api` is relative to the brand. */
export async function aPlace(stage: Stage, facts: PlaceFacts = {}): Promise<Place> {
  const person = await aPerson(stage);
  const { timezone = "Europe/Berlin", channels = ["Mastodon"], queues = [], maxRepublish = 0 } = facts;
  const brand = await must(
    stage.admin("POST", "/brands", { owner: person.email, title: "Bakery", ...(timezone === null ? {} : { timezone }) }),
  );
  const channelIds: number[] = [];
  for (const type of channels) {
    const name = `${type} ${randomBytes(4).toString("hex")}`;
    const connector = Object.entries(stage.app.connectors).find(([known]) => known === type)?.[1];
    const preferences = firstChoices(connector?.preferences ?? []);
    const channel = { type, name, sandbox: true, preferences };
    channelIds.push((await must(stage.admin("POST", `/brands/${brand.id}/channels`, channel))).id);
  }
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brand.id}${path}`, body);
  const collection = await must(api("POST", "/collections", { title: "Bread", channels: channelIds, queues, maxRepublish }));
  return { person, brandId: brand.id, channelIds, collectionId: collection.id, api };
}

/** Creates a post in the place's collection and returns its id. */
export async function aPost(place: Place, body: Readonly<Record<string, unknown>>): Promise<number> {
  return (await must(place.api("POST", `/collections/${place.collectionId}/posts`, { caption: "Fresh bread", ...body }))).id;
}

export async function readPost(place: Place, id: number) {
  const { body } = await place.api("GET", "/posts?per_page=100");
  return body.data.find((post: { id: number }) => post.id === id);
}

/** Published entries in one state, oldest first. */
export async function entries(place: Place, status: string) {
  const { body } = await place.api("GET", `/published-posts?status=${status}&sort_order=asc&per_page=100`);
  return body.data;
}

/** Their texts. */
export async function bodies(place: Place, status: string): Promise<string[]> {
  return (await entries(place, status)).map(({ body }: { body: string }) => body);
}

/** The data of a reply that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: data of every form
export async function must(reply: Promise<Reply>): Promise<any> {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}
