import { ROLES, type Role } from "@rostrum/contract/operation.ts";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf, keepToken } from "./client.ts";

export type Session = PrivateOutput<"showSession">;

/** How far changes had been told before anything was read: of the first session, since everything else is read after it. */
let beginning: string | null = null;
let isBegun = false;

export function beginningOfPage(): string | null {
  return beginning;
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session> => {
    const session = await dataOf(api.showSession());
    keepToken(session.token);
    if (!isBegun) beginning = session.position;
    isBegun = true;
    return session;
  },
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** The brand with this id among the person's; null if they are no member. */
export function useBrand(brandId: number): SessionBrand | null {
  return useSession().brands.find(({ id }) => id === brandId) ?? null;
}

/** Whether the person's role in the brand has the rights of this one. */
export function has(brand: SessionBrand, role: Role): boolean {
  return ROLES.indexOf(brand.role) >= ROLES.indexOf(role);
}
