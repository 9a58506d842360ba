import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export const keysQuery = queryOptions({ queryKey: ["own", "keys"], queryFn: () => dataOf(api.listOwnKeys()) });
export const programsQuery = queryOptions({ queryKey: ["own", "programs"], queryFn: () => dataOf(api.listPrograms()) });
export const accountQuery = queryOptions({ queryKey: ["own", "account"], queryFn: () => dataOf(api.showOwnAccount()) });
