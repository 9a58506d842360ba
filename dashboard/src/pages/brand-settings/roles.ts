import type { GivenRole } from "@rostrum/contract/private/members.ts";

/** The roles that members are given, in the order of a list to choose from. */
export const GIVEN_ROLES = ["admin", "editor", "viewer"] as const satisfies readonly GivenRole[];
