import type { OperationName } from "../../contract/src/operations.ts";
import type { Given, Outcome } from "./ways.ts";

/** What a step of the story knows: where it plays, and what earlier steps gave. */
export interface Told {
  readonly brandId: number;
  readonly channelId: number;
  /** A brand of somebody else. */
  readonly foreignBrandId: number;
  readonly feedUrl: string;
  readonly picture: Buffer;
  /** The `data.id` of the step with this name. */
  idOf(step: string): unknown;
}

export interface Step {
  readonly name: string;
  readonly operation: OperationName;
  given(told: Told): Given;
  /** What is due happens before the step. */
  readonly settles?: true;
  readonly refused?: true;
}

/** One scenario that has each of the 17 operations, and refusals of every kind. */
export const story: readonly Step[] = [
  step("the profile", "getProfile", () => ({})),
  step("the token", "validateToken", () => ({})),
  step("the brands", "listBrands", () => ({ perPage: 1 })),
  step("the channels", "listChannels", ({ brandId }) => ({ brandId, perPage: 1 })),
  step("a collection", "createCollection", ({ brandId, channelId }) => ({
    brandId,
    title: "Evergreen tips",
    description: "True for long",
    channels: [channelId],
    queues: ["Mon 09:00", "Thu 17:30"],
    maxRepublish: 4,
  })),
  step("the collections", "listCollections", ({ brandId }) => ({ brandId })),
  step("the schedule", "getSchedule", ({ brandId }) => ({ brandId })),
  step("an upload", "uploadMedia", ({ brandId, picture }) => ({ brandId, file: picture, fileName: "bread.png" })),
  step("the media", "listMedia", ({ brandId }) => ({ brandId, type: "IMAGE" })),
  step("an automation", "createAutomation", ({ brandId, feedUrl, idOf }) => ({
    brandId,
    collectionId: idOf("a collection"),
    name: "Blog to socials",
    type: "RSS",
    feedUrl,
    importAsType: "LINK",
    refreshRate: 6,
  })),
  step("the automations", "listAutomations", ({ brandId }) => ({ brandId })),
  step("a scheduled post", "createPost", ({ brandId, idOf }) => ({
    brandId,
    collectionId: idOf("a collection"),
    publishMode: "SCHEDULE",
    scheduledAt: "2026-12-24 18:00:00",
    caption: 'Bread "of the day"\n\nwith 👩‍🍳',
    title: "Bread",
    media: [{ id: idOf("an upload") }],
  })),
  step("a poll in the queue", "createPost", ({ brandId, idOf }) => ({
    brandId,
    collectionId: idOf("a collection"),
    publishMode: "QUEUE",
    poll: { question: "Which cake next?", options: ["Cherry", "Plum"], period: "3d" },
  })),
  step("a published post", "createPost", ({ brandId, idOf }) => ({
    brandId,
    collectionId: idOf("a collection"),
    publishMode: "IMMEDIATE",
    caption: "Fresh bread",
  })),
  {
    ...step("the posts of the collection", "listCollectionPosts", ({ brandId, idOf }) => ({
      brandId,
      collectionId: idOf("a collection"),
      perPage: 2,
      sortBy: "id",
      sortOrder: "asc",
    })),
    settles: true,
  },
  step("the queue", "listBrandPosts", ({ brandId, idOf }) => ({ brandId, view: "QUEUE", collectionId: idOf("a collection") })),
  step("what was published", "listPublishedPosts", ({ brandId, idOf }) => ({ brandId, postId: idOf("a published post") })),
  step("a move", "updatePost", ({ brandId, idOf }) => ({
    brandId,
    postId: idOf("a scheduled post"),
    publishMode: "QUEUE",
    queuePosition: "FRONT",
  })),
  step("a deletion", "deletePost", ({ brandId, idOf }) => ({ brandId, postId: idOf("a poll in the queue") })),
  refusal("a foreign brand", "listChannels", ({ foreignBrandId }) => ({ brandId: foreignBrandId })),
  refusal("a post in a foreign brand", "createPost", ({ foreignBrandId }) => ({
    brandId: foreignBrandId,
    collectionId: 1,
    publishMode: "DRAFT",
    caption: "Mine",
  })),
  refusal("a time too soon", "createPost", ({ brandId, idOf }) => ({
    brandId,
    collectionId: idOf("a collection"),
    publishMode: "SCHEDULE",
    scheduledAt: "2026-11-21 10:05:00",
    caption: "Soon",
  })),
  refusal("a published post that is moved", "updatePost", ({ brandId, idOf }) => ({
    brandId,
    postId: idOf("a published post"),
    publishMode: "DRAFT",
  })),
  refusal("a post that is gone", "deletePost", ({ brandId, idOf }) => ({ brandId, postId: idOf("a poll in the queue") })),
  refusal("media of nobody", "createPost", ({ brandId, idOf }) => ({
    brandId,
    collectionId: idOf("a collection"),
    publishMode: "DRAFT",
    caption: "With what",
    media: [{ id: "m_00000000" }],
  })),
  refusal("a channel of nobody", "createCollection", ({ brandId }) => ({ brandId, title: "Odd", channels: [999_999] })),
];

function step(name: string, operation: OperationName, given: Step["given"]): Step {
  return { name, operation, given };
}

function refusal(name: string, operation: OperationName, given: Step["given"]): Step {
  return { name, operation, given, refused: true };
}

/** Twin brands have everything alike but what the database and chance gave them, and tools have times beside all. */
const OWN = new Set(["id", "collectionId", "postId", "queueId", "url"]);

/** An outcome without what is one brand's own. */
export function common(outcome: Outcome): unknown {
  return "refused" in outcome ? outcome : { ...outcome, data: withoutOwn(outcome.data) };
}

function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value === "string") return value.replace(/^Mastodon [0-9a-f]{8}$/, "Mastodon #");
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "times")
      .map(([name, field]) => [name, OWN.has(name) && field !== null ? `a ${typeof field}` : withoutOwn(field)]),
  );
}
