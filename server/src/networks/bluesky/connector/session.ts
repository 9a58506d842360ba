import type { Ok } from "../../connectors/api.ts";
import type { Failure } from "./errors.ts";
import type { Procedure, Query } from "./xrpc.ts";

export type Authorized<T> = Omit<T, "base" | "token" | "send">;

/** An account's server, asked as the account. */
export interface Session {
  readonly did: string;
  readonly pds: string;
  query(request: Authorized<Query>): Promise<Ok | Failure>;
  procedure(request: Authorized<Procedure>): Promise<Ok | Failure>;
}
