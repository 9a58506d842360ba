import type { Failure } from "./errors.ts";
import type { Answered, Procedure, Query } from "./xrpc.ts";

export type Authorized<T> = Omit<T, "base" | "token" | "send">;

/** An account's server, asked as the account. */
export interface Session {
  readonly did: string;
  readonly pds: string;
  query(request: Authorized<Query>): Promise<Answered | Failure>;
  procedure(request: Authorized<Procedure>): Promise<Answered | Failure>;
}
