import type { Ability, Network } from "./words.ts";

export type Missing = Readonly<Partial<Record<Network, Readonly<Partial<Record<Ability, string>>>>>>;

const NOT_TAKEN = "not taken";
const NOT_IN_API = "not in the network's API";
const NO_OPTIONS = "none in Rostrum's API";
const NEEDS_FILES = "needs a picture or a video";
const AS_VIDEO = "published as a video";
const AS_POST = "published as a regular post";
const ONE_POST = "all parts become one post";
const ONE_CAPTION = "the parts become one caption";
const CAPTION_ALONE = "the caption is published";
const POLL_LEFT_OUT = "left out beside files, else not published";
const OWN_CARD = "made by the network from a link in the text";
const PLAIN_LINKS = "links are plain text";

/** Why a network cannot do what no test shows, in a few words: networks with the same ones stand together. */
export const MISSING: Missing = {
  Facebook: { document: NOT_TAKEN, thread: ONE_POST, poll: CAPTION_ALONE },
  Instagram: { "text alone": NEEDS_FILES, "link card": PLAIN_LINKS, document: NOT_TAKEN, thread: ONE_CAPTION, poll: CAPTION_ALONE },
  Threads: { "reel or short": AS_VIDEO, story: AS_POST, document: NOT_TAKEN, "own options": NO_OPTIONS },
  LinkedIn: { "reel or short": AS_VIDEO, story: AS_POST, thread: ONE_POST, "own options": NO_OPTIONS },
  "Google Business": {
    "several pictures": "the first is published",
    video: CAPTION_ALONE,
    "reel or short": CAPTION_ALONE,
    story: AS_POST,
    document: CAPTION_ALONE,
    thread: ONE_POST,
    poll: CAPTION_ALONE,
    "first comment": "posts have no comments",
    "alternative text": NOT_IN_API,
    counts: "Google has told none since February 2023",
  },
  Pinterest: {
    "text alone": NEEDS_FILES,
    "reel or short": AS_VIDEO,
    story: AS_POST,
    document: NOT_TAKEN,
    thread: ONE_CAPTION,
    poll: POLL_LEFT_OUT,
    "first comment": NOT_IN_API,
    "own options": NO_OPTIONS,
  },
  YouTube: {
    "text alone": "needs a video",
    "link card": "links stand in the description",
    picture: "beside a video it is its thumbnail",
    "several pictures": "needs a video",
    story: AS_POST,
    document: NOT_TAKEN,
    thread: ONE_CAPTION,
    poll: POLL_LEFT_OUT,
    "alternative text": NOT_IN_API,
  },
  TikTok: {
    "text alone": NEEDS_FILES,
    "link card": PLAIN_LINKS,
    story: AS_POST,
    document: NOT_TAKEN,
    thread: ONE_CAPTION,
    poll: POLL_LEFT_OUT,
    "first comment": NOT_IN_API,
    "alternative text": NOT_IN_API,
  },
  X: { "link card": OWN_CARD, "reel or short": AS_VIDEO, story: AS_POST, document: NOT_TAKEN, "own options": NO_OPTIONS },
  Mastodon: { "link card": OWN_CARD, "reel or short": AS_VIDEO, story: AS_POST, document: NOT_TAKEN, "own options": NO_OPTIONS },
  Bluesky: { "reel or short": AS_VIDEO, story: AS_POST, document: NOT_TAKEN, "own options": NO_OPTIONS },
  Telegram: {
    "link card": OWN_CARD,
    "reel or short": AS_VIDEO,
    story: AS_POST,
    "own options": NO_OPTIONS,
    "alternative text": NOT_IN_API,
    counts: NOT_IN_API,
    "log-in": "a bot is connected by its token",
  },
  "Social Media": {
    "reel or short": "up to the receiver",
    story: "up to the receiver",
    "own options": NO_OPTIONS,
    counts: "a receiver is never asked",
    "look-up after a lost answer": "a receiver knows the delivery by its id",
    "log-in": "connected by its address and a secret",
  },
};
