import type { OperationName } from "../operations.ts";

/** The facts of a refused call that determine the advice. */
export interface Refused {
  readonly operation: OperationName;
  /** Whether the operation changes nothing. */
  readonly reads: boolean;
  /** HTTP status of the REST API; null if there was no reply. */
  readonly status: number | null;
  /** Whether the parameters themselves are not valid, whatever the service has stored. */
  readonly isInvalid: boolean;
  /** The keys of `errors`. */
  readonly keys: readonly string[];
  readonly retryAfterSeconds: number | null;
}

/** What the agent should do next, in one or two sentences. */
export function nextStep(refused: Refused): string {
  const { status, isInvalid, keys, retryAfterSeconds } = refused;
  if (status === 429) return retryAfterSeconds === null ? "Try again in a minute." : `Try again in ${retryAfterSeconds} s.`;
  if (status === null || status >= 500) return afterTrouble(refused);
  if (isInvalid) return CORRECT;
  const byKey = keys.map((key) => BY_KEY[`${status} ${key}`]).find((advice) => advice !== undefined);
  return byKey ?? BY_STATUS[status] ?? "Change the call before you repeat it; unchanged it will be refused again.";
}

/** What changes something is looked up before it is sent again: `docs/api.md#when-a-reply-is-lost`. */
function afterTrouble({ operation, reads }: Refused): string {
  if (reads) return "Try again in a minute; if it keeps failing, tell the user.";
  const list = LIST_AFTER[operation];
  return `It may have been carried out. ${list === undefined ? "Look" : `Look with ${list}`} before you call it again.`;
}

const LIST_AFTER: Readonly<Partial<Record<OperationName, string>>> = {
  createCollection: "list_collections",
  createAutomation: "list_automations",
  uploadMedia: "list_media",
  createPost: "list_brand_posts",
  updatePost: "list_brand_posts",
  deletePost: "list_brand_posts",
};

const CORRECT = "Correct the named parameters and call again.";
const ASK_FOR_PLAN = "Do not repeat the call: tell the user that the limit has been reached.";

/** By status and key of `errors`; both are stable: `docs/api.md#errors`. */
const BY_KEY: Readonly<Record<string, string>> = {
  "400 feedUrl": "Ask the user for another address: this one will fail again.",
  "400 media": "Ask the user for another address or file: this one will fail again.",
  "400 channels": "Take channel ids of this brand from list_channels.",
  "403 brand_id": "Take a brandId from list_brands.",
  "403 role": "Tell the user that they need a role with write access; an owner or admin of the brand can grant it.",
  "403 plan": ASK_FOR_PLAN,
  "403 scope": "Do not repeat the call: the user has to reconnect and allow this app to make changes.",
  "403 permissions":
    "Do not repeat the call: the account's owner has to allow sensitive actions in the API settings. To stop the post from being published, update_post with publishMode DRAFT is enough.",
  "404 brand": "Take a brandId from list_brands.",
  "404 collection": "Take a collectionId of this brand from list_collections.",
  "404 media": "Take media ids of this brand from list_media, or upload the file with upload_media.",
  "404 post_id": "Take a postId of this brand from list_brand_posts.",
  "409 post_id": "Leave the post as it is; list_published_posts has its outcome.",
  "422 scheduledAt": "Choose a later time; scheduledAt is in the brand's timezone.",
  "422 queuePosition": "Send publishMode QUEUE as well to queue the post.",
};

const BY_STATUS: Readonly<Partial<Record<number, string>>> = {
  401: "Ask the user to reconnect: the token of this connection is no longer valid.",
  403: "Do not repeat the call: tell the user what is missing.",
  404: "Take the ids from the list tools.",
  413: "Send less, or pass files as url.",
  422: CORRECT,
};
