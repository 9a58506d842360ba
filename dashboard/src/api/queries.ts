import { QueryClient } from "@tanstack/react-query";
import { CallFailed } from "./client.ts";

/**
 * Always asks, whatever the browser says of the network: the service may be on this machine or next to it, and what was asked for offline
 * must not be done an hour later without a word. The client itself repeats reads that failed for now; changes are told by the live connection.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: "always", retry: false, staleTime: 30_000, refetchOnWindowFocus: true },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Whether the person has to sign in again: nothing that was typed is lost by it. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401;
}
