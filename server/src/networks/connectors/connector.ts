import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { Frame } from "@rostrum/contract/looks.ts";
import type { MediumKind } from "@rostrum/contract/medium-facts.ts";
import type { Poll, PostType } from "@rostrum/contract/posts.ts";
import type { AccountPreferences, Preference, PreferenceValues } from "@rostrum/contract/preferences.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import type { Net } from "../../ground/net/net.ts";
import type { Json } from "./json.ts";
import type { Application, GrantFacts, LogIn, NotDone, OpenGrant, ProbeOutcome } from "./log-in.ts";

/** The outcome of one call of `publish`. Only the engine decides what follows. */
export type PublishOutcome =
  | Published
  | HandedOver
  /** The platform is still processing; `live` says whether readers may already see the post. `publish` goes on with it. */
  | {
      readonly kind: "pending";
      readonly live: "no" | "maybe";
      readonly checkAfterSeconds: number;
      /** What it waits for, if that is anything else than the platform's processing. */
      readonly reason?: string;
    }
  /** Would fail again unchanged: FAILED. */
  | { readonly kind: "rejected"; readonly reason: string }
  /** Not for this platform: SKIPPED. */
  | { readonly kind: "unsuitable"; readonly reason: string }
  /** Refused without any effect, so safe to retry: RETRYING. */
  | {
      readonly kind: "busy";
      readonly reason: string;
      readonly retryAfterSeconds: number;
      /** The refusal concerns the whole channel (a rate limit, a server that is down): nothing else is sent there until then. */
      readonly scope?: "channel";
    }
  | Held
  | Unauthorized
  /**
   * May be live: never resent blindly. `retryAfterSeconds` is how long the platform asks us to wait. `sentNothing`: an earlier call is to be
   * looked up first, so this was no try.
   */
  | { readonly kind: "unknown"; readonly reason: string; readonly retryAfterSeconds?: number; readonly sentNothing?: true }
  /** The platform could not be asked about what it has: it is asked again, which uses up no try. Without `live`, that is as it was. */
  | { readonly kind: "notAsked"; readonly reason: string; readonly retryAfterSeconds: number; readonly live?: "no" | "maybe" }
  /** The platform lost what it had before any reader saw it: it is made anew. */
  | { readonly kind: "lost"; readonly reason: string };

/**
 * The access was refused, which is not believed from one answer. Once it is, the channel becomes INACTIVE; with the scope `grant`, every
 * channel of the grant does.
 */
export interface Unauthorized {
  readonly kind: "unauthorized";
  readonly reason: string;
  readonly scope?: "grant";
  /** What the network says when it is asked about the access itself; absent: it has not been asked, or did not say. */
  readonly probed?: "works" | "ended";
  /** The access works, but does not include this: for a comment, that concerns the comment alone. */
  readonly lacksPermission?: boolean;
  /** A question alone was refused, as networks do for days to good access: unless that has ended, it is asked again after so long. */
  readonly askAgainSeconds?: number;
}

/** A quota is used up, or the application's limit is reached: nothing was done, and no try is used. */
export interface Held {
  readonly kind: "held";
  readonly reason: string;
  readonly retryAfterSeconds: number;
  readonly scope: HoldScope;
  /** The budget that is used up; absent if the platform itself refused. */
  readonly budget?: string;
}

/** The answer of `Call.spend` when a budget does not suffice; a ready-made outcome of `publish`. */
export type BudgetHold = Held & { readonly scope: "application"; readonly budget: string };

/** What a hold covers: one channel, those of its grant, or every channel that this service's application reaches on the platform. */
export type HoldScope = "channel" | "grant" | "application";

/** Handed to the platform's inbox or to a person: SENT. */
export interface HandedOver {
  readonly kind: "handedOver";
  readonly note: string;
}

export interface Published {
  readonly kind: "published";
  readonly remoteId: string;
  readonly url: string | null;
  /**
   * Its type on the platform if that differs from the post's (`SHORT`, `REEL`, `TIKTOK`). What stands in place of a story, poll or
   * thread follows from the platform's row.
   */
  readonly postType?: PostType;
  /** The text as readers see it, if the connector changed it. */
  readonly text?: string;
  /** A note for the published entry, such as a poll that became text. */
  readonly note?: string;
}

export type FindOutcome =
  | PublishOutcome
  /** The platform certainly does not have it: it is sent again, once what refused the call is over. */
  | { readonly kind: "absent"; readonly held?: Held }
  /** Not known yet: it is looked up again. `retryAfterSeconds` is how long the platform asks us to wait. */
  | { readonly kind: "undecided"; readonly reason: string; readonly retryAfterSeconds?: number }
  /** The platform cannot be asked here, or has been asked enough: the delivery ends, and a person settles it. */
  | { readonly kind: "undecidable"; readonly reason: string };

export type ConnectOutcome =
  | {
      readonly kind: "connected";
      /** Identity on the platform; the same on every reconnect. */
      readonly remoteId: string;
      /** The name readers know, such as `@name@host`. */
      readonly handle: string;
      /** The given credentials plus what was obtained with them (sessions, ids); stored encrypted. */
      readonly credentials: Json;
      /** Public facts about the account or instance (limits), stored unencrypted. */
      readonly settings: Json;
      /** For tokens that end and can be renewed: they are kept as a grant instead of in `credentials`. */
      readonly grant?: GrantFacts;
      /** How this account differs from the connector's `preferences`, by name. */
      readonly accountPreferences?: AccountPreferences;
      /** Where its picture is, if the network said so in passing. */
      readonly pictureUrl?: string | null;
    }
  | NotDone;

/** Null for a figure that the platform did not tell this time: what was read before stays. */
export interface Counts {
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
}

/** Where readers find a post. */
export type Located = Pick<Published, "remoteId" | "url">;

/** What was found of posts whose id the platform did not tell when they were published, by the remote id that they have had since. */
type LocatedPosts = Readonly<Record<string, Located>>;

export type CountsOutcome =
  | { readonly kind: "counted"; readonly counts: Readonly<Record<string, Counts>>; readonly located?: LocatedPosts }
  | { readonly kind: "busy"; readonly reason: string; readonly retryAfterSeconds: number; readonly located?: LocatedPosts }
  | Unauthorized
  | { readonly kind: "unavailable"; readonly reason: string; readonly located?: LocatedPosts };

export type PlaylistsOutcome =
  /** `isWhole`: there are no more than these. */
  | { readonly kind: "listed"; readonly playlists: readonly { readonly id: string; readonly title: string }[]; readonly isWhole: boolean }
  | { readonly kind: "failed"; readonly reason: string };

/** A place that can be named in a post. */
export interface Place {
  readonly id: string;
  readonly name: string;
  /** On one line; empty if only its position is known. */
  readonly address: string;
}

export type PlacesOutcome =
  | { readonly kind: "found"; readonly places: readonly Place[] }
  | { readonly kind: "failed"; readonly reason: string };

/** Somebody who can be mentioned in a text. */
export interface Person {
  /** As a text has to say it, so that the network knows who is meant, such as `@name@host`. */
  readonly handle: string;
  readonly name: string;
}

export type PeopleOutcome =
  /** The likeliest first. */
  { readonly kind: "found"; readonly people: readonly Person[] } | { readonly kind: "failed"; readonly reason: string };

/**
 * What every call of an application at the platform is paid from, such as money or reads: `docs/running.md#budgets`. Amounts
 * are whole numbers, `scale` of which make one `unit`: with a scale of 1000, 15 is 0.015 USD.
 */
export interface Budget {
  readonly name: string;
  readonly unit: string;
  readonly scale: number;
  /** The time zone at whose midnights it begins anew, as the platform counts; absent: once a month, on a day that the operator sets. */
  readonly dailyIn?: string;
}

export interface Connector {
  readonly type: ChannelType;
  /**
   * The platform's hosts by name, as base URLs without a trailing slash; the main one is `api`. Another platform's host is named
   * `<slug>/<name>`. Each can be replaced by a setting, and each has an address on the sandbox network. Without them, hosts
   * depend on the account.
   */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The files that the platform fetches from this service instead of taking them: its public address has to be reachable. */
  fetchesMedia?(settings: Json): readonly MediumKind[];
  /** What the operator may limit per billing cycle. The connector reserves from it with `call.spend` before each paid call. */
  readonly budgets?: readonly Budget[];
  /** What the operator should know about the settings, as sentences that say what to do. */
  notices?(at: { readonly apiVersion: string | null; readonly isAudited: boolean; readonly now: Instant }): readonly string[];
  /**
   * What a person sets per channel because posts do not say it, such as who may see them. Asked when an account is chosen after a
   * log-in, and changed by `rostrum admin channels preferences`. Nothing is published without a choice that has no preset.
   */
  readonly preferences?: readonly Preference[];
  /** An account's settings as the channel's preferences overrule them, such as limits of which the network tells too little. */
  settingsUnder?(settings: Json, preferences: PreferenceValues): Json;
  /**
   * Whether everybody can see a published post, by its link, the note that it was published with, the preferences that it is known to
   * have gone out with, and the settings of its account. Absent: always.
   */
  isOpen?(post: {
    readonly url: string;
    readonly note: string | null;
    readonly preferences: PreferenceValues;
    readonly settings: Json;
  }): boolean;
  /** The account that its channels belong to has a record of its own in the brand: counted, never shown. */
  readonly hasAccountRecord?: true;
  /**
   * Whether two different remote ids are of one account, as where an id names the way by which an account is reached, too. Absent: never.
   */
  isSameAccount?(remoteId: string, other: string): boolean;
  /** The ways to log in at the network; without one, channels are connected by credentials alone. */
  readonly logIns?: readonly LogIn[];
  /**
   * How the server with these settings counts text, where the platform's row does not say it all: the length of links and
   * mentions, further limits. Used to refuse texts before an attempt and to split them into threads.
   */
  textMeasure?(settings: Json): TextMeasure;
  /** What readers of the channel will see of a post, or why its server would refuse it, as far as can be said without asking it. */
  show?(post: OutgoingPost, channel: ShowingChannel): ShownPost | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }>;
  /**
   * What is stored when a channel is connected again: the new credentials, and what the earlier ones knew of the account itself, such as
   * its last message. Without it, the new ones alone.
   */
  connectedAgain?(earlier: Json, given: Json): Json;
  /** Verifies the given credentials with the platform; nothing is stored unless it returns `connected`. */
  connect(credentials: unknown, call: ConnectCall): Promise<ConnectOutcome>;
  /** Makes what is not out yet, as far as it goes now: the checkpoint says what there is of the post. */
  publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome>;
  /**
   * Whether the account may still be published to: a cheap read, asked after a refusal of access. `works` only if the network says so of
   * this account. Without it, the log-in's `probe` is asked, or `connect` for given credentials.
   */
  probe?(account: Account, call: Call): Promise<ProbeOutcome>;
  /**
   * Finds out what became of a call that ended `unknown`: it looks, and where that decides nothing it may repeat the call under a key by
   * which the platform knows it again. Its own refusal is told as `unknown`, unless only a person can go on from there.
   */
  find?(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome>;
  /**
   * Where readers find the first part of a post that is published as several, as soon as it is out; null before, and for one that is
   * published as one. Asked after every step, however it ended, so that no end of the delivery says that nothing was sent. It knows this
   * from the checkpoint and makes no call.
   */
  firstPart?(post: OutgoingPost, account: Account, call: Call): Located | null;
  /** Where readers find the account; null where its id and handle do not tell. */
  profileUrl?(account: { readonly remoteId: string; readonly handle: string }): string | null;
  /** The id of the post at an address that a person found; null if the address does not tell it. */
  remoteIdOf?(url: string): string | null;
  /** Comments on the published post; same outcomes and rules as `publish`. `key` is stable per comment. */
  comment?(comment: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome>;
  findComment?(comment: OutgoingComment, account: Account, call: Call): Promise<FindOutcome>;
  /** Engagement of up to 25 posts, by remote id. Omits ids that the platform no longer has. */
  counts?(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome>;
  /**
   * What people should know of young posts that the network has changed since they were published, such as who sees them: notes by remote
   * id, none for a post whose note says so already. Asked along with the counts; absent where no network does that.
   */
  afterwards?(posts: readonly PublishedPost[], account: Account, call: Call): Promise<Readonly<Record<string, string>>>;
  /** For how many posts `counts` is called at a time, so that it takes a few requests at most; 25 where this is missing. */
  countedTogether?(account: Account): number;
  /** The account's own lists into which posts can be put, for people who write one. */
  playlists?(account: Account, call: Call): Promise<PlaylistsOutcome>;
  /** Places by their name, for people who write a post that can name one. */
  places?(search: string, account: Account, call: AskingCall): Promise<PlacesOutcome>;
  /** People by the beginning of a name or handle, for somebody who is typing a mention. */
  people?(beginning: string, account: Account, call: Call): Promise<PeopleOutcome>;
}

/** A post that is out: with its note, and the preferences that it is known to have gone out with. */
interface PublishedPost {
  readonly remoteId: string;
  readonly note: string | null;
  readonly preferences: PreferenceValues;
}

/** A channel for which a post is shown before it is published. */
export interface ShowingChannel {
  readonly channelId: number;
  readonly settings: Json;
}

/** The account to act as: the channel's decrypted credentials, for this call only. */
export interface Account {
  readonly channelId: number;
  readonly remoteId: string;
  readonly handle: string;
  readonly credentials: Json;
  readonly settings: Json;
  /**
   * The values of the connector's `preferences`, by name: the post's own, the channel's, or the preset. Complete whenever a post is
   * first sent, since one that lacks a choice is not. They may change between attempts: keep in a checkpoint what a lookup needs.
   */
  readonly preferences: PreferenceValues;
  /** What a person gave at the network's log-in, renewed if it was about to end; null for a channel without one. */
  readonly grant: AccountGrant | null;
  /**
   * Stores renewed credentials (rotated tokens) before they are used. Runs under the channel's lock. False if somebody has connected the
   * channel again since: theirs stay.
   */
  saveCredentials(credentials: Json): Promise<boolean>;
}

/** Somebody has connected the channel again: what an attempt has not sent yet is left to the next one, with their credentials. */
export class ConnectedAgain extends Error {
  constructor() {
    super("The channel has been connected again meanwhile.");
  }
}

/** A grant as connectors use it, opened for one call: it may serve several channels. */
export interface AccountGrant extends OpenGrant {
  /** The slug of the platform whose application it was given to. */
  readonly application: string;
  /** The application's id there; empty for a grant that was given as a token. */
  readonly clientId: string;
}

export interface Call {
  readonly net: Net;
  readonly signal: AbortSignal;
  now(): Instant;
  /** Overrides the base URL of the platform's API (setting or sandbox), no trailing slash; null for the platform's own. */
  readonly baseUrl: string | null;
  /** The address in effect of one of the connector's `hosts`, without a trailing slash. Throws for any other name. */
  host(name: string): string;
  /** The version of the platform's API that the operator asks for; null for the connector's own choice. */
  readonly apiVersion: string | null;
  /** Whether the operator says that the platform has audited the application, where it allows less before; true on the sandbox network. */
  readonly isAudited: boolean;
  /**
   * Whether this is the first try, or the first since somebody had the delivery tried again: a refusal that the checkpoint holds is over
   * then, and what it says to exist stays. Looking up and going on with what is being processed are no tries.
   */
  readonly startsOver?: boolean;
  /** Whether the post has been deleted meanwhile, or is settled after a restore: what is there is looked up, and nothing is made. */
  readonly isStopped?: boolean;
  /** Progress stored durably before the next call: media ids, containers, sessions, record keys. Survives a crash. */
  readonly checkpoint: Checkpoint;
  /**
   * Reserves amounts of the connector's `budgets`, by name: all of them or none. Null: reserved, and the call may be made. Else the
   * call must not be made: `publish` returns the value as it is, `find` and `counts` could not ask. What is reserved for a call
   * that is then not made stays used, so reserve right before the call.
   */
  spend(amounts: Readonly<Record<string, number>>): Promise<BudgetHold | null>;
  /**
   * A picture of somebody else's page, in a form the platform accepts, like those of posts; null if it cannot be had or made to fit.
   * Absent where nothing is published.
   */
  fetchPicture?(url: string, wanted: ImageDemand): Promise<PreparedImage | null>;
  /**
   * The given platform ids that belong to other deliveries of the channel, or of channels that share its grant: what those were
   * published as, or have recorded in their checkpoints as `{ id }`. A lookup must not claim them.
   */
  ownedByOthers(remoteIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface ConnectCall extends Call {
  /** What is registered for the first of the connector's `logIns`: given tokens may be of use only together with it. */
  readonly application?: Application | null;
}

/** While a person waits for the answer. */
export interface AskingCall extends Call {
  /** What is registered at a platform, by its slug; null if nothing is. */
  applicationOf(platform: string): Promise<Application | null>;
}

export interface Checkpoint {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
  /**
   * As `set`, for what the network has just told of something that is out, such as its id. If it cannot be stored at this moment, it is
   * stored with how the attempt ends: it must not be lost, because nothing may be able to find it out again.
   */
  keep(name: string, value: Json): Promise<void>;
  /**
   * Stored together with the next value that is `set` or sealed, else with how the attempt ends, which spares a commit. For what no
   * later call relies on until one of the two has happened: a process that dies before loses it.
   */
  note(name: string, value: Json): void;
  /** As `set`, for values that give access, such as upload addresses and tokens: stored encrypted, read by `get`. */
  seal(name: string, value: Json): Promise<void>;
}

export interface OutgoingPost {
  /** The idempotency key: unique to this delivery and the same on every attempt. A republication gets a new one. */
  readonly key: string;
  /** When the post left the queue or was due; the same on every attempt. */
  readonly dueAt: Instant;
  readonly type: PostType;
  /** The caption; empty for a poll without caption. */
  readonly text: string;
  /** The caption's parts if it is a thread, else one part; the same on every attempt. */
  readonly segments: readonly string[];
  readonly title: string | null;
  /** What was given for all files together: each of `media` has its own. */
  readonly alt: string | null;
  readonly link: string | null;
  readonly poll: Poll | null;
  readonly media: readonly OutgoingMedia[];
  readonly asStory: boolean;
  /** This platform's part of the post's `platforms`, as sent by the client. */
  readonly options: Json;
}

export interface OutgoingComment {
  readonly key: string;
  readonly dueAt: Instant;
  readonly text: string;
  /** The published post's id on the platform. */
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
  /** What it shows, in words: its own, else the post's. */
  readonly alt: string | null;
  /** Of a thread: the place of the segment with which it goes; absent or 0: with the first. */
  readonly part?: number;
  /** Of a video: the cover that was chosen for it; absent if none was, or the platform takes none. */
  readonly cover?: VideoCover;
  /**
   * The file as stored, called `name` if one is given. Its bytes are read when they are sent: use it in a form, its `stream()` as a
   * body, its slices for parts. A name must not be given to it later: `form.set(key, file, name)` makes a copy without the bytes.
   */
  file(name?: string): Promise<File>;
  /** A URL of ours that serves the file to anyone who has it for some hours; a new one on each call. */
  url(): string;
  /**
   * The picture in a form the platform accepts: converted if its type is not in `types`, re-encoded and scaled down until it
   * fits, always without EXIF and GPS. Null if it cannot be made to fit; `unreadable` if reading it took too much time or
   * memory on every try.
   */
  image(wanted: ImageDemand): Promise<PreparedImage | null | "unreadable">;
}

/** What readers see of a video before they play it. */
export interface VideoCover {
  /** In a form that the platform accepts. */
  readonly picture: OutgoingMedia;
  /** Where in the video it is; null for a picture from elsewhere. */
  readonly seconds: number | null;
}

/** A post as readers of the platform will see it. */
export interface ShownPost {
  readonly kind: "shown";
  readonly frame: Frame;
  /** One, or the parts of a thread. */
  readonly parts: readonly ShownPart[];
  readonly title: string | null;
  /** Where it says to have been made; absent or null if it does not say so, or nobody gave the place's name. */
  readonly place?: string | null;
  /** What the platform does not take. */
  readonly note: string | null;
}

export interface ShownPart {
  readonly text: string;
  /** Names in it that the author has marked as mentions, in the platform's own way; absent where there is none. */
  readonly mentions?: readonly string[];
  readonly media: readonly OutgoingMedia[];
  readonly poll: ShownPoll | null;
  /** The card or button below it; null without one. */
  readonly card: ShownCard | null;
}

export interface ShownCard {
  readonly url: string;
  /** Null where the network takes it from the page. */
  readonly title: string | null;
}

export interface ShownPoll {
  /** Null where the text asks it. */
  readonly question: string | null;
  readonly options: readonly string[];
}

/** The outcome for a post with an unreadable picture. */
export function unreadable({ name }: Pick<OutgoingMedia, "name">): { readonly kind: "rejected"; readonly reason: string } {
  return { kind: "rejected", reason: `The image ${name} cannot be opened: reading it took too much time or memory, three times.` };
}

export interface ImageDemand {
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** What a plain picture is kept above where that is possible, though it could be smaller. */
  readonly minBytes?: number;
  readonly maxPixels?: number;
}

export interface PreparedImage {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
}
