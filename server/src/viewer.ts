import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant } from "@rostrum/contract/formats.ts";

/** Who makes a request: the user of the key. */
export interface Viewer {
  readonly userId: number;
  readonly publicId: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly verified: boolean;
  readonly joinedAt: Instant;
}

/** The viewer inside a brand that the gate has let him into. */
export interface BrandViewer extends Viewer {
  readonly brand: BrandAccess;
}

export type Role = "owner" | "admin" | "editor" | "viewer";

export interface BrandAccess {
  readonly id: number;
  readonly accountId: number;
  /** IANA name; null means UTC. */
  readonly timezone: string | null;
  readonly queueStatus: QueueStatus;
  readonly role: Role;
}

/** The zone in which the brand's wall-clock times are meant. */
export function zoneOf(brand: { readonly timezone: string | null }): string {
  return brand.timezone ?? "UTC";
}
