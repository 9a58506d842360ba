import type { ChannelType } from "./channels.ts";

/** How a platform counts the length of a text. */
export type TextUnit = "codePoints" | "graphemes" | "utf16" | "utf8Bytes";

/** Facts per channel type, shared by server and screen. Sources: one sheet per platform; instances may tell their own. */
export interface PlatformFacts {
  /** In settings (`ROSTRUM_<SETTING>_API_URL`) and in addresses. */
  readonly slug: string;
  readonly text: { readonly max: number; readonly unit: TextUnit };
  readonly polls: boolean;
  readonly comments: boolean;
  /** Whether a post may consist of text alone. */
  readonly textAlone: boolean;
  readonly threads: boolean;
  /** Most images in one post; 0 where images cannot be posted. */
  readonly imagesMax: number;
}

export const platforms: Readonly<Record<ChannelType, PlatformFacts>> = {
  Facebook: {
    slug: "facebook",
    text: { max: 63_206, unit: "utf16" },
    polls: false,
    comments: true,
    textAlone: true,
    threads: false,
    imagesMax: 10,
  },
  Instagram: {
    slug: "instagram",
    text: { max: 2200, unit: "codePoints" },
    polls: false,
    comments: true,
    textAlone: false,
    threads: false,
    imagesMax: 10,
  },
  Threads: {
    slug: "threads",
    text: { max: 500, unit: "utf8Bytes" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    imagesMax: 20,
  },
  LinkedIn: {
    slug: "linkedin",
    text: { max: 3000, unit: "utf16" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: false,
    imagesMax: 20,
  },
  "Google Business": {
    slug: "google-business",
    text: { max: 1500, unit: "codePoints" },
    polls: false,
    comments: false,
    textAlone: true,
    threads: false,
    imagesMax: 1,
  },
  YouTube: {
    slug: "youtube",
    text: { max: 5000, unit: "utf8Bytes" },
    polls: false,
    comments: true,
    textAlone: false,
    threads: false,
    imagesMax: 0,
  },
  TikTok: {
    slug: "tiktok",
    text: { max: 2200, unit: "utf16" },
    polls: false,
    comments: false,
    textAlone: false,
    threads: false,
    imagesMax: 35,
  },
  Pinterest: {
    slug: "pinterest",
    text: { max: 800, unit: "codePoints" },
    polls: false,
    comments: false,
    textAlone: false,
    threads: false,
    imagesMax: 5,
  },
  X: { slug: "x", text: { max: 280, unit: "codePoints" }, polls: true, comments: true, textAlone: true, threads: true, imagesMax: 4 },
  Mastodon: {
    slug: "mastodon",
    text: { max: 500, unit: "graphemes" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    imagesMax: 4,
  },
  Bluesky: {
    slug: "bluesky",
    text: { max: 300, unit: "graphemes" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    imagesMax: 4,
  },
  Telegram: {
    slug: "telegram",
    text: { max: 4096, unit: "utf16" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    imagesMax: 10,
  },
  "Social Media": {
    slug: "social-media",
    text: { max: 3000, unit: "codePoints" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    imagesMax: 1000,
  },
};
