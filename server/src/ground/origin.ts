import { AsyncLocalStorage } from "node:async_hooks";
import type { AuditSurface } from "@rostrum/contract/private/audit.ts";
import type { Viewer } from "./viewer.ts";

/** Who does something. `operator`: a program with the admin token. `nobody`: somebody who has not said who they are. */
export type Actor =
  | { readonly kind: "person"; readonly viewer: Pick<Viewer, "publicId" | "name" | "through"> }
  | { readonly kind: "operator" | "service" | "nobody" };

/** Where something that is done comes from. */
export interface Origin {
  readonly actor: Actor;
  readonly surface: AuditSurface;
  /** Of the network, as trusted proxies tell it. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/** What nobody asked for: the service's own work. */
const OWN_WORK: Origin = { actor: { kind: "service" }, surface: "service", address: null, userAgent: null, requestId: null };

/**
 * Carried beside the arguments: who does something matters to the audit trail alone, and every operation would have to hand it down to
 * the transaction. The doors set it; nothing decides by it.
 */
const carried = new AsyncLocalStorage<{ origin: Origin }>();

/** Runs what a request causes, now and in what it awaits. */
export function fromOrigin<T>(holder: { origin: Origin }, work: () => T): T {
  return carried.run(holder, work);
}

/** Where what is being done comes from. */
export function currentOrigin(): Origin {
  return carried.getStore()?.origin ?? OWN_WORK;
}

/** Somebody has said who they are: what the request does from now on, they do. */
export function actsAs(holder: { origin: Origin }, actor: Actor, surface: AuditSurface): void {
  holder.origin = { ...holder.origin, actor, surface };
}

/** The same in the middle of what the request does, such as after a password was right. */
export function actsNowAs(actor: Actor): void {
  const holder = carried.getStore();
  if (holder !== undefined) holder.origin = { ...holder.origin, actor };
}
