import { toInstant } from "@rostrum/contract/formats.ts";
import type { NewPost } from "@rostrum/contract/posts.ts";
import type { NewPostRow } from "../server/src/brands/posts/store.ts";

/** An ordinary caption: two hundred characters, a line break, a tag, and some multi-byte characters. */
export const CAPTION = `Fresh croissants from 7 a.m. – and on Saturday the plum cake is back, after half a year of asking.
Order by noon for the next morning, by telephone or at the counter, and bring your own box. 🥐 #cornerbakery`;

const body: NewPost = { publishMode: "DRAFT", caption: CAPTION };

const row: Omit<NewPostRow, "brandId" | "collectionId"> = {
  title: null,
  body: CAPTION,
  alt: null,
  link: null,
  postType: "TEXT",
  postingType: "DRAFT",
  status: "DRAFT",
  postAt: null,
  queueRank: null,
  mediaIds: [],
  mediaAlts: [],
  poll: null,
  comment: null,
  platforms: null,
  asStory: false,
  regularType: null,
  autoThread: false,
  captions: null,
  now: toInstant("2026-11-21T09:00:00Z"),
};

/** A draft as sent by a client and as stored by the operation. */
export const DRAFT = { body, row };
