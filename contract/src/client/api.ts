import type { Answer, CallOptions, PageAnswer, Upload } from "./facts.ts";

/** The types of the package `rostrum-client`. Written from the table by `npm run openapi`; do not edit. */

export interface Acknowledged {
  id: number;
  message: string;
}

export interface Automation {
  id: number;
  name: string;
  collectionId: number;
  status: "ACTIVE" | "PAUSED" | "FAILING" | "STOPPED";
  /** The feed's source. */
  type: "YOUTUBE" | "RSS" | "ATOM" | "MEDIUM" | "SHOPIFY" | "WORDPRESS" | "WOOCOMMERCE" | "ETSY" | "GHOST" | "SUBSTACK" | "ANCHOR" | "TRANSISTOR" | "CAPTIVATE" | "SOUNDCLOUD" | "BLOGGER" | "WIX" | "SQUARESPACEBLOG" | "SQUARESPACESHOP" | "WEEBLY" | "TUMBLR" | "SHOPIFY2" | "WOOCOMMERCE2" | "PRESTASHOP" | "BUZZSPROUT" | "RSSCOM" | "CASTOS" | "PODCASTCO";
  feedUrl: string;
  /** Completed runs; 0 on creation. */
  runCount: number;
  importAsType: "LINK" | "IMAGE" | "VIDEO" | "CAROUSEL";
  /** Unix seconds; 0 if never run. */
  lastRun: number;
  /** Title template of imported posts. */
  title: string;
  /** Caption template of imported posts. */
  caption: string;
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
}

export interface Brand {
  id: number;
  title: string;
  description: string | null;
  /** IANA name of the brand's timezone; null means UTC. */
  timezone: string | null;
  /** While `PAUSED` no queued post publishes from any collection of the brand. */
  queueStatus: "ACTIVE" | "PAUSED";
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
}

export interface Channel {
  id: number;
  name: string;
  /** `INACTIVE`: disconnected or needs re-authentication; receives no posts. */
  status: "ACTIVE" | "INACTIVE";
  /** Tolerate unrecognized values: new platforms are added over time. */
  type: "Facebook" | "Instagram" | "Threads" | "LinkedIn" | "Google Business" | "YouTube" | "TikTok" | "Pinterest" | "X" | "Mastodon" | "Bluesky" | "Telegram" | "Social Media";
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
}

export interface Collection {
  id: number;
  title: string;
  description: string | null;
  /** A paused collection does not publish queued posts. */
  status: "ACTIVE" | "PAUSED";
  evergreen: {
    /** Whether published posts are added back to the queue. */
    enabled: boolean;
    /** Evergreen interval: `0` off, `-1` republish forever, N re-adds published posts after N weeks. */
    maxRepublish: number;
  };
  /** Evergreen interval: `0` off, `-1` republish forever, N re-adds published posts after N weeks. */
  maxRepublish: number;
  /** IANA name of the brand's timezone; null means UTC. */
  timezone: string | null;
  /** Active and inactive channels of the collection. */
  channels: CollectionChannel[];
  /** Weekly slots, Monday to Sunday. */
  queues: QueueSlot[];
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
}

export interface CollectionChannel {
  id: number;
  name: string;
  /** `INACTIVE`: disconnected or needs re-authentication; receives no posts. */
  status: "ACTIVE" | "INACTIVE";
  /** Tolerate unrecognized values: new platforms are added over time. */
  type: "Facebook" | "Instagram" | "Threads" | "LinkedIn" | "Google Business" | "YouTube" | "TikTok" | "Pinterest" | "X" | "Mastodon" | "Bluesky" | "Telegram" | "Social Media";
}

/** Applied to every channel that supports comments. */
export interface Comment {
  /** The text. */
  comment: string;
  /** Seconds to wait after publishing. */
  delay: number;
}

export interface ListedCollection {
  id: number;
  title: string;
  description: string | null;
  /** A paused collection does not publish queued posts. */
  status: "ACTIVE" | "PAUSED";
  evergreen: {
    /** Whether published posts are added back to the queue. */
    enabled: boolean;
    /** Evergreen interval: `0` off, `-1` republish forever, N re-adds published posts after N weeks. */
    maxRepublish: number;
  };
  /** Evergreen interval: `0` off, `-1` republish forever, N re-adds published posts after N weeks. */
  maxRepublish: number;
  /** IANA name of the brand's timezone; null means UTC. */
  timezone: string | null;
  /** Active and inactive channels of the collection. */
  channels: CollectionChannel[];
  /** Weekly slots, Monday to Sunday. */
  queues: QueueSlot[];
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
  postsCount: PostsCount;
}

export interface MediaItem {
  /** Opaque; pass unchanged as `media[].id`. */
  id: string;
  name: string;
  /** MIME type detected by the server. */
  type: string;
  /** Bytes. */
  size: number;
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
}

/** Options of individual platforms; others ignore them. */
export interface PlatformOptions {
  instagram?: {
    /** User name, or several. */
    collab?: string | string[] | undefined;
    location?: {
      /** Id of the place. */
      id: string;
      /** Name of the place. */
      name?: string | undefined;
    } | undefined;
    /** How a trial reel graduates. */
    trialReel?: string | undefined;
    /** Whether a reel shows in the feed too. */
    shareToFeed?: boolean | undefined;
  } | undefined;
  facebook?: {
    /** User name, or several. */
    collab?: string | string[] | undefined;
    location?: {
      /** Id of the place. */
      id: string;
      /** Name of the place. */
      name?: string | undefined;
    } | undefined;
  } | undefined;
  tiktok?: {
    /** Finish in the app. */
    sendToInbox?: boolean | undefined;
    /** Let TikTok add music. */
    autoAddMusic?: boolean | undefined;
  } | undefined;
  youtube?: {
    /** Keywords of the video. */
    tags?: string[] | undefined;
    /** Playlists by channel. */
    playlists?: {
      channelId: number;
      playlistIds: string[];
    }[] | undefined;
  } | undefined;
  googlemybusiness?: {
    /** Add the image to the profile's photos. */
    uploadToPhotosSection?: boolean | undefined;
  } | undefined;
}

/** For LinkedIn, X, Telegram, Threads, Mastodon and Bluesky; other channels use the caption only. */
export interface Poll {
  /** The question. */
  question: string;
  /** The answers, 2 to 4. */
  options: string[];
  /** How long it runs. */
  period: "1d" | "3d" | "7d";
  /** Zero-based; makes it a quiz. */
  correctOptionIndex?: number | undefined;
  /** Shown after voting. */
  explanation?: string | undefined;
}

export interface Post {
  id: number;
  collectionId: number;
  title: string | null;
  /** The caption. */
  body: string;
  media: {
    id: string;
    name: string;
    type: string;
    size: number;
  }[];
  postType: "TEXT" | "IMAGE" | "VIDEO" | "MULTIMEDIA" | "SHORT" | "DOCUMENT" | "THREAD" | "SLIDES" | "REEL" | "TIKTOK" | "STORY" | "POLL" | "ENGAGE_COMMENT";
  postingType: "NOW" | "SCHEDULE" | "QUEUE" | "DRAFT";
  status: "PENDING" | "DRAFT" | "PUBLISHED";
  /** UTC, `YYYY-MM-DD HH:MM:SS`; null for a draft. */
  postDate: string | null;
  /** Present only when a poll is attached. */
  poll?: Poll | undefined;
  /** ISO 8601 with microseconds, UTC. */
  createdAt: string;
  /** ISO 8601 with microseconds, UTC. */
  updatedAt: string;
}

/** Exactly one of `id` or `url`. */
export interface PostMedia {
  /** From an upload or the media list. */
  id?: string | undefined;
  /** Public address; the service downloads it. */
  url?: string | undefined;
}

export interface PostsCount {
  queued: number;
  scheduled: number;
  drafts: number;
  published: number;
}

export interface PublishedEntry {
  /** The entry's own id, not the post's. */
  id: number;
  /** The post it was published from; null once that is deleted. */
  postId: number | null;
  collectionId: number | null;
  channel: {
    id: number | null;
    name: string | null;
    type: "Facebook" | "Instagram" | "Threads" | "LinkedIn" | "Google Business" | "YouTube" | "TikTok" | "Pinterest" | "X" | "Mastodon" | "Bluesky" | "Telegram" | "Social Media" | null;
  };
  postType: "TEXT" | "IMAGE" | "VIDEO" | "MULTIMEDIA" | "SHORT" | "DOCUMENT" | "THREAD" | "SLIDES" | "REEL" | "TIKTOK" | "STORY" | "POLL" | "ENGAGE_COMMENT" | null;
  /** Text as published. */
  body: string | null;
  /** Link to the post on the platform. */
  url: string | null;
  status: "PUBLISHED" | "FAILED" | "RETRYING" | "SKIPPED" | "SENT";
  message: string | null;
  /** ISO 8601 with microseconds, UTC. */
  publishedAt: string;
  results: {
    likes: number;
    comments: number;
    shares: number;
  };
}

export interface QueueSlot {
  id: number;
  day: "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN";
  /** `HH:mm`, 24-hour, in the brand's timezone. */
  time: string;
  /** Day and time together. */
  date: string;
  /** `PUBLISHED` from the moment it sent a post until the brand-local week ends. */
  status: "PENDING" | "PUBLISHED";
}

/** A slot publishes queued posts only while `queueStatus` and its `collectionStatus` are both `ACTIVE`. */
export interface Schedule {
  /** IANA name of the brand's timezone; null means UTC. */
  timezone: string | null;
  queueStatus: "ACTIVE" | "PAUSED";
  /** Slots of each day, ordered by time; an empty array for a day without slots. */
  schedule: {
    MON: ScheduleSlot[];
    TUE: ScheduleSlot[];
    WED: ScheduleSlot[];
    THU: ScheduleSlot[];
    FRI: ScheduleSlot[];
    SAT: ScheduleSlot[];
    SUN: ScheduleSlot[];
  };
}

export interface ScheduleSlot {
  /** `HH:mm`, 24-hour, in the brand's timezone. */
  time: string;
  /** The same value as the slot's `id` in the collection's `queues`. */
  queueId: number;
  collectionId: number;
  collectionTitle: string;
  collectionStatus: "ACTIVE" | "PAUSED";
}

export interface UploadedMedia {
  /** Opaque; pass unchanged as `media[].id`. */
  id: string;
  /** MIME type detected by the server. */
  type: string;
  /** Bytes. */
  size: number;
}

export interface User {
  /** Opaque hashed identifier. */
  id: string;
  name: string;
  /** ISO 8601 with microseconds, UTC. */
  joinedAt: string;
  /** The user's own timezone, not a brand's. */
  timezone: string | null;
}

/** What `getProfile` takes. */
export interface GetProfileRequest {}

/** What `validateToken` takes. */
export interface ValidateTokenRequest {}

/** What `listBrands` takes. */
export interface ListBrandsRequest {
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
}

/** What `getSchedule` takes. */
export interface GetScheduleRequest {
  /** Id of the brand. */
  brandId: number;
}

/** What `listChannels` takes. */
export interface ListChannelsRequest {
  /** Id of the brand. */
  brandId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
}

/** What `listCollections` takes. */
export interface ListCollectionsRequest {
  /** Id of the brand. */
  brandId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
}

/** What `createCollection` takes. */
export interface CreateCollectionRequest {
  /** Id of the brand. */
  brandId: number;
  /** Name of the collection. */
  title: string;
  /** What it is for. */
  description?: string | null | undefined;
  /** Evergreen: `0` off (default), `-1` forever, N re-adds published posts after N weeks. */
  maxRepublish?: number | null | undefined;
  /** Channel ids of this brand; default none. */
  channels?: number[] | null | undefined;
  /** Weekly slots in the brand's timezone; default none. */
  queues?: string[] | null | undefined;
}

/** What `listAutomations` takes. */
export interface ListAutomationsRequest {
  /** Id of the brand. */
  brandId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
}

/** What `createAutomation` takes. */
export interface CreateAutomationRequest {
  /** Id of the brand. */
  brandId: number;
  /** Name of the automation. */
  name: string;
  /** A collection of the brand. */
  collectionId: number;
  /** The feed's source. */
  type: "YOUTUBE" | "RSS" | "ATOM" | "MEDIUM" | "SHOPIFY" | "WORDPRESS" | "WOOCOMMERCE" | "ETSY" | "GHOST" | "SUBSTACK" | "ANCHOR" | "TRANSISTOR" | "CAPTIVATE" | "SOUNDCLOUD" | "BLOGGER" | "WIX" | "SQUARESPACEBLOG" | "SQUARESPACESHOP" | "WEEBLY" | "TUMBLR" | "SHOPIFY2" | "WOOCOMMERCE2" | "PRESTASHOP" | "BUZZSPROUT" | "RSSCOM" | "CASTOS" | "PODCASTCO";
  /** Fetched and parsed before creation. */
  feedUrl: string;
  /** What to attach to the imported posts. */
  importAsType: "LINK" | "IMAGE" | "VIDEO" | "CAROUSEL";
  /** Template with placeholders such as `{{title}}`; default `{{title}}`. */
  title?: string | undefined;
  /** Template with placeholders such as `{{description}}` and `{{link}}`. */
  caption?: string | undefined;
  /** Also import the items currently in the feed, in the background. */
  loadOldPosts?: boolean | undefined;
  /** Import as drafts instead of queueing. */
  addPostsAsDraft?: boolean | undefined;
  /** Hours between checks. */
  refreshRate?: 1 | 6 | 12 | 24 | undefined;
}

/** What `listMedia` takes. */
export interface ListMediaRequest {
  /** Id of the brand. */
  brandId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
  /** `APPLICATION` includes everything kept as a document; `DOCUMENT` restricts that to office and PDF types. */
  type?: "IMAGE" | "VIDEO" | "GIF" | "APPLICATION" | "DOCUMENT" | "CSV" | undefined;
}

/** What `uploadMedia` takes. */
export interface UploadMediaRequest extends Upload {
  /** Id of the brand. */
  brandId: number;
}

/** What `listCollectionPosts` takes. */
export interface ListCollectionPostsRequest {
  /** Id of the brand. */
  brandId: number;
  /** Id of the collection. */
  collectionId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
  /** Only posts in this state. */
  status?: "PENDING" | "DRAFT" | "PUBLISHED" | undefined;
  /** Only posts of this type. */
  postType?: "TEXT" | "IMAGE" | "VIDEO" | "MULTIMEDIA" | "SHORT" | "DOCUMENT" | "THREAD" | "SLIDES" | "REEL" | "TIKTOK" | "STORY" | "POLL" | "ENGAGE_COMMENT" | undefined;
  /** Only posts in this mode. */
  postingType?: "NOW" | "SCHEDULE" | "QUEUE" | "DRAFT" | undefined;
  /** Created at or after this moment: `YYYY-MM-DD HH:MM:SS`, UTC. */
  createdFrom?: string | undefined;
  /** Created at or before this moment: `YYYY-MM-DD HH:MM:SS`, UTC; not earlier than `createdFrom`. */
  createdTo?: string | undefined;
  /** Sort key; ties are broken by id. */
  sortBy?: "id" | "title" | "post_date" | "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  sortOrder?: "desc" | "asc" | undefined;
}

/** What `listBrandPosts` takes. */
export interface ListBrandPostsRequest {
  /** Id of the brand. */
  brandId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
  /** Only posts in this state. */
  status?: "PENDING" | "DRAFT" | "PUBLISHED" | undefined;
  /** Only posts of this type. */
  postType?: "TEXT" | "IMAGE" | "VIDEO" | "MULTIMEDIA" | "SHORT" | "DOCUMENT" | "THREAD" | "SLIDES" | "REEL" | "TIKTOK" | "STORY" | "POLL" | "ENGAGE_COMMENT" | undefined;
  /** Only posts in this mode. */
  postingType?: "NOW" | "SCHEDULE" | "QUEUE" | "DRAFT" | undefined;
  /** Created at or after this moment: `YYYY-MM-DD HH:MM:SS`, UTC. */
  createdFrom?: string | undefined;
  /** Created at or before this moment: `YYYY-MM-DD HH:MM:SS`, UTC; not earlier than `createdFrom`. */
  createdTo?: string | undefined;
  /** Sort key; ties are broken by id. */
  sortBy?: "id" | "title" | "post_date" | "created_at" | "updated_at" | undefined;
  /** Sort direction. */
  sortOrder?: "desc" | "asc" | undefined;
  /** Only posts of this collection. */
  collectionId?: number | undefined;
  /** `QUEUE`: pending queued posts; `SCHEDULED`: pending scheduled and immediate posts; `DRAFT`; `PUBLISHED`. */
  view?: "QUEUE" | "SCHEDULED" | "DRAFT" | "PUBLISHED" | undefined;
}

/** What `createPost` takes. */
export interface CreatePostRequest {
  /** Id of the brand. */
  brandId: number;
  /** Id of the collection. */
  collectionId: number;
  /** When it goes out. */
  publishMode: "QUEUE" | "SCHEDULE" | "IMMEDIATE" | "DRAFT";
  /** Required unless `poll` is set. */
  caption?: string | undefined;
  poll?: Poll | undefined;
  /** Used by YouTube, Pinterest and similar. */
  title?: string | undefined;
  /** Alternative text of the images. */
  alt?: string | undefined;
  /** Google Business LEARN_MORE button and Pinterest destination. */
  link?: string | undefined;
  /** `YYYY-MM-DD HH:MM:SS` in the brand's timezone, at least 10 minutes in the future. Required when `publishMode` is `SCHEDULE`. */
  scheduledAt?: string | undefined;
  /** Story on Instagram and Facebook; other platforms publish a regular post. */
  postAsStory?: boolean | undefined;
  /** Turns on automatic text splitting: a caption split by triple newlines becomes a thread of up to 10 segments; one without is split on networks with threads if it is too long for them. */
  autoThreadText?: boolean | undefined;
  comment?: Comment | undefined;
  /** Files of the brand's media by id, or public addresses. */
  media?: PostMedia[] | undefined;
  platforms?: PlatformOptions | undefined;
}

/** What `updatePost` takes. */
export interface UpdatePostRequest {
  /** Id of the brand. */
  brandId: number;
  /** Id of the post. */
  postId: number;
  /** Where the post goes; `IMMEDIATE` is not accepted here. */
  publishMode?: "DRAFT" | "SCHEDULE" | "QUEUE" | undefined;
  /** `YYYY-MM-DD HH:MM:SS` in the brand's timezone, at least 10 minutes in the future. Required with `SCHEDULE`, not allowed without it. */
  scheduledAt?: string | undefined;
  /** Which end of the queue. Alone or with `publishMode` `QUEUE`. */
  queuePosition?: "FRONT" | "BACK" | undefined;
}

/** What `deletePost` takes. */
export interface DeletePostRequest {
  /** Id of the brand. */
  brandId: number;
  /** Id of the post. */
  postId: number;
}

/** What `listPublishedPosts` takes. */
export interface ListPublishedPostsRequest {
  /** Id of the brand. */
  brandId: number;
  /** Page number, from 1. */
  page?: number | undefined;
  /** Entries per page, 1 to 100. */
  perPage?: number | undefined;
  /** One per request; entries in other states are left out. */
  status?: "PUBLISHED" | "FAILED" | "RETRYING" | "SKIPPED" | "SENT" | undefined;
  /** Only entries of this collection. */
  collectionId?: number | undefined;
  /** Only entries of this channel. */
  channelId?: number | undefined;
  /** Only entries of this post. */
  postId?: number | undefined;
  /** Only entries of this type; an unknown one finds nothing. */
  postType?: string | undefined;
  /** Case-insensitive match on the published text. */
  search?: string | undefined;
  /** Published at or after this moment: `YYYY-MM-DD HH:MM:SS`, UTC. */
  publishedFrom?: string | undefined;
  /** Published at or before this moment: `YYYY-MM-DD HH:MM:SS`, UTC; not earlier than `publishedFrom`. */
  publishedTo?: string | undefined;
  /** Sort key; ties are broken by id. */
  sortBy?: "id" | "created_at" | "likes" | "comments" | "shares" | undefined;
  /** Sort direction. */
  sortOrder?: "desc" | "asc" | undefined;
}

/** A method for each operation. Refusals, time-outs and an unreachable service are values, not exceptions. */
export interface RostrumClient {
  /** Get the profile of the token's user: `GET /me`. Returns the user whose key made the request. Counts only against the route limit. */
  readonly getProfile: (input?: GetProfileRequest, options?: CallOptions) => Promise<Answer<User>>;
  /** Validate the token: `GET /auth`. Alias of `/me`. A 401 names the reason in `errors.authorization`. Counts only against the route limit. */
  readonly validateToken: (input?: ValidateTokenRequest, options?: CallOptions) => Promise<Answer<User>>;
  /** List brands: `GET /brands`. Brands where the token's user is an active member, newest first. */
  readonly listBrands: (input?: ListBrandsRequest, options?: CallOptions) => Promise<PageAnswer<Brand>>;
  /** Get the weekly queue schedule of a brand: `GET /brands/{brand_id}/schedule`. All weekly slots of all collections of the brand, by day and time, in the brand's timezone. Not paginated. */
  readonly getSchedule: (input: GetScheduleRequest, options?: CallOptions) => Promise<Answer<Schedule>>;
  /** List channels: `GET /brands/{brand_id}/channels`. Active and inactive channels of the brand, newest first. `total` is counted before channels in other states are filtered out, so a page can come back short or empty while more pages remain. */
  readonly listChannels: (input: ListChannelsRequest, options?: CallOptions) => Promise<PageAnswer<Channel>>;
  /** List collections: `GET /brands/{brand_id}/collections`. Collections of the brand with their channels, weekly slots and post counts, newest first. */
  readonly listCollections: (input: ListCollectionsRequest, options?: CallOptions) => Promise<PageAnswer<ListedCollection>>;
  /** Create a collection: `POST /brands/{brand_id}/collections`. Creates a collection with its default channels and weekly slots. A day may have 10 slots for verified users and 5 for unverified ones. Duplicate and overlapping slots are allowed. */
  readonly createCollection: (input: CreateCollectionRequest, options?: CallOptions) => Promise<Answer<Collection>>;
  /** List feed automations: `GET /brands/{brand_id}/automations`. Feed automations of the brand, newest first. */
  readonly listAutomations: (input: ListAutomationsRequest, options?: CallOptions) => Promise<PageAnswer<Automation>>;
  /** Create a feed automation: `POST /brands/{brand_id}/automations`. The feed is fetched and parsed before the automation is created. With `loadOldPosts` its current items are imported in the background. */
  readonly createAutomation: (input: CreateAutomationRequest, options?: CallOptions) => Promise<Answer<Automation>>;
  /** List media: `GET /brands/{brand_id}/media`. Visible media of the brand, newest first. */
  readonly listMedia: (input: ListMediaRequest, options?: CallOptions) => Promise<PageAnswer<MediaItem>>;
  /** Upload media: `POST /brands/{brand_id}/media`. One file in the field `media`: JPEG, PNG, BMP, MP4, MOV or PDF, at most 104,857,600 bytes. The type is detected from the content. WebP is not accepted. PDF is for LinkedIn document posts. */
  readonly uploadMedia: (input: UploadMediaRequest, options?: CallOptions) => Promise<Answer<UploadedMedia>>;
  /** List a collection's posts: `GET /brands/{brand_id}/collections/{collection_id}/posts`. Posts of one collection, newest first unless sorted otherwise. */
  readonly listCollectionPosts: (input: ListCollectionPostsRequest, options?: CallOptions) => Promise<PageAnswer<Post>>;
  /** List posts across the brand: `GET /brands/{brand_id}/posts`. Posts of all collections of the brand, newest first unless sorted otherwise. */
  readonly listBrandPosts: (input: ListBrandPostsRequest, options?: CallOptions) => Promise<PageAnswer<Post>>;
  /** Create a post: `POST /brands/{brand_id}/collections/{collection_id}/posts`. The post goes to every channel of the collection: saved as a draft, put at the end of the queue, scheduled, or published now. Delivery per channel is in the published results. There are no idempotency keys: after a time-out check the lists before sending again. */
  readonly createPost: (input: CreatePostRequest, options?: CallOptions) => Promise<Answer<Acknowledged>>;
  /** Reschedule, re-queue, or draft a post: `PATCH /brands/{brand_id}/posts/{post_id}`. Moves a draft, queued or scheduled post. Content cannot be edited. */
  readonly updatePost: (input: UpdatePostRequest, options?: CallOptions) => Promise<Answer<Post>>;
  /** Delete a post: `DELETE /brands/{brand_id}/posts/{post_id}`. Deletes the post permanently. Needs the account's sensitive-actions setting. Published results stay. */
  readonly deletePost: (input: DeletePostRequest, options?: CallOptions) => Promise<Answer<Acknowledged>>;
  /** List published results: `GET /brands/{brand_id}/published-posts`. One entry per post per channel, with delivery status and engagement counts. One status per request, `PUBLISHED` by default; to check one post on every channel, repeat the request for each status. */
  readonly listPublishedPosts: (input: ListPublishedPostsRequest, options?: CallOptions) => Promise<PageAnswer<PublishedEntry>>;
  /**
   * Iterates over a list page by page from `page` (default 1). A page may be empty without being the last. Ends after the last
   * page, or with the first failure as its last value.
   */
  readonly pages: {
    /** List brands: `GET /brands`. Brands where the token's user is an active member, newest first. */
    readonly listBrands: (input?: ListBrandsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<Brand>, void, void>;
    /** List channels: `GET /brands/{brand_id}/channels`. Active and inactive channels of the brand, newest first. `total` is counted before channels in other states are filtered out, so a page can come back short or empty while more pages remain. */
    readonly listChannels: (input: ListChannelsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<Channel>, void, void>;
    /** List collections: `GET /brands/{brand_id}/collections`. Collections of the brand with their channels, weekly slots and post counts, newest first. */
    readonly listCollections: (input: ListCollectionsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<ListedCollection>, void, void>;
    /** List feed automations: `GET /brands/{brand_id}/automations`. Feed automations of the brand, newest first. */
    readonly listAutomations: (input: ListAutomationsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<Automation>, void, void>;
    /** List media: `GET /brands/{brand_id}/media`. Visible media of the brand, newest first. */
    readonly listMedia: (input: ListMediaRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<MediaItem>, void, void>;
    /** List a collection's posts: `GET /brands/{brand_id}/collections/{collection_id}/posts`. Posts of one collection, newest first unless sorted otherwise. */
    readonly listCollectionPosts: (input: ListCollectionPostsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<Post>, void, void>;
    /** List posts across the brand: `GET /brands/{brand_id}/posts`. Posts of all collections of the brand, newest first unless sorted otherwise. */
    readonly listBrandPosts: (input: ListBrandPostsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<Post>, void, void>;
    /** List published results: `GET /brands/{brand_id}/published-posts`. One entry per post per channel, with delivery status and engagement counts. One status per request, `PUBLISHED` by default; to check one post on every channel, repeat the request for each status. */
    readonly listPublishedPosts: (input: ListPublishedPostsRequest, options?: CallOptions) => AsyncGenerator<PageAnswer<PublishedEntry>, void, void>;
  };
}
