import { QueryClient } from "@tanstack/react-query";
import { CallFailed } from "./client.ts";

/** The client itself repeats reads that failed for now; changes are told by the live connection. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}

/** Whether the person has to sign in again: nothing that was typed is lost by it. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401;
}
