import type { ChannelType } from "./channels.ts";
import { ALL, ANY_IMAGE, ANY_MEDIA, ANY_VIDEO, type ImageRules, type MediaRules, NONE, type VideoRules } from "./media-rules.ts";

/** How a platform counts the length of a text; `weighted` as X does, where wide characters count twice. */
export type TextUnit = "codePoints" | "graphemes" | "utf16" | "utf8Bytes" | "weighted";

/**
 * Facts per channel type, shared by server and dashboard; instances may report limits of their own. Each row names the vendor's page and the
 * month in which it was read. Unverified: seen in other products alone. `docs/platforms.md` shows both to readers.
 */
export interface PlatformFacts {
  /** In settings (`ROSTRUM_<SETTING>_API_URL`) and in addresses. */
  readonly slug: string;
  /** Applications that can be registered there besides the one named by the slug; their names are used like slugs. */
  readonly otherApplications?: readonly string[];
  readonly text: {
    readonly max: number;
    /** For a post of images alone, if that differs. */
    readonly maxWithImages?: number;
    readonly unit: TextUnit;
    /** Links count with all their characters. Elsewhere each counts as at most 23, as several networks have it. */
    readonly wholeLinks?: boolean;
  };
  readonly polls: boolean;
  readonly comments: boolean;
  /** Whether a post may consist of text alone. */
  readonly textAlone: boolean;
  readonly threads: boolean;
  /** Whether the platform has stories; if not, a story is published as a regular post. */
  readonly stories: boolean;
  readonly media: MediaRules;
}

/**
 * Common to Instagram and Threads, from
 * https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-06) and
 * https://developers.facebook.com/documentation/threads/posts (2026-04).
 */
const META_VIDEO: VideoRules = {
  ...ANY_VIDEO,
  types: ["video/mp4", "video/quicktime"],
  videoCodecs: ["avc", "hevc"],
  audioCodecs: ["aac"],
  width: { min: null, max: 1920 },
  ratios: [0.01, 10],
  framesPerSecond: { min: 23, max: 60 },
};

/**
 * JPEG only, of any size: Instagram scales wide images down itself.
 * https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-06).
 */
const INSTAGRAM_IMAGE: ImageRules = { ...ANY_IMAGE, types: ["image/jpeg"], bytesMax: 8_000_000 };

/**
 * GIF and TIFF are accepted, but no other animated format: https://developers.facebook.com/docs/page-stories-api (2026-10).
 * https://developers.facebook.com/docs/graph-api/reference/page/photos/ says 10 MB (2026-10); products are told that a photo
 * has to be below 4 MB (unverified), so that is what images are made to fit.
 */
const FACEBOOK_IMAGE: ImageRules = {
  ...ANY_IMAGE,
  types: ["image/jpeg", "image/png", "image/bmp", "image/gif", "image/tiff"],
  bytesMax: 4_000_000,
  animatedGifBytesMax: 4_000_000,
};

/** https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07). */
const FACEBOOK_VIDEO: VideoRules = { ...ANY_VIDEO, videoCodecs: ["avc", "hevc", "vp9", "av1"] };

export const platforms: Readonly<Record<ChannelType, PlatformFacts>> = {
  // Unverified: the length of texts and its unit, ten images in a post, and that images and videos do not go together.
  // Files: see above. A story's video: https://developers.facebook.com/docs/page-stories-api (2026-10).
  Facebook: {
    slug: "facebook",
    text: { max: 63_206, unit: "utf16" },
    polls: false,
    comments: true,
    textAlone: true,
    threads: false,
    stories: true,
    media: {
      ...ANY_MEDIA,
      images: { max: 10, beyond: "refused" },
      videos: { max: 1, beyond: "refused" },
      // `thumb`: https://developers.facebook.com/docs/graph-api/reference/page/videos/ (2026-11); reels have no such field.
      videoCover: "picture",
      reelCover: false,
      documents: NONE,
      mixed: false,
      image: FACEBOOK_IMAGE,
      // Length and size of feed videos (240 minutes, 10 GB; unverified) are far above what is uploaded here.
      video: FACEBOOK_VIDEO,
      // Each file is a story of its own.
      story: {
        image: FACEBOOK_IMAGE,
        video: { ...FACEBOOK_VIDEO, seconds: { min: null, max: 60 } },
        images: ALL,
        videos: ALL,
        mixed: true,
      },
    },
  },
  // https://developers.facebook.com/documentation/instagram-platform/content-publishing: caption (2026-09), carousel (2026-06),
  // files (2026-06). Unverified: the unit of the caption's length; UTF-16 units are what another publisher counts
  // (https://developers.buffer.com, 2026-11).
  Instagram: {
    slug: "instagram",
    text: { max: 2200, unit: "utf16", wholeLinks: true },
    polls: false,
    comments: true,
    textAlone: false,
    threads: false,
    stories: true,
    media: {
      ...ANY_MEDIA,
      // `cover_url` and `thumb_offset`: https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-11)
      videoCover: "picture",
      images: { max: 10, beyond: "refused" },
      videos: { max: 10, beyond: "refused" },
      documents: NONE,
      filesMax: 10,
      fetchesImages: true,
      // The page says 4:5; the apps have taken 3:4 since May 2025. Whether the API does is unverified: it is asked, since nobody sees a
      // container.
      image: { ...INSTAGRAM_IMAGE, ratios: [0.75, 1.91], cropsToFirst: true },
      video: { ...META_VIDEO, seconds: { min: 3, max: 900 }, bytes: { min: null, max: 300_000_000 }, bitsPerSecondMax: 25_000_000 },
      story: {
        image: INSTAGRAM_IMAGE,
        video: { ...META_VIDEO, seconds: { min: 3, max: 60 }, bytes: { min: null, max: 100_000_000 }, bitsPerSecondMax: 25_000_000 },
      },
    },
  },
  // https://developers.facebook.com/documentation/threads/posts (2026-04; bit rate 2026-10). The page counts emoji alone in bytes;
  // the server has been seen to count every character so: https://github.com/gitroomhq/postiz-app/pull/1946 (2026-08).
  Threads: {
    slug: "threads",
    text: { max: 500, unit: "utf8Bytes" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    stories: false,
    media: {
      ...ANY_MEDIA,
      images: { max: 20, beyond: "refused" },
      videos: { max: 20, beyond: "refused" },
      documents: NONE,
      filesMax: 20,
      fetchesImages: true,
      image: { ...ANY_IMAGE, types: ["image/jpeg", "image/png"], bytesMax: 8_000_000, ratios: [0.1, 10] },
      // Older pages say 25 Mbit/s, newer ones 100: only above the larger is refusal certain.
      video: { ...META_VIDEO, seconds: { min: null, max: 300 }, bytes: { min: null, max: 1_000_000_000 }, bitsPerSecondMax: 100_000_000 },
    },
  },
  // https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01, documents 2026-06).
  // Unverified: the unit of the text's length, bytes of an image, length and size of a video.
  LinkedIn: {
    slug: "linkedin",
    // The product for Pages has to be an application's only one: https://github.com/gitroomhq/postiz-app/pull/1658 (2026-06).
    otherApplications: ["linkedin-pages"],
    text: { max: 3000, unit: "utf16", wholeLinks: true },
    polls: true,
    comments: true,
    textAlone: true,
    threads: false,
    stories: false,
    media: {
      ...ANY_MEDIA,
      // `uploadThumbnail`: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2026-05)
      videoCover: "picture",
      images: { max: 20, beyond: "refused" },
      videos: { max: 1, beyond: "refused" },
      documents: { max: 1, beyond: "refused" },
      mixed: false,
      image: {
        ...ANY_IMAGE,
        types: ["image/jpeg", "image/png", "image/gif"],
        bytesMax: 8_000_000,
        pixelsMax: 36_152_319,
        animatedGifBytesMax: 8_000_000,
      },
      video: { ...ANY_VIDEO, types: ["video/mp4"], seconds: { min: 3, max: 1800 }, bytes: { min: 75_000, max: 500_000_000 } },
      document: {
        types: [
          "application/pdf",
          "application/msword",
          "application/vnd.ms-powerpoint",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        ],
        // 100 MB, taken as MiB: a file between the two is not certain to be refused.
        bytesMax: 104_857_600,
        pagesMax: 300,
      },
    },
  },
  // https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts and
  // https://support.google.com/business/answer/6103862 (2026-07). Unverified: the length of texts, which stands in
  // the server's refusal and on no page, and its unit (UTF-16 units are the stricter count).
  "Google Business": {
    slug: "google-business",
    text: { max: 1500, unit: "utf16", wholeLinks: true },
    polls: false,
    comments: false,
    textAlone: true,
    threads: false,
    stories: false,
    media: {
      ...ANY_MEDIA,
      // A local post has one photo; with videos or documents only the text is published.
      images: { max: 1, beyond: "dropped" },
      videos: { max: 0, beyond: "dropped" },
      documents: { max: 0, beyond: "dropped" },
      fetchesImages: true,
      image: {
        ...ANY_IMAGE,
        types: ["image/jpeg", "image/png"],
        bytesMax: 5_000_000,
        bytesMin: 10_000,
        sideMin: 250,
      },
    },
  },
  // https://developers.google.com/youtube/v3/docs/videos and https://developers.google.com/youtube/v3/docs/videos/insert (2026-09).
  YouTube: {
    slug: "youtube",
    text: { max: 5000, unit: "utf8Bytes", wholeLinks: true },
    polls: false,
    comments: true,
    textAlone: false,
    threads: false,
    stories: false,
    media: {
      ...ANY_MEDIA,
      // https://developers.google.com/youtube/v3/docs/thumbnails/set (2026-11)
      videoCover: "picture",
      // The first video is the post; an image next to it may become its thumbnail.
      images: { max: 0, beyond: "dropped" },
      videos: { max: 1, beyond: "dropped" },
      documents: NONE,
      // Unverified channels are limited to 15 minutes; the account reports its own limit (`videoSeconds`).
      video: { ...ANY_VIDEO, seconds: { min: null, max: 43_200 }, bytes: { min: null, max: 256_000_000_000 } },
    },
  },
  // https://developers.tiktok.com/doc/content-posting-api-reference-direct-post,
  // https://developers.tiktok.com/doc/content-posting-api-reference-photo-post,
  // https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11). Unverified: the sides of a photo.
  TikTok: {
    slug: "tiktok",
    text: { max: 2200, maxWithImages: 4000, unit: "utf16", wholeLinks: true },
    polls: false,
    comments: false,
    textAlone: false,
    threads: false,
    stories: false,
    media: {
      ...ANY_MEDIA,
      // `video_cover_timestamp_ms`: https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11)
      videoCover: "moment",
      images: { max: 35, beyond: "refused" },
      videos: { max: 1, beyond: "refused" },
      documents: NONE,
      mixed: false,
      fetchesImages: true,
      // Older pages say 1080p, and larger photos have been refused (unverified).
      image: { ...ANY_IMAGE, types: ["image/jpeg", "image/webp"], bytesMax: 20_000_000, sidesMax: [1080, 1920] },
      // Creators may have a lower limit (`videoSeconds`).
      video: {
        ...ANY_VIDEO,
        types: ["video/mp4", "video/quicktime", "video/webm"],
        videoCodecs: ["avc", "hevc", "vp8", "vp9"],
        seconds: { min: null, max: 600 },
        bytes: { min: null, max: 4_000_000_000 },
        side: { min: 360, max: 4096 },
        framesPerSecond: { min: 23, max: 60 },
      },
    },
  },
  // https://github.com/pinterest/api-description, 5.23.0 (2026-11), where lengths are those of OpenAPI, in code points. Unverified:
  // of files all but the number of images.
  Pinterest: {
    slug: "pinterest",
    text: { max: 800, unit: "codePoints", wholeLinks: true },
    polls: false,
    comments: false,
    textAlone: false,
    threads: false,
    stories: false,
    media: {
      ...ANY_MEDIA,
      // `cover_image_url` and its neighbours: `v5/openapi.json` 5.23.0 (2026-11)
      videoCover: "picture",
      // An image next to a video is its cover.
      images: { max: 5, beyond: "refused" },
      videos: { max: 1, beyond: "refused" },
      documents: NONE,
      fetchesImages: true,
      image: { ...ANY_IMAGE, types: ["image/jpeg", "image/png"], bytesMax: 10_000_000, sameSize: true, animatedGifBytesMax: 20_000_000 },
      video: {
        ...ANY_VIDEO,
        types: ["video/mp4", "video/quicktime", "video/x-m4v"],
        videoCodecs: ["avc", "hevc"],
        seconds: { min: 4, max: 900 },
        bytes: { min: null, max: 2_000_000_000 },
        ratios: [0.5, 1.91],
      },
    },
  },
  // https://docs.x.com/fundamentals/counting-characters and https://docs.x.com/x-api/media/quickstart/best-practices (2026-08). The
  // connector counts with X's own library, which also knows links; premium accounts may write more.
  X: {
    slug: "x",
    text: { max: 280, unit: "weighted" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    stories: false,
    media: {
      ...ANY_MEDIA,
      images: { max: 4, beyond: "continued" },
      videos: { max: 1, beyond: "continued" },
      documents: NONE,
      image: {
        ...ANY_IMAGE,
        types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
        bytesMax: 5_000_000,
        animatedGifBytesMax: 15_000_000,
      },
      // The guide says 1280 x 1024; in practice only videos wider than 1920 are refused (unverified).
      video: {
        ...ANY_VIDEO,
        types: ["video/mp4", "video/quicktime"],
        videoCodecs: ["avc"],
        audioCodecs: ["aac"],
        seconds: { min: 0.5, max: 140 },
        bytes: { min: null, max: 512_000_000 },
        side: { min: 32, max: 1920 },
        ratios: [1 / 3, 3],
        framesPerSecond: { min: null, max: 60 },
      },
    },
  },
  // https://docs.joinmastodon.org/entities/Instance/ and https://docs.joinmastodon.org/user/posting/ (2026-07).
  Mastodon: {
    slug: "mastodon",
    text: { max: 500, unit: "graphemes" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    stories: false,
    media: {
      ...ANY_MEDIA,
      // `thumbnail`: https://docs.joinmastodon.org/methods/media/#v2 (2026-11)
      videoCover: "picture",
      images: { max: 4, beyond: "continued" },
      videos: { max: 1, beyond: "continued" },
      documents: NONE,
      // Instances report their own sizes, types and pixels; these are mastodon.social's. Mastodon transcodes videos itself.
      image: {
        ...ANY_IMAGE,
        types: ["image/jpeg", "image/png"],
        bytesMax: 16_777_216,
        pixelsMax: 33_177_600,
        animatedGifBytesMax: 16_777_216,
      },
      video: {
        ...ANY_VIDEO,
        types: ["video/mp4", "video/quicktime", "video/webm", "video/x-m4v"],
        bytes: { min: null, max: 103_809_024 },
        pixelsMax: 8_294_400,
      },
    },
  },
  // https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky, feed/post.json and embed/ (2026-08).
  Bluesky: {
    slug: "bluesky",
    text: { max: 300, unit: "graphemes" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    stories: false,
    media: {
      ...ANY_MEDIA,
      images: { max: 4, beyond: "continued" },
      videos: { max: 1, beyond: "continued" },
      documents: NONE,
      // 2,000,000 in the newest lexicon; older servers check 1,000,000.
      image: { ...ANY_IMAGE, types: ["image/jpeg", "image/png", "image/webp"], bytesMax: 976_000 },
      // Its own app gives phones' MOV to the video service, which makes MP4 of it (November 2026).
      video: { ...ANY_VIDEO, types: ["video/mp4", "video/quicktime"], bytes: { min: null, max: 300_000_000 } },
    },
  },
  // https://core.telegram.org/bots/api, read as the texts of its server 10.0 (2026-05). Unverified: the sizes of files
  // (https://core.telegram.org/bots/api#sending-files), and whether captions count UTF-16 units or code points.
  Telegram: {
    slug: "telegram",
    text: { max: 4096, unit: "utf16" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    stories: false,
    media: {
      ...ANY_MEDIA,
      images: { max: 10, beyond: "continued" },
      videos: { max: 10, beyond: "continued" },
      image: { ...ANY_IMAGE, types: ["image/jpeg", "image/png"], bytesMax: 10_000_000, animatedGifBytesMax: 52_428_800 },
      video: { ...ANY_VIDEO, bytes: { min: null, max: 52_428_800 } },
      document: { types: null, bytesMax: 52_428_800, pagesMax: null },
      sizesOfOwnAddressOnly: true,
    },
  },
  // Ours: `docs/webhook-channel.md`.
  "Social Media": {
    slug: "social-media",
    text: { max: 3000, unit: "codePoints" },
    polls: true,
    comments: true,
    textAlone: true,
    threads: true,
    stories: false,
    media: ANY_MEDIA,
  },
};

/** The names of the applications that can be registered at the platform: in settings, in addresses and of log-ins. */
export function applicationsAt(type: ChannelType): readonly string[] {
  const { slug, otherApplications = [] } = platforms[type];
  return [slug, ...otherApplications];
}

/** The slug of the platform at which the application is registered. */
export function slugOfApplication(application: string): string {
  const owner = Object.values(platforms).find(({ otherApplications }) => otherApplications?.includes(application));
  return owner?.slug ?? application;
}
