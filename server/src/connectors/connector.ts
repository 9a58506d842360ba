import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { Poll, PostType } from "@rostrum/contract/posts.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import type { Net } from "../net/net.ts";

/** What one attempt to publish came to. The engine alone decides what follows. */
export type PublishOutcome =
  | Published
  /** In the platform's inbox, or with a person: SENT. */
  | { readonly kind: "handedOver"; readonly note: string }
  /** The platform is still processing, and readers may see the post already or not yet; only `check` may follow. */
  | { readonly kind: "pending"; readonly live: "no" | "maybe"; readonly receipt: string; readonly checkAfterSeconds: number }
  /** Never works unchanged: FAILED. */
  | { readonly kind: "rejected"; readonly reason: string }
  /** Not for this platform: SKIPPED. */
  | { readonly kind: "unsuitable"; readonly reason: string }
  /** Refused before acting: RETRYING, safe. */
  | {
      readonly kind: "busy";
      readonly reason: string;
      readonly retryAfterSeconds: number;
      /** What it says holds for everything on this channel: a rate limit, a server that is away. Nothing else is sent there until then. */
      readonly scope?: "channel";
    }
  /** The channel becomes INACTIVE. */
  | { readonly kind: "unauthorized"; readonly reason: string }
  /** May be live: never resent blindly. With `retryAfterSeconds` the platform asks to be left alone for so long. */
  | { readonly kind: "unknown"; readonly reason: string; readonly retryAfterSeconds?: number };

/** What a check of a pending post came to. */
export type CheckOutcome =
  | PublishOutcome
  /** The platform could not be asked: it is asked again, and no try is used. */
  | { readonly kind: "notAsked"; readonly reason: string; readonly retryAfterSeconds: number }
  /** What the platform had is gone, and no reader has seen it: `publish` begins again. */
  | { readonly kind: "lost"; readonly reason: string };

export interface Published {
  readonly kind: "published";
  readonly remoteId: string;
  readonly url: string | null;
  /** What it became there, where that differs from the post (`SHORT`, `REEL`, `TIKTOK`). */
  readonly postType?: PostType;
  /** Text as the reader sees it, where the connector changed it. */
  readonly text?: string;
  /** A note for the published entry, such as a poll that became text. */
  readonly note?: string;
}

/** `absent`: certain that the platform does not have it. With `retryAfterSeconds` it asks to be left alone for so long. */
export type FindOutcome =
  | Published
  | { readonly kind: "absent" }
  | { readonly kind: "undecided"; readonly reason: string; readonly retryAfterSeconds?: number };

export type ConnectOutcome =
  | {
      readonly kind: "connected";
      /** Identity on the platform; the same on every reconnect. */
      readonly remoteId: string;
      /** As readers know it, such as `@name@host`. */
      readonly handle: string;
      /** What is stored, encrypted: the given credentials, completed (sessions, ids). */
      readonly credentials: Json;
      /** Public facts of the account or instance (limits), stored in the clear. */
      readonly settings: Json;
    }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

export interface Counts {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

export type CountsOutcome =
  | { readonly kind: "counted"; readonly counts: Readonly<Record<string, Counts>> }
  | { readonly kind: "busy"; readonly reason: string; readonly retryAfterSeconds: number }
  | { readonly kind: "unauthorized"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface Connector {
  readonly type: ChannelType;
  /**
   * For how long after its first attempt the same `publish` with the same key cannot post twice on the server with these
   * settings, as far as is known (idempotency key, deterministic id). 0: never; Infinity: always. An unknown outcome is
   * looked up first, where there is a `find`; `publish` settles it again only where that does not decide.
   */
  repeatSafeSeconds(settings: Json): number;
  /**
   * How texts are counted on the server with these settings, where the platform's row does not tell all: what links and
   * mentions count, further limits. By this texts are refused before an attempt, and split into threads.
   */
  textMeasure?(settings: Json): TextMeasure;
  /** Holds given credentials against the platform; nothing is stored unless it answers `connected`. */
  connect(credentials: unknown, call: Call): Promise<ConnectOutcome>;
  publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome>;
  /** Follows `pending` with its receipt. */
  check?(receipt: string, post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome>;
  /** Looks for a post whose attempt ended unknown. */
  find?(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome>;
  /** Comments under what was published; the same words and rules as `publish`. `key` is stable per comment. */
  comment?(comment: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome>;
  findComment?(comment: OutgoingComment, account: Account, call: Call): Promise<FindOutcome>;
  /** Engagement of up to 25 posts, by remote id. Ids that the platform no longer has are left out. */
  counts?(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome>;
}

/** The account to act as: the channel's credentials in the clear, for this call only. */
export interface Account {
  readonly channelId: number;
  readonly remoteId: string;
  readonly handle: string;
  readonly credentials: Json;
  readonly settings: Json;
  /** Stores renewed credentials (rotated tokens) on disk before they are used. Runs under the channel's lock. */
  saveCredentials(credentials: Json): Promise<void>;
}

export interface Call {
  readonly net: Net;
  readonly signal: AbortSignal;
  now(): Instant;
  /** Another base address for this platform's API (setting or sandbox), without a final slash; null: the platform's own. */
  readonly baseUrl: string | null;
  /** Progress that is on disk before the next call: media ids, containers, sessions, record keys. Survives a crash. */
  readonly checkpoint: Checkpoint;
  /**
   * Of these ids of the platform, those that other deliveries of the channel own: what they were published as, and what they
   * have noted in their checkpoints as `{ id }`. A look-up must not take them.
   */
  ownedByOthers(remoteIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface Checkpoint {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

export interface OutgoingPost {
  /** Stable for this delivery and unlike any other: the idempotency key. A republication has a new one. */
  readonly key: string;
  /** The moment at which the post left the queue or was due; the same on every attempt. */
  readonly dueAt: Instant;
  readonly type: PostType;
  /** The caption; empty for a poll without caption. */
  readonly text: string;
  /** The caption in parts when it is a thread, else one part; the same on every attempt. */
  readonly segments: readonly string[];
  readonly title: string | null;
  readonly alt: string | null;
  readonly link: string | null;
  readonly poll: Poll | null;
  readonly media: readonly OutgoingMedia[];
  readonly asStory: boolean;
  /** This platform's part of `platforms`, as sent. */
  readonly options: Json;
}

export interface OutgoingComment {
  readonly key: string;
  readonly dueAt: Instant;
  readonly text: string;
  /** Of the published post. */
  readonly remoteId: string;
}

export interface OutgoingMedia {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  bytes(): Promise<Uint8Array>;
  /** An address of ours under which anybody who has it gets the file for some hours; made anew at each call. */
  url(): string;
  /**
   * The picture as the platform wants it: converted when its type is not among `types`, re-encoded and scaled down until
   * it fits, always without EXIF and GPS. Null when it cannot be made to fit; `unreadable` when reading it took too much time
   * or memory each time that it was tried.
   */
  image(wanted: ImageDemand): Promise<PreparedImage | null | "unreadable">;
}

/** What becomes of a post with a picture that is unreadable. */
export function unreadable({ name }: Pick<OutgoingMedia, "name">): { readonly kind: "rejected"; readonly reason: string } {
  return { kind: "rejected", reason: `The image ${name} cannot be opened: reading it took too much time or memory, three times.` };
}

export interface ImageDemand {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly maxPixels?: number;
}

export interface PreparedImage {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
