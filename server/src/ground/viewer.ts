import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { Role } from "@rostrum/contract/operation.ts";

/** The user who makes a request. */
export interface Viewer {
  readonly userId: number;
  readonly publicId: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly verified: boolean;
  readonly joinedAt: Instant;
  /** What they make the request with; absent: a browser. */
  readonly through?: { readonly kind: "KEY" | "PROGRAM"; readonly id: string; readonly name: string };
}

/** A viewer admitted to a brand. */
export interface BrandViewer extends Viewer {
  readonly brand: BrandAccess;
}

export interface BrandAccess {
  readonly id: number;
  readonly accountId: number;
  /** IANA name; null means UTC. */
  readonly timezone: string | null;
  readonly queueStatus: QueueStatus;
  readonly role: Role;
}

/** What an operation has to know about a brand once the rights are settled. */
export type BrandGround = Omit<BrandAccess, "role">;

/** For operations that take minutes before they change something. */
export interface Entering {
  /** Asks again who calls and what they may, and refuses like the gates. To be called right before anything is changed. */
  readonly again: () => Promise<void>;
}

/** For operations that fetch something for the viewer. */
export interface Reaching extends Partial<Entering> {
  /** Aborted when the viewer disconnects. */
  readonly gone?: AbortSignal;
}

/** The time zone of the brand's wall-clock times. */
export function zoneOf(brand: { readonly timezone: string | null }): string {
  return brand.timezone ?? "UTC";
}
