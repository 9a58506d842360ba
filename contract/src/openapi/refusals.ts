import { type ErrorStatus, summary as topSentence } from "../errors.ts";
import type { OperationName } from "../operations.ts";
import type { Example } from "./examples.ts";

/** Which of the four error bodies an example has; it selects the schema of the reply. */
export type ErrorForm = "ValidationError" | "DomainError" | "ResourceRateLimitError" | "RouteRateLimitError";

export interface Refusal extends Example<unknown> {
  readonly status: ErrorStatus;
  readonly form: ErrorForm;
}

/** Every refusal that the document shows. Keys of `errors` are stable: `docs/api.md#errors`. */
export const refusals = {
  bodyNotJson: domain(400, "The body is not valid JSON", "body", "The request body is not valid JSON."),
  bodyNotMultipart: domain(400, "The body is not valid multipart", "body", "The request body is not valid multipart/form-data."),
  foreignChannel: domain(400, "A channel of another brand", "channels", "These channels do not belong to the brand: 99."),
  tooManySlots: domain(400, "More slots per day than the user may have", "queues", "MON has 6 slots; a collection may have 5 per day."),
  feedUnreadable: domain(400, "The feed could not be fetched or parsed", "feedUrl", "The address does not lead to a feed."),
  mediaUnreachable: domain(
    400,
    "A media address could not be downloaded",
    "media",
    "The media address number 1 could not be downloaded. There is nothing at this address (status 404).",
  ),
  tokenMissing: domain(401, "No token", "authorization", "The request carries no API key. Send it as Authorization: Bearer."),
  tokenInvalid: domain(401, "Unknown token", "authorization", "The API key is invalid."),
  tokenExpired: domain(401, "Expired token", "authorization", "The API key has expired."),
  tokenRevoked: domain(401, "Deleted token", "authorization", "The API key has been revoked."),
  tokensDiffer: domain(
    401,
    "Header and query carry different keys",
    "authorization",
    "The Authorization header and the api_key parameter carry different API keys.",
  ),
  viewerWrites: domain(403, "A viewer of the brand has read-only access", "role", "Your role in this brand is viewer, which is read-only."),
  notMember: domain(403, "Not a member of the brand", "brand_id", "You are not a member of this brand."),
  collectionsPlan: domain(403, "Collections limit of the plan", "plan", "The plan allows 3 collections."),
  automationsPlan: domain(403, "Automations limit of the plan", "plan", "The plan allows 3 automations."),
  postsPlan: domain(403, "Scheduled-posts limit of the plan", "plan", "The plan allows 50 scheduled posts."),
  postsOfDay: domain(
    403,
    "Ten posts of the collection on that day",
    "plan",
    "A collection may have 10 scheduled and immediate posts per day.",
  ),
  mediaPlan: domain(403, "The account has reached its media limit", "plan", "An account may keep 102400 MiB of media."),
  sensitiveActionsOff: domain(
    403,
    "Sensitive actions are off",
    "permissions",
    "Deleting posts is a sensitive action. The account's owner can allow it in the API settings.",
  ),
  brandUnknown: domain(404, "No such brand, or not visible to the key", "brand", "Brand not found."),
  collectionUnknown: domain(404, "No such collection in the brand", "collection", "Collection not found."),
  mediaUnknown: domain(404, "No such media in the brand", "media", "These media are not in the brand: m_00000000."),
  playlistChannelUnknown: domain(
    404,
    "The channel of a YouTube playlist is not a YouTube channel of the brand",
    "platforms.youtube.playlists.0.channelId",
    "The playlist's channel is not a YouTube channel of the brand.",
  ),
  postUnknown: domain(404, "No such post in the brand", "post_id", "Post not found in this brand."),
  postPublished: domain(409, "The post is published", "post_id", "The post is already published and cannot be changed."),
  postLeaving: domain(409, "The post is being published", "post_id", "The post is being published and cannot be changed."),
  bodyTooLarge: domain(413, "The JSON body is above 1 MiB", "body", "The request body is larger than 1 MiB."),
  notJsonType: domain(
    415,
    "The content type is not JSON",
    "body",
    "The content type of the request is not supported here. Send a JSON body with Content-Type: application/json.",
  ),
  notMultipartType: domain(415, "The content type is not multipart", "body", "Send the file as multipart/form-data in the field media."),
  pageOutOfRange: validation("A page size out of range", { per_page: ["The per_page field must not be greater than 100."] }),
  rangeReversed: validation("A range that ends before it begins", {
    created_to: ["The created_to field must not be earlier than created_from."],
  }),
  publishedRangeReversed: validation("A range that ends before it begins", {
    published_to: ["The published_to field must not be earlier than published_from."],
  }),
  titleMissing: validation("A required field is missing", { title: ["The title field is required."] }),
  automationIncomplete: validation("Several fields fail", {
    name: ["The name field is required."],
    feedUrl: ["The feedUrl field must be a valid http or https URL."],
  }),
  fileRefused: validation("The file has a type that is not accepted", {
    media: ["The media field must be a file of type jpg, jpeg, png, bmp, mp4, mov or pdf."],
  }),
  captionMissing: validation("Neither caption nor poll", { caption: ["The caption field is required when there is no poll."] }),
  mediaAmbiguous: validation("A media item with both id and url", { "media.0": ["The media.0 field must have exactly one of id or url."] }),
  changeMissing: validation("Neither publishMode nor queuePosition", {
    publishMode: ["The publishMode field is required when queuePosition is not sent."],
  }),
  scheduledTooSoon: domain(
    422,
    "Less than 10 minutes ahead",
    "scheduledAt",
    "The scheduledAt time must be at least 10 minutes in the future, in the brand's timezone.",
  ),
  pdfBesideMedia: domain(422, "A PDF together with other media", "media", "A PDF cannot be combined with other media."),
  notQueued: domain(
    422,
    "A position for a post that is not queued",
    "queuePosition",
    "Only a queued post has a position. Send publishMode QUEUE as well to queue this post.",
  ),
  resourceLimit: {
    status: 429,
    form: "ResourceRateLimitError",
    summary: "More than 30 resource requests in a minute",
    value: {
      message: "Too many requests. Wait until another one is available.",
      errors: { rate_limit: "Too many requests. Wait until another one is available." },
    },
  },
  routeLimit: {
    status: 429,
    form: "RouteRateLimitError",
    summary: "More than 60 requests in a minute from one address",
    value: { message: "Too many requests from this address. Wait until the minute is over." },
  },
  internal: domain(
    500,
    "Something went wrong in the service",
    "server",
    "An internal error occurred. The request may have taken effect: check before you send it again.",
  ),
  unreachable: domain(
    503,
    "The service cannot reach its database, or the store of its files",
    "server",
    "The service cannot reach its database right now. Wait a minute, then look whether this has to be done again.",
  ),
  full: domain(
    507,
    "The service has no room left on its disk",
    "server",
    "The service's disk is full. Ask its operator to make room, then look whether this has to be done again.",
  ),
} satisfies Readonly<Record<string, Refusal>>;

export type RefusalName = keyof typeof refusals;

const unauthorized = ["tokenMissing", "tokenInvalid", "tokenExpired", "tokenRevoked", "tokensDiffer"] as const;
const failing = ["internal", "unreachable", "full"] as const;
const limited = ["resourceLimit", "routeLimit"] as const;
const jsonBody = ["bodyNotJson", "bodyTooLarge", "notJsonType"] as const;
const list = [...unauthorized, "brandUnknown", "pageOutOfRange", ...limited, ...failing] as const;

/** Replies shared by several operations, by their component name. */
export const sharedReplies = {
  Unauthorized: unauthorized,
  BrandNotFound: ["brandUnknown"],
  BodyTooLarge: ["bodyTooLarge"],
  NotJson: ["notJsonType"],
  PageOutOfRange: ["pageOutOfRange"],
  RateLimited: limited,
  RouteRateLimited: ["routeLimit"],
  InternalError: ["internal"],
  Unreachable: ["unreachable"],
  DiskFull: ["full"],
} satisfies Readonly<Record<string, readonly [RefusalName, ...RefusalName[]]>>;

/** The refusals of each operation. Statuses are those that its row of the table declares. */
export const refusalsOf: Readonly<Record<OperationName, readonly RefusalName[]>> = {
  getProfile: [...unauthorized, "routeLimit", ...failing],
  validateToken: [...unauthorized, "routeLimit", ...failing],
  listBrands: [...unauthorized, "pageOutOfRange", ...limited, ...failing],
  getSchedule: [...unauthorized, "brandUnknown", ...limited, ...failing],
  listChannels: list,
  listCollections: list,
  createCollection: [
    ...jsonBody,
    "foreignChannel",
    "tooManySlots",
    ...unauthorized,
    "viewerWrites",
    "collectionsPlan",
    "brandUnknown",
    "titleMissing",
    ...limited,
    ...failing,
  ],
  listAutomations: list,
  createAutomation: [
    ...jsonBody,
    "feedUnreadable",
    ...unauthorized,
    "viewerWrites",
    "automationsPlan",
    "brandUnknown",
    "collectionUnknown",
    "automationIncomplete",
    ...limited,
    ...failing,
  ],
  listMedia: list,
  uploadMedia: [
    "bodyNotMultipart",
    ...unauthorized,
    "viewerWrites",
    "mediaPlan",
    "brandUnknown",
    "notMultipartType",
    "fileRefused",
    ...limited,
    ...failing,
  ],
  listCollectionPosts: [...list, "collectionUnknown", "rangeReversed"],
  listBrandPosts: [...list, "rangeReversed"],
  createPost: [
    ...jsonBody,
    "mediaUnreachable",
    ...unauthorized,
    "notMember",
    "viewerWrites",
    "postsPlan",
    "postsOfDay",
    "mediaPlan",
    "collectionUnknown",
    "mediaUnknown",
    "playlistChannelUnknown",
    "captionMissing",
    "mediaAmbiguous",
    "scheduledTooSoon",
    "pdfBesideMedia",
    ...limited,
    ...failing,
  ],
  updatePost: [
    ...jsonBody,
    ...unauthorized,
    "notMember",
    "viewerWrites",
    "postsPlan",
    "postsOfDay",
    "postUnknown",
    "postPublished",
    "postLeaving",
    "changeMissing",
    "scheduledTooSoon",
    "notQueued",
    ...limited,
    ...failing,
  ],
  deletePost: [...unauthorized, "sensitiveActionsOff", "viewerWrites", "brandUnknown", "postUnknown", ...limited, ...failing],
  listPublishedPosts: [...list, "publishedRangeReversed"],
};

function domain(status: Exclude<ErrorStatus, 429>, summary: string, key: string, sentence: string): Refusal {
  return { status, form: "DomainError", summary, value: { status: "error", message: sentence, errors: { [key]: sentence } } };
}

function validation(summary: string, errors: Record<string, string[]>): Refusal {
  return { status: 422, form: "ValidationError", summary, value: { message: topSentence(errors), errors } };
}
