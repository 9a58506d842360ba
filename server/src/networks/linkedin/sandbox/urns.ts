import { randomBytes } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { AssetKind } from "./model.ts";

/** Names of things, `urn:li:<kind>:<key>`. What is stored by its key has its URN derived from it. */

export const personUrn = (id: string) => `urn:li:person:${id}`;
/** Showcase Pages are brands. */
export const organizationUrn = ({ id, is_brand }: { readonly id: string; readonly is_brand: boolean }) =>
  `urn:li:${is_brand ? "organizationBrand" : "organization"}:${id}`;
export const assetUrn = ({ id, kind }: { readonly id: string; readonly kind: AssetKind }) => `urn:li:${kind}:${id}`;

/** The key of a company's Page or of a brand. */
export function organizationIn(urn: string): string | null {
  return keyIn(urn, "organization") ?? keyIn(urn, "organizationBrand");
}

/** The key, if it is a URN of this kind. */
export function keyIn(urn: string, kind: string): string | null {
  return new RegExp(`^urn:li:${kind}:([\\w-]+)$`).exec(urn)?.[1] ?? null;
}

/** An ascending number with the time in it. */
export async function newSerial(world: SandboxWorld): Promise<string> {
  const serial = BigInt(await world.objects.nextId()) % (1n << 22n);
  return String((BigInt(toEpochMilliseconds(world.now())) << 22n) + serial);
}

/** Assets of each kind begin with the same letters. */
const ASSET_PREFIXES: Readonly<Record<AssetKind, string>> = { image: "C4E10AQ", video: "C5F05AQ", document: "D4D10AQ" };

export function newAssetKey(kind: AssetKind): string {
  return ASSET_PREFIXES[kind] + randomBytes(12).toString("base64url");
}

export function newPersonId(): string {
  return randomBytes(9).toString("base64url").slice(0, 10);
}

/** Real organizations have such numbers. */
export async function newOrganizationId(world: SandboxWorld): Promise<string> {
  return String(2_000_000 + Number(await world.objects.nextId()));
}

/** A person or an organization, as readers know it. */
export interface Author {
  readonly name: string;
  readonly vanity_name: string;
  readonly isPerson: boolean;
}

/** Addresses of LinkedIn's web site, which is `/www` here. */

export function postUrl(world: SandboxWorld, urn: string): string {
  return `${world.baseUrl}/www/feed/update/${urn}/`;
}

export function authorUrl(world: SandboxWorld, author: Author): string {
  return `${world.baseUrl}/www/${author.isPerson ? "in" : "company"}/${encodeURIComponent(author.vanity_name)}/`;
}

export function tagUrl(world: SandboxWorld, tag: string): string {
  return `${world.baseUrl}/www/feed/hashtag/?keywords=${encodeURIComponent(tag)}`;
}

export function fileUrl(world: SandboxWorld, key: string): string {
  return `${world.baseUrl}/www/dms-files/${key}`;
}

/** What the file of the picture of a video is called. */
export function thumbnailKey(key: string): string {
  return `${key}-thumbnail`;
}

export function pictureUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/www/picture.png`;
}
