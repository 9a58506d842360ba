import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export function membersQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "members"], queryFn: () => dataOf(api.listMembers({ brandId })) });
}

/** For admins. */
export function invitationsQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "invitations"], queryFn: () => dataOf(api.listInvitations({ brandId })) });
}

/** For admins. */
export function feedQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "feed"], queryFn: () => dataOf(api.showBrandFeed({ brandId })) });
}

const MAKING_MILLISECONDS = 1500;

/** For the owner. Read again while one is being made. */
export function archivesQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "archives"],
    queryFn: () => dataOf(api.listBrandArchives({ brandId })),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "making") ? MAKING_MILLISECONDS : false),
  });
}
