import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SandboxPurpose, SandboxRequest, SandboxWorld } from "../network.ts";
import type { GraphNode } from "./node.ts";
import type { GraphCall } from "./request.ts";

/**
 * A network whose objects are also served on the host of another one, on the same data: Instagram's accounts on Facebook's host,
 * for people who log in with Facebook. The composition introduces them to each other: neither imports the other.
 */
export interface GraphGuest {
  readonly slug: string;
  /** Creates the account that is linked with this Page; returns its id. `world` is always the guest's own. */
  linkAccount(world: SandboxWorld, page: { readonly id: string; readonly name: string }): Promise<string>;
  /** An account, for the Page's field `instagram_business_account`; null if it is gone. */
  accountNode(world: SandboxWorld, accountId: string): Promise<GraphNode | null>;
  /** The answer to a call on an object of the guest; undefined if the id is none of its own. */
  answer(world: SandboxWorld, visit: GuestVisit): Promise<unknown>;
  /** What a call on an object of the guest is for; null if the object is none of its own. For the host's faults. */
  purpose(request: SandboxRequest): SandboxPurpose | null;
  /** Mounts what needs paths of its own below the host's address, such as uploads. */
  mount?(scope: FastifyInstance, ground: GuestGround): void;
}

/** `/{version}/{id}` or `/{version}/{id}/{edge}`. */
export interface GuestVisit {
  readonly id: string;
  readonly edge: string | null;
  readonly call: GraphCall;
  readonly request: FastifyRequest;
  /** The address of this call as it was sent, for links to further pages. */
  readonly address: string;
  /** Whose token it is; throws if the call has none that is valid. */
  reach(): Promise<GraphReach>;
}

export interface GuestGround {
  readonly world: SandboxWorld;
  /** Where the host is reached, such as `http://127.0.0.1:4000/sandbox/facebook`. */
  readonly hostUrl: string;
  /** Reads the token of a request, from `Authorization: OAuth` too, and what it reaches. */
  reach(request: FastifyRequest): Promise<GraphReach>;
}

/** What a valid token reaches. */
export interface GraphReach {
  readonly personId: string;
  readonly scopes: readonly string[];
  /** The accounts of the guest that are linked with Pages which the person let in and may publish to; of a Page token only its own. */
  readonly linked: readonly string[];
}
