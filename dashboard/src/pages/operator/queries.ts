import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export type ServiceState = PrivateOutput<"showServiceState">;
export type Network = PrivateOutput<"listNetworks">[number];
export type User = PrivateOutput<"listUsers">[number];

const AGAIN_MILLISECONDS = 10_000;

export const stateQuery = queryOptions({
  queryKey: ["operator", "state"],
  queryFn: () => dataOf(api.showServiceState()),
  refetchInterval: AGAIN_MILLISECONDS,
});

const SOON_MILLISECONDS = 1000;

export const backupsQuery = queryOptions({
  queryKey: ["operator", "backups"],
  queryFn: () => dataOf(api.listBackups()),
  refetchInterval: ({ state }) => (state.data?.isRunning === true ? SOON_MILLISECONDS : false),
});

export const networksQuery = queryOptions({ queryKey: ["operator", "networks"], queryFn: () => dataOf(api.listNetworks()) });

export const usersQuery = queryOptions({ queryKey: ["operator", "users"], queryFn: () => dataOf(api.listUsers()) });
