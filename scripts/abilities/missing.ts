import type { Ability, Network } from "./words.ts";

export type Missing = Readonly<Partial<Record<Network, Readonly<Partial<Record<Ability, string>>>>>>;

const NO_OPTIONS = "Rostrum's API has no options for it.";

/** Why a network cannot do what no test shows: a sentence in Markdown. */
export const MISSING: Missing = {
  Facebook: {
    document: "Facebook takes no documents.",
    thread: "Facebook has no threads; all parts are published as one post.",
    poll: "The Graph API has no polls; the caption is published.",
  },
  Instagram: {
    "text alone": "Instagram needs a picture or a video.",
    "link card": "Instagram has no cards, and links in captions are plain text.",
    document: "Instagram takes no documents.",
    thread: "Instagram has no threads; the parts are joined to one caption.",
    poll: "Instagram has no polls; the caption is published.",
  },
  Threads: {
    "reel or short": "Threads has no reels; it is published as a video.",
    story: "Threads has no stories; it is published as a regular post.",
    document: "Threads takes no documents.",
    "own options": NO_OPTIONS,
  },
  LinkedIn: {
    "reel or short": "LinkedIn has no reels; it is published as a video.",
    story: "LinkedIn has no stories; it is published as a regular post.",
    thread: "LinkedIn has no threads; all parts are published as one post.",
    "own options": NO_OPTIONS,
  },
  "Google Business": {
    "several pictures": "A post has one picture; the first is published.",
    video: "Google's posts take no videos; the caption is published.",
    "reel or short": "Google's posts take no videos; the caption is published.",
    story: "Business profiles have no stories; it is published as a regular post.",
    document: "Google's posts take no documents; the caption is published.",
    thread: "Business profiles have no threads; all parts are published as one post.",
    poll: "Business profiles have no polls; the caption is published.",
    "first comment": "Posts of business profiles have no comments.",
    "alternative text": "The API has no field for it.",
    counts: "Google has told no figures of posts since February 2023.",
  },
  Pinterest: {
    "text alone": "Pinterest needs a picture or a video.",
    "reel or short": "Pinterest has no reels; it is published as a video.",
    story: "Pinterest has no stories; it is published as a regular pin.",
    document: "Pinterest takes no documents.",
    thread: "Pinterest has no threads; the parts are joined to one description.",
    poll: "Pinterest has no polls; a poll beside a picture is left out, and one without is not published.",
    "first comment": "The API has no call for comments.",
    "own options": NO_OPTIONS,
  },
  YouTube: {
    "text alone": "YouTube's API takes videos alone.",
    "link card": "YouTube has no cards; links in the description are links.",
    picture: "YouTube's API takes videos alone; a picture beside one is its thumbnail.",
    "several pictures": "YouTube's API takes videos alone.",
    story: "YouTube's API has no stories; it is published as a regular video.",
    document: "YouTube takes no documents.",
    thread: "YouTube has no threads; the parts are joined to one description.",
    poll: "YouTube's API has no polls; a poll beside a video is left out, and one without is not published.",
    "alternative text": "YouTube's API has none.",
  },
  TikTok: {
    "text alone": "TikTok needs a video or photos.",
    "link card": "TikTok has no cards, and links in captions are plain text.",
    story: "The API has no stories; it is published as a regular post.",
    document: "TikTok takes no documents.",
    thread: "TikTok has no threads; the parts are joined to one caption.",
    poll: "TikTok has no polls; a poll beside a video or photos is left out, and one without is not published.",
    "first comment": "The API has no call for comments.",
    "alternative text": "The API has no field for it.",
  },
  X: {
    "link card": "X makes one by itself for a link in the text; the post's `link` is not used.",
    "reel or short": "X has no reels; it is published as a video.",
    story: "X has no stories; it is published as a regular post.",
    document: "X takes no documents.",
    "own options": NO_OPTIONS,
  },
  Mastodon: {
    "link card": "The instance makes one by itself for a link in the text; the post's `link` is not used.",
    "reel or short": "Mastodon has no reels; it is published as a video.",
    story: "Mastodon has no stories; it is published as a regular post.",
    document: "Mastodon takes no documents.",
    "own options": NO_OPTIONS,
  },
  Bluesky: {
    "reel or short": "Bluesky has no reels; it is published as a video.",
    story: "Bluesky has no stories; it is published as a regular post.",
    document: "Bluesky takes no documents.",
    "own options": NO_OPTIONS,
  },
  Telegram: {
    "link card": "Telegram makes one by itself for a link in the text; the post's `link` is not used.",
    "reel or short": "Telegram has no reels; it is published as a video.",
    story: "Bots have no stories of their own; it is published as a regular post.",
    "own options": NO_OPTIONS,
    "alternative text": "The Bot API has no field for it.",
    counts: "The Bot API has no call for views, forwards or reactions.",
    "log-in": "A bot is connected by its token.",
  },
  "Social Media": {
    "reel or short": "A video is sent as it is; what becomes of it is up to the receiver.",
    story: "It is sent like any other post, with `asStory`; what becomes of it is up to the receiver.",
    "own options": NO_OPTIONS,
    counts: "A receiver is never asked anything.",
    "look-up after a lost answer": "A receiver is never asked anything; it recognizes the repeated delivery by its id.",
    "log-in": "A receiver is connected by its address and a secret.",
  },
};
