/** Limits of one feed. Anything beyond is dropped; if it cannot be dropped, the feed is unreadable. */
export const ITEMS_MAX = 1000;
export const FIELD_LENGTH_MAX = 65_536;
export const DEPTH_MAX = 100;
export const IMAGES_MAX = 10;
/** What has a shorter side of less is an icon, whatever else says that it is a picture. */
export const PICTURE_SIDE_PIXELS_MIN = 200;
export const TAGS_MAX = 30;
export const TAG_LENGTH_MAX = 100;
/** Longer links are data or attacks. */
export const LINK_LENGTH_MAX = 2048;
/** An item without a title (usual on Tumblr) gets the start of its text as its title. */
export const TITLE_FROM_TEXT_LENGTH = 80;
/** How far into a page to look for links to its feeds. */
export const PAGE_LENGTH_MAX = 524_288;
/** Requests per discovery: the URL, and the places where its feed may be. */
export const DISCOVERY_REQUESTS_MAX = 8;
export const DISCOVERY_SECONDS_TOTAL = 60;
/** A feed with a longer `ttl` is still read once a day. */
export const TTL_SECONDS_MAX = 86_400;
