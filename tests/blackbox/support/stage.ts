import { randomBytes } from "node:crypto";
import { admin } from "./admin.ts";
import { type Api, apiOf, dataOf, pageOf } from "./api.ts";
import * as resources from "./resources.ts";
import { type Service, sharedService } from "./service.ts";
import { id, object, text } from "./shape.ts";

/** Builders: every test creates its own user, brand and collection, so that tests do not interfere. */

const withId = object({ id });

export interface Person {
  readonly service: Service;
  readonly id: string;
  readonly email: string;
  readonly keyId: number;
  readonly api: Api;
}

export async function aPerson(settings: { name?: string; timezone?: string; verified?: boolean; service?: Service } = {}): Promise<Person> {
  const service = settings.service ?? (await sharedService());
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  const { service: _, ...body } = { name: "Ada Baker", ...settings, email };
  const made = await admin(service, { method: "POST", path: "/users", body, data: object({ id: text, email: text }) });
  const key = await aKey(service, email);
  return { service, id: made.id, email, keyId: key.id, api: apiOf(service.url, key.key) };
}

export function aKey(service: Service, user: string, settings: { expiresAt?: string } = {}): Promise<{ id: number; key: string }> {
  return admin(service, { method: "POST", path: "/keys", body: { user, name: "Tests", ...settings }, data: object({ id, key: text }) });
}

export async function revokeKey(service: Service, keyId: number): Promise<void> {
  await admin(service, { method: "DELETE", path: `/keys/${keyId}`, data: withId });
}

/** A person's brand, with everything tests need. */
export interface Workspace extends Person {
  readonly brandId: number;
  /** `/brands/{brand_id}`. */
  readonly brand: string;
}

interface BrandSettings {
  title?: string;
  timezone?: string;
  description?: string;
}

export async function aBrandOf(person: Person, settings: BrandSettings = {}): Promise<Workspace> {
  const body = { owner: person.email, title: "Corner Bakery", ...settings };
  const made = await admin(person.service, { method: "POST", path: "/brands", body, data: withId });
  return { ...person, brandId: made.id, brand: `/brands/${made.id}` };
}

/** A new user with one brand. */
export async function aWorkspace(settings: BrandSettings & { verified?: boolean; service?: Service } = {}): Promise<Workspace> {
  const { verified, service, ...brand } = settings;
  return await aBrandOf(
    await aPerson({ ...(verified === undefined ? {} : { verified }), ...(service === undefined ? {} : { service }) }),
    brand,
  );
}

export async function updateBrand(of: Workspace, change: { title?: string; timezone?: string; queueStatus?: "ACTIVE" | "PAUSED" }) {
  return await admin(of.service, { method: "PATCH", path: `/brands/${of.brandId}`, body: change, data: resources.brand });
}

/** Adds somebody to a brand and returns the brand as they see it. */
export async function join(of: Workspace, person: Person, role: "admin" | "editor" | "viewer"): Promise<Workspace> {
  await admin(of.service, { method: "POST", path: `/brands/${of.brandId}/members`, body: { user: person.email, role }, data: object({}) });
  return { ...person, brandId: of.brandId, brand: of.brand };
}

export async function leave(of: Workspace, person: Person): Promise<void> {
  const user = encodeURIComponent(person.email);
  await admin(of.service, { method: "DELETE", path: `/brands/${of.brandId}/members?user=${user}`, data: object({}) });
}

/** A new user inside the brand. */
export async function aMember(of: Workspace, role: "admin" | "editor" | "viewer"): Promise<Workspace> {
  return await join(of, await aPerson({ service: of.service }), role);
}

export async function updateAccount(
  of: Person,
  change: { sensitiveActions?: boolean; maxCollections?: number; maxAutomations?: number; maxScheduledPosts?: number },
): Promise<void> {
  const owner = encodeURIComponent(of.email);
  await admin(of.service, { method: "PATCH", path: `/account?owner=${owner}`, body: change, data: (value) => value });
}

/** A channel on a sandbox network. */
export async function aChannel(
  of: Workspace,
  type: "Mastodon" | "Bluesky" | "Telegram" | "Social Media" | "Facebook" = "Mastodon",
  name?: string,
): Promise<number> {
  const body = { type, name: name ?? `baker${randomBytes(4).toString("hex")}`, sandbox: true };
  return (await admin(of.service, { method: "POST", path: `/brands/${of.brandId}/channels`, body, data: withId })).id;
}

export async function updateChannel(of: Workspace, channelId: number, status: "ACTIVE" | "INACTIVE"): Promise<void> {
  await admin(of.service, { method: "PATCH", path: `/channels/${channelId}`, body: { status }, data: (value) => value });
}

export async function removeChannel(of: Workspace, channelId: number): Promise<void> {
  await admin(of.service, { method: "DELETE", path: `/channels/${channelId}`, data: withId });
}

export async function updateCollection(of: Workspace, collectionId: number, status: "ACTIVE" | "PAUSED"): Promise<void> {
  await admin(of.service, { method: "PATCH", path: `/collections/${collectionId}`, body: { status }, data: (value) => value });
}

export async function aCollection(of: Workspace, body: Readonly<Record<string, unknown>> = {}): Promise<resources.Collection> {
  return dataOf(await of.api.post(`${of.brand}/collections`, { title: "Evergreen tips", ...body }), resources.collection);
}

/** A collection as the list shows it, with its counts. */
export async function listedCollectionOf(of: Workspace, collectionId: number) {
  const { data } = pageOf(await of.api.get(`${of.brand}/collections`, { per_page: 100 }), resources.listedCollection);
  const found = data.find((one) => one.id === collectionId);
  if (found === undefined) throw new Error(`collection ${collectionId} is not in the list`);
  return found;
}

/** A draft unless the body says otherwise. */
export async function aPost(of: Workspace, collectionId: number, body: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const path = `${of.brand}/collections/${collectionId}/posts`;
  const reply = await of.api.post(path, { publishMode: "DRAFT", caption: "Fresh croissants", ...body });
  return dataOf(reply, resources.acknowledged).id;
}

/** A post as the brand's list shows it. */
export async function readPost(of: Workspace, postId: number): Promise<resources.Post> {
  for (let page = 1; page < 100; page += 1) {
    const reply = await of.api.get(`${of.brand}/posts`, { page, per_page: 100 });
    const found = pageRows(reply.body).find((post) => post.id === postId);
    if (found !== undefined) return found;
    if (pageRows(reply.body).length === 0) break;
  }
  throw new Error(`post ${postId} is not in the list of brand ${of.brandId}`);
}

function pageRows(body: unknown): resources.Post[] {
  return resources.successPage(resources.post)(body, "posts").data;
}
