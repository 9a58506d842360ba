/** The limits of `docs/api.md#sizes` and of the pages of the nouns. Every number is a maximum unless its name says otherwise. */
export const ROUTE_LIMIT_PER_MINUTE = 60;
export const RESOURCE_LIMIT_PER_MINUTE = 30;
export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
export const UPLOAD_BYTES_MAX = 104_857_600;
/** A file inside a tool call, before base64: it is held in memory in several copies. */
export const TOOL_FILE_BYTES_MAX = 10_485_760;
export const JSON_BODY_BYTES_MAX = 1_048_576;
export const CAPTION_LENGTH_MAX = 3000;
export const TITLE_LENGTH_MAX = 255;
export const ALT_LENGTH_MAX = 255;
export const LINK_LENGTH_MAX = 1000;
export const DESCRIPTION_LENGTH_MAX = 1000;
export const NAME_LENGTH_MAX = 255;
export const SEARCH_LENGTH_MAX = 255;
export const TEMPLATE_LENGTH_MAX = 255;
/** URLs that the service fetches. */
export const URL_LENGTH_MAX = 8192;
export const POLL_QUESTION_LENGTH_MAX = 280;
export const POLL_OPTIONS_MIN = 2;
export const POLL_OPTIONS_MAX = 4;
export const POLL_OPTION_LENGTH_MAX = 30;
export const POLL_EXPLANATION_LENGTH_MAX = 512;
export const COMMENT_LENGTH_MAX = 1000;
/** Delays survive restarts, so they may be long; 30 days is within the period in which counts are refreshed. */
export const COMMENT_DELAY_SECONDS_MAX = 30 * 24 * 3600;
export const THREAD_SEGMENTS_MAX = 10;
export const SCHEDULE_LEAD_MINUTES_MIN = 10;
export const SLOTS_PER_DAY_VERIFIED = 10;
export const SLOTS_PER_DAY_UNVERIFIED = 5;
export const POSTS_PER_BRAND = 15_000;
export const POSTS_PER_COLLECTION_PER_DAY = 10;
/** How long a hold of its channel may keep a delivery waiting. */
export const HELD_HOURS_MAX = 72;
/** How long it can be seen what an attempt sent to a network and got. */
export const ATTEMPT_DAYS = 90;
/** 100 GiB. */
export const MEDIA_MIB_PER_ACCOUNT = 102_400;
export const REPUBLISH_WEEKS_MIN = -1;
export const REPUBLISH_WEEKS_MAX = 520;

/**
 * Bounds that nobody is meant to reach (`docs/api.md#sizes`): far above any real need, they keep every request cheap to
 * validate.
 */
export const PROBLEMS_MAX = 100;
export const MEDIA_PER_POST_MAX = 100;
export const MEDIA_ID_LENGTH_MAX = 255;
export const CHANNELS_PER_COLLECTION_MAX = 1000;
export const SLOTS_PER_COLLECTION_MAX = 500;
export const POST_TYPE_LENGTH_MAX = 255;
/** Length of one platform option (a name, an id, a tag), and how many there may be. */
export const OPTION_LENGTH_MAX = 500;
export const OPTION_ITEMS_MAX = 500;
export const CREDENTIALS_MAX = 50;
export const CREDENTIAL_LENGTH_MAX = 8192;

export const REFRESH_HOURS = [1, 6, 12, 24] as const;
export const REFRESH_HOURS_DEFAULT = 24;
