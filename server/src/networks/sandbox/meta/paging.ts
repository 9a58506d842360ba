import type { FastifyRequest } from "fastify";
import type { SandboxWorld } from "../network.ts";
import { invalidParameter } from "./refusal.ts";

const LIMIT_DEFAULT = 25;
const LIMIT_MAX = 100;

/** What a list is asked for, as query parameters or as modifiers of a nested edge. */
export interface PageAsked {
  readonly limit: string | null;
  readonly after: string | null;
  readonly before?: string | null;
}

export interface GraphPage<Item> {
  readonly items: readonly Item[];
  /** Absent for an empty page. */
  readonly cursors: { readonly before: string; readonly after: string } | null;
  readonly hasNext: boolean;
}

/** A page of a list in its own order. A cursor is the id of an item: it stays valid when items come or go. */
export function pageOf<Item extends { readonly id: string }>(all: readonly Item[], asked: PageAsked): GraphPage<Item> {
  const limit = limitOf(asked.limit);
  const end = asked.before == null ? all.length : indexOf(all, asked.before);
  const start = asked.after !== null ? indexOf(all, asked.after) + 1 : asked.before == null ? 0 : Math.max(0, end - limit);
  const items = all.slice(start, Math.min(end, start + limit));
  const [first, last] = [items[0], items.at(-1)];
  const cursors = first === undefined || last === undefined ? null : { before: cursorOf(first.id), after: cursorOf(last.id) };
  return { items, cursors, hasNext: start + items.length < all.length };
}

/**
 * `{data, paging}` with the address of the next page: the call's own, with another cursor.
 * https://developers.facebook.com/docs/graph-api/results (2026-10)
 */
export function pageBody<Item>(page: GraphPage<Item>, data: readonly unknown[], address: string): Record<string, unknown> {
  if (page.cursors === null) return { data };
  if (!page.hasNext) return { data, paging: { cursors: page.cursors } };
  const next = new URL(address);
  next.searchParams.delete("before");
  next.searchParams.set("after", page.cursors.after);
  return { data, paging: { cursors: page.cursors, next: next.href } };
}

/** Whether a `summary(…)` modifier or parameter asks for this part: it names the part, or everything. */
export function asksSummary(summary: string | undefined, part: string): boolean {
  return summary === "true" || summary === "1" || summary?.split(",").includes(part) === true;
}

function limitOf(text: string | null): number {
  if (text === null) return LIMIT_DEFAULT;
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter("Param limit must be an integer");
  return Math.min(Number(text), LIMIT_MAX);
}

function cursorOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

function indexOf(all: readonly { readonly id: string }[], cursor: string): number {
  const id = Buffer.from(cursor, "base64url").toString();
  const index = all.findIndex((item) => item.id === id);
  if (index === -1) throw invalidParameter("Invalid cursors values");
  return index;
}

/** The address of a call, for links to further pages. */
export function addressOf(world: SandboxWorld, { url }: FastifyRequest): string {
  const mount = new URL(world.baseUrl).pathname;
  return world.baseUrl + url.slice(url.indexOf(mount) + mount.length);
}
