/** Bounds of one feed. Whatever lies beyond is left out; what cannot be left out makes the feed unreadable. */
export const ITEMS_MAX = 1000;
export const FIELD_LENGTH_MAX = 65_536;
export const DEPTH_MAX = 100;
export const IMAGES_MAX = 10;
export const TAGS_MAX = 30;
export const TAG_LENGTH_MAX = 100;
/** Longer ones are data or attacks. */
export const LINK_LENGTH_MAX = 2048;
/** An item without a title (usual on Tumblr) is called by the beginning of its text. */
export const TITLE_FROM_TEXT_LENGTH = 80;
/** How far into a page the announcements of its feeds are looked for. */
export const PAGE_LENGTH_MAX = 524_288;
/** Requests of one discovery: the address, and the places where its feed may be. */
export const DISCOVERY_REQUESTS_MAX = 8;
export const DISCOVERY_SECONDS_TOTAL = 60;
/** A feed that asks for more (`ttl`) is read once a day all the same. */
export const TTL_SECONDS_MAX = 86_400;
