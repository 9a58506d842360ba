import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

/** The browsers in which the person is signed in. */
export const sessionsQuery = queryOptions({ queryKey: ["own", "sessions"], queryFn: () => dataOf(api.listOwnSessions()) });
