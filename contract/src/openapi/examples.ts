import type { z } from "zod";
import type { Automation } from "../automations.ts";
import type { CollectionChannel } from "../channels.ts";
import type { Collection } from "../collections.ts";
import type { Operation } from "../operation.ts";
import type { OperationName, Operations } from "../operations.ts";
import type { Post } from "../posts.ts";

/** A named example in the document; the name is its key. */
export interface Example<T> {
  readonly summary: string;
  readonly value: T;
}

type Requests<O extends Operation> = O["body"] extends z.ZodType
  ? { readonly requests: Readonly<Record<string, Example<z.input<O["body"]>>>> }
  : unknown;

/** Examples for each operation: request bodies, if it has one, and the `data` of its reply. */
type OperationExamples = {
  readonly [N in OperationName]: Requests<Operations[N]> & { readonly data: z.input<Operations[N]["data"]> };
};

const user = { id: "u_3f6c0d7ab2c94f5e", name: "Ada Baker", joinedAt: "2026-01-12T08:30:00.000000Z", timezone: "Europe/Berlin" };

const made = { createdAt: "2026-11-21T09:00:00.000000Z", updatedAt: "2026-11-21T09:00:00.000000Z" };

const mastodon: z.input<typeof CollectionChannel> = { id: 4, name: "@cornerbakery", status: "ACTIVE", type: "Mastodon" };
const pinterest: z.input<typeof CollectionChannel> = { id: 3, name: "Corner Bakery", status: "INACTIVE", type: "Pinterest" };

const collection: z.input<typeof Collection> = {
  id: 12,
  title: "Evergreen tips",
  description: "Posts that stay true",
  status: "ACTIVE",
  evergreen: { enabled: true, maxRepublish: 4 },
  maxRepublish: 4,
  timezone: "Europe/Berlin",
  channels: [pinterest, mastodon],
  queues: [
    { id: 31, day: "MON", time: "09:00", date: "MON 09:00", status: "PENDING" },
    { id: 32, day: "THU", time: "17:30", date: "THU 17:30", status: "PENDING" },
  ],
  ...made,
};

const automation: z.input<typeof Automation> = {
  id: 5,
  name: "Blog to socials",
  collectionId: 12,
  status: "ACTIVE",
  type: "RSS",
  feedUrl: "https://blog.example/feed.xml",
  runCount: 0,
  importAsType: "LINK",
  lastRun: 0,
  title: "{{title}}",
  caption: "{{title}}\n\n{{link}}",
  ...made,
};

const scheduledPost: z.input<typeof Post> = {
  id: 81,
  collectionId: 12,
  title: "Croissants",
  body: "Fresh croissants from 7 a.m.",
  media: [{ id: "m_8kx2f7qz4v0c9n1d", name: "croissant.jpg", type: "image/jpeg", size: 48_211 }],
  postType: "IMAGE",
  postingType: "SCHEDULE",
  status: "PENDING",
  postDate: "2030-05-01 07:00:00",
  ...made,
};

const queuedPoll: z.input<typeof Post> = {
  id: 80,
  collectionId: 12,
  title: null,
  body: "",
  media: [],
  postType: "POLL",
  postingType: "QUEUE",
  status: "PENDING",
  postDate: "2026-11-23 08:00:00",
  poll: { question: "Which cake next?", options: ["Cherry", "Plum"], period: "3d" },
  ...made,
};

export const examples: OperationExamples = {
  getProfile: { data: user },
  validateToken: { data: user },
  listBrands: {
    data: [
      {
        id: 7,
        title: "Corner Bakery",
        description: "Bread and cake since 1924",
        timezone: "Europe/Berlin",
        queueStatus: "ACTIVE",
        ...made,
      },
    ],
  },
  getSchedule: {
    data: {
      timezone: "Europe/Berlin",
      queueStatus: "ACTIVE",
      schedule: {
        MON: [{ time: "09:00", queueId: 31, collectionId: 12, collectionTitle: "Evergreen tips", collectionStatus: "ACTIVE" }],
        TUE: [],
        WED: [],
        THU: [{ time: "17:30", queueId: 32, collectionId: 12, collectionTitle: "Evergreen tips", collectionStatus: "ACTIVE" }],
        FRI: [],
        SAT: [],
        SUN: [],
      },
    },
  },
  listChannels: {
    data: [
      { ...mastodon, ...made },
      { ...pinterest, ...made },
    ],
  },
  listCollections: { data: [{ ...collection, postsCount: { queued: 3, scheduled: 1, drafts: 0, published: 12 } }] },
  createCollection: {
    requests: {
      withSlots: {
        summary: "A collection with two channels, two weekly slots and evergreen posts",
        value: {
          title: "Evergreen tips",
          description: "Posts that stay true",
          maxRepublish: 4,
          channels: [3, 4],
          queues: ["Mon 09:00", "Thu 17:30"],
        },
      },
      bare: { summary: "A collection without channels or slots", value: { title: "Ideas" } },
    },
    data: collection,
  },
  listAutomations: { data: [automation] },
  createAutomation: {
    requests: {
      blog: {
        summary: "Import the new entries of a blog as links",
        value: { name: "Blog to socials", collectionId: 12, type: "RSS", feedUrl: "https://blog.example/feed.xml", importAsType: "LINK" },
      },
      shop: {
        summary: "Import a shop's current and new products as drafts",
        value: {
          name: "New in the shop",
          collectionId: 12,
          type: "SHOPIFY",
          feedUrl: "https://shop.example",
          importAsType: "IMAGE",
          title: "{{title}}",
          caption: "New: {{title}} for {{price}}\n\n{{link}}",
          loadOldPosts: true,
          addPostsAsDraft: true,
          refreshRate: 6,
        },
      },
    },
    data: automation,
  },
  listMedia: { data: [{ id: "m_8kx2f7qz4v0c9n1d", name: "croissant.jpg", type: "image/jpeg", size: 48_211, ...made }] },
  uploadMedia: { data: { id: "m_8kx2f7qz4v0c9n1d", type: "image/jpeg", size: 48_211 } },
  listCollectionPosts: { data: [scheduledPost] },
  listBrandPosts: {
    data: [scheduledPost, queuedPoll],
  },
  createPost: {
    requests: {
      queued: { summary: "Text at the end of the queue", value: { publishMode: "QUEUE", caption: "Fresh croissants from 7 a.m." } },
      scheduled: {
        summary: "Uploaded image at an exact time, with a first comment",
        value: {
          publishMode: "SCHEDULE",
          scheduledAt: "2030-05-01 09:00:00",
          caption: "Fresh croissants from 7 a.m.",
          title: "Croissants",
          alt: "A tray of croissants",
          link: "https://shop.example/croissants",
          media: [{ id: "m_8kx2f7qz4v0c9n1d" }],
          comment: { comment: "Order by noon for tomorrow.", delay: 60 },
        },
      },
      immediate: {
        summary: "Image from a public address, published now, with platform options",
        value: {
          publishMode: "IMMEDIATE",
          caption: "The oven is open.",
          media: [{ url: "https://shop.example/oven.jpg" }],
          platforms: {
            instagram: { location: { id: "106377336067638", name: "Berlin" }, shareToFeed: true },
            youtube: { tags: ["bakery"], playlists: [{ channelId: 4, playlistIds: ["PL8fK2bake"] }] },
            googlemybusiness: { uploadToPhotosSection: true },
          },
        },
      },
      poll: {
        summary: "Poll without a caption, as a draft",
        value: { publishMode: "DRAFT", poll: { question: "Which cake next?", options: ["Cherry", "Plum"], period: "3d" } },
      },
      thread: {
        summary: "Thread of three segments",
        value: { publishMode: "QUEUE", autoThreadText: true, caption: "How we bake.\n\n\nFirst the dough.\n\n\nThen the wait." },
      },
    },
    data: { id: 81, message: "Post created." },
  },
  updatePost: {
    requests: {
      reschedule: { summary: "Move to an exact time", value: { publishMode: "SCHEDULE", scheduledAt: "2030-05-01 09:00:00" } },
      queueNext: { summary: "Put a draft at the front of the queue", value: { publishMode: "QUEUE", queuePosition: "FRONT" } },
      toBack: { summary: "Move a queued post to the end of the queue", value: { queuePosition: "BACK" } },
      draft: { summary: "Remove from queue or schedule", value: { publishMode: "DRAFT" } },
    },
    data: scheduledPost,
  },
  deletePost: { data: { id: 81, message: "Post deleted." } },
  listPublishedPosts: {
    data: [
      {
        id: 904,
        postId: 81,
        collectionId: 12,
        channel: { id: 4, name: "@cornerbakery", type: "Mastodon" },
        postType: "IMAGE",
        body: "Fresh croissants from 7 a.m.",
        url: "https://mastodon.example/@cornerbakery/113520",
        status: "PUBLISHED",
        message: null,
        publishedAt: "2030-05-01T07:00:01.204518Z",
        results: { likes: 4, comments: 1, shares: 0 },
      },
    ],
  },
};
