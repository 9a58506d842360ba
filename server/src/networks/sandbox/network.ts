import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import type { FastifyInstance } from "fastify";

/**
 * A local network that speaks a platform's own API, so that the very connector for the real platform is exercised.
 * It is mounted below `/sandbox/<slug>` and imports no connector: both are written from the platform's own pages (`docs/platforms.md`).
 * A platform's main host, `api`, is at that address; each other host is below its name: `/sandbox/<slug>/upload`.
 */
export interface SandboxNetwork {
  readonly type: ChannelType;
  readonly slug: string;
  /** Mounts the platform's API in a scope of its own; paths are relative to `/sandbox/<slug>`. */
  routes(scope: FastifyInstance, world: SandboxWorld): void | Promise<void>;
  /** The application that is registered here from the start, for networks with a log-in. */
  readonly application?: { readonly clientId: string; readonly clientSecret: string };
  /** Creates or finds the account with this name and returns the credentials that connect a channel to it. */
  account(name: string, world: SandboxWorld): Promise<{ readonly credentials: Record<string, string> }>;
  /** What readers see, newest first. */
  feed(world: SandboxWorld, options: { readonly limit: number }): Promise<readonly SandboxPost[]>;
  /** A reader likes, comments on or shares a post. */
  react(world: SandboxWorld, postId: string, reaction: SandboxReaction): Promise<void>;
  /** What faults need to know about the platform. Without it every write counts as posting, and refusals are generic. */
  readonly faults?: SandboxFaults;
}

/** A platform's API from the point of view of faults. */
export interface SandboxFaults {
  /** What the request is for; `post` creates something readers see. Null if it is not an API call, such as a page or file. */
  purpose(request: SandboxRequest): SandboxPurpose | null;
  /** The platform's own response; null if it has none of this kind. */
  refusal(kind: SandboxRefusalKind, facts: { readonly now: Instant; readonly seconds: number }): SandboxRefusal | null;
  /**
   * The faults of this platform besides those that every network has and those that `refusal` answers. The network must apply
   * them: with `faultOn` and its neighbours from `faults.ts`, or by the parts of `kit/` that say so.
   */
  readonly supports: readonly FaultKind[];
  /** The calls after which the network processes or reviews something. Absent: uploads. */
  readonly processes?: readonly SandboxPurpose[];
}

/** `list`: lists an account's posts. `read`: asks about one post or upload. */
export type SandboxPurpose = "post" | "upload" | "list" | "read" | "other";
/** `unread`: a read is refused although the token is valid. */
export type SandboxRefusalKind = "rate" | "broken" | "revoked" | "duplicate" | "unread";

export interface SandboxRequest {
  readonly method: string;
  /** Relative to `/sandbox/<slug>`, without its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As parsed by the network's own parsers; undefined for multipart. */
  readonly body: unknown;
}

export interface SandboxRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type SandboxReaction = { readonly kind: "like" } | { readonly kind: "share" } | { readonly kind: "comment"; readonly text: string };

/**
 * What a network runs on. State is in the database (`sandbox_objects`) and committed before a response is sent, so that it
 * survives restarts and crashes as on a real network.
 */
export interface SandboxWorld {
  now(): Instant;
  /** URL of this network for connectors and for links in responses, such as `http://127.0.0.1:4000/sandbox/mastodon`. */
  readonly baseUrl: string;
  readonly objects: SandboxObjects;
  /** The world of another network, for platforms that share accounts. */
  neighbour(slug: string): SandboxWorld;
}

/** Documents of one network by kind and id. Each network defines its kinds: `account`, `status`, `media`, `session`. */
export interface SandboxObjects {
  get(kind: string, id: string): Promise<SandboxObject | null>;
  /** Stores the document unless the id is taken; returns whether it did. */
  insert(kind: string, id: string, document: Record<string, unknown>): Promise<boolean>;
  /** Stores the document, replacing an older one. */
  put(kind: string, id: string, document: Record<string, unknown>): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** Atomically increments an integer field and returns the new value; null if the document does not exist. */
  increment(kind: string, id: string, field: string): Promise<number | null>;
  /** Newest first; `where` filters by equal field values. */
  list(
    kind: string,
    options?: { readonly where?: Readonly<Record<string, string>>; readonly limit?: number },
  ): Promise<readonly SandboxObject[]>;
  /** Stored files by id: uploaded media. */
  putBytes(id: string, bytes: Uint8Array): Promise<void>;
  getBytes(id: string): Promise<Uint8Array | null>;
  /** An ascending, unique number, as text. */
  nextId(): Promise<string>;
}

export interface SandboxObject {
  readonly id: string;
  readonly document: Record<string, unknown>;
  readonly createdAt: Instant;
}

/** A post on a network's page, as its readers would see it; the same type for every network. */
export interface SandboxPost {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly url: string;
  readonly createdAt: Instant;
  readonly media: readonly SandboxMedium[];
  readonly poll: { readonly options: readonly string[]; readonly endsAt: string } | null;
  readonly card: { readonly url: string; readonly title: string; readonly description: string } | null;
  readonly replyTo: string | null;
  readonly counts: { readonly likes: number; readonly comments: number; readonly shares: number };
  /** What readers see it as if it is no ordinary post: `Story`, `Reel`, `Shared with @name`. */
  readonly label?: string;
  /** What is drawn around it; absent: an ordinary post. */
  readonly frame?: "story" | "reel" | "short" | "video" | "pin" | "update";
  /** The part of `text` that the app folds, where a title or a question stands apart from it; absent: all of it. */
  readonly foldedText?: string;
  /** A review has refused it: the account's owner sees it, readers never do. */
  readonly isRefused?: true;
  /** Links, mentions and tags as ranges of the text in UTF-16 units. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly href: string }[];
}

export interface SandboxMedium {
  readonly url: string;
  readonly mime: string;
  readonly alt: string;
  /** Of a video: the picture before it is played, where one was sent. */
  readonly poster?: string;
  /** Of the bytes, where nothing else tells posts apart, as with stories, which have no text. */
  readonly digest?: string;
}
