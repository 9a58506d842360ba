import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";

/**
 * A local network that speaks a platform's own API, so that the very connector that talks to the real one is what runs.
 * It is mounted below `/sandbox/<slug>` and imports no connector: both are written from the platform's own pages (`docs/platforms.md`).
 */
export interface SandboxNetwork {
  readonly type: ChannelType;
  readonly slug: string;
  /** Mounts the platform's API on a scope of its own; paths are relative to `/sandbox/<slug>`. */
  routes(scope: FastifyInstance, world: SandboxWorld): void | Promise<void>;
  /** Makes (or finds) the account of this name and answers the credentials file that connects a channel to it. */
  account(name: string, world: SandboxWorld): Promise<{ readonly credentials: Record<string, string> }>;
  /** What readers see, newest first. */
  feed(world: SandboxWorld, options: { readonly limit: number }): Promise<readonly SandboxPost[]>;
  /** A reader likes, answers or shares a post. */
  react(world: SandboxWorld, postId: string, reaction: SandboxReaction): Promise<void>;
  /** What faults have to know of the platform. Without it every request that writes counts as posting, and refusals are plain. */
  readonly faults?: SandboxFaults;
}

/** How a platform's API looks to a fault. */
export interface SandboxFaults {
  /** What the request is for; `post` makes something that readers see. Null: no call of the API, such as a page or a file. */
  purpose(request: SandboxRequest): SandboxPurpose | null;
  /** The platform's own answer; null where it has none of this kind. */
  refusal(kind: SandboxRefusalKind, facts: { readonly now: Instant; readonly seconds: number }): SandboxRefusal | null;
  /** Uploads can stay in processing: the network asks `processingSecondsOf` of `faults.ts` how long. */
  readonly processing: boolean;
  /** Calls that post have a key that makes them one: the network asks `ignoresKeys` of `faults.ts` whether to forget it. */
  readonly keys: boolean;
  /** Calls read back what an account has posted: the network asks `listsLateSeconds` of `faults.ts` how far behind they are. */
  readonly lists: boolean;
}

/** `list`: reads what an account has posted. */
export type SandboxPurpose = "post" | "upload" | "list" | "other";
export type SandboxRefusalKind = "rate" | "broken" | "revoked" | "duplicate";

export interface SandboxRequest {
  readonly method: string;
  /** Relative to `/sandbox/<slug>`, without its query. */
  readonly path: string;
  /** As the network's own parsers read it; undefined for multipart. */
  readonly body: unknown;
}

export interface SandboxRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type SandboxReaction = { readonly kind: "like" } | { readonly kind: "share" } | { readonly kind: "comment"; readonly text: string };

/**
 * What the networks stand on. State is in the database (`sandbox_objects`), committed before a reply is sent, so that it
 * outlives the service and a crash as a real network would.
 */
export interface SandboxWorld {
  now(): Instant;
  /** Address of this network as the connectors reach it, for links inside replies, such as `http://127.0.0.1:4000/sandbox/mastodon`. */
  readonly baseUrl: string;
  readonly objects: SandboxObjects;
}

/** Documents of one network by kind and id. Kinds are the network's own words: `account`, `status`, `media`, `session`. */
export interface SandboxObjects {
  get(kind: string, id: string): Promise<SandboxObject | null>;
  /** Stores the document unless the id is taken; answers whether it did. */
  insert(kind: string, id: string, document: Record<string, unknown>): Promise<boolean>;
  /** Stores the document, over an older one if there is one. */
  put(kind: string, id: string, document: Record<string, unknown>): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** Adds one to a whole number of the document and answers the sum, each sum once; null without such a document. */
  increment(kind: string, id: string, field: string): Promise<number | null>;
  /** Newest first; `where` holds fields against equal values. */
  list(
    kind: string,
    options?: { readonly where?: Readonly<Record<string, string>>; readonly limit?: number },
  ): Promise<readonly SandboxObject[]>;
  /** Stored files by id: uploaded media. */
  putBytes(id: string, bytes: Uint8Array): Promise<void>;
  getBytes(id: string): Promise<Uint8Array | null>;
  /** Rising numbers, never the same twice, as text. */
  nextId(): Promise<string>;
}

export interface SandboxObject {
  readonly id: string;
  readonly document: Record<string, unknown>;
  readonly createdAt: Instant;
}

/** What the page of a network shows, as its readers would see it; the same form for every network. */
export interface SandboxPost {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly url: string;
  readonly createdAt: Instant;
  readonly media: readonly { readonly url: string; readonly mime: string; readonly alt: string }[];
  readonly poll: { readonly options: readonly string[]; readonly endsAt: string } | null;
  readonly card: { readonly url: string; readonly title: string; readonly description: string } | null;
  readonly replyTo: string | null;
  readonly counts: { readonly likes: number; readonly comments: number; readonly shares: number };
  /** Links, mentions and tags as ranges of the text in UTF-16 units. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly href: string }[];
}
