import { queryOptions } from "@tanstack/react-query";
import { api, CallFailed, dataOf } from "../../api/client.ts";

/** What the link invites to, or why it invites to nothing. */
export function invitationQuery(secret: string) {
  return queryOptions({
    queryKey: ["invitation", secret],
    queryFn: async () => {
      try {
        return await dataOf(api.showInvitation({ secret }));
      } catch (error) {
        if (error instanceof CallFailed && error.status === 404) return { state: "unknown" } as const;
        throw error;
      }
    },
  });
}
