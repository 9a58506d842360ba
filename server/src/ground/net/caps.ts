/** Bounds of every call to the outside. Callers may lower the totals, but cannot raise the limits of individual phases. */
export const CONNECT_SECONDS = 5;
export const DOCUMENT_FIRST_BYTE_SECONDS = 10;
export const DOCUMENT_IDLE_SECONDS = 10;
/** Media hosts are slower: a video host may transcode before the first byte. */
export const DOWNLOAD_FIRST_BYTE_SECONDS = 20;
export const DOWNLOAD_IDLE_SECONDS = 20;
export const CALL_SECONDS_DEFAULT = 30;
export const CALL_BYTES_DEFAULT = 1_048_576;
/** What is read of a file at a time while it is sent. */
export const PIECE_BYTES = 65_536;
/** Memory for pieces that is kept for the next files: 4 MiB. */
export const FREE_PIECES_MAX = 64;

/** Totals that callers pass, by what they fetch. Bytes are counted after decoding. */
export const FEED_SECONDS_TOTAL = 20;
export const FEED_BYTES_MAX = 10_485_760;

export const REDIRECTS_MAX = 5;
export const HEADER_BYTES_MAX = 16_384;
/** Signed addresses are long. */
export const ADDRESS_LENGTH_MAX = 8192;
export const HOST_LENGTH_MAX = 253;

/** Ratio of decoded to wire bytes, against compression bombs. Small bodies may exceed it: a page of spaces compresses 1000:1. */
export const DECODE_RATIO_MAX = 100;
export const DECODE_RATIO_FREE_BYTES = 1_048_576;
/** `Content-Encoding: gzip, gzip, …` multiplies the ratio with each layer. */
export const DECODE_LAYERS_MAX = 2;

/** Concurrent fetches of user-given addresses, in total, per host and for one account. */
export const PARALLEL_FETCHES_MAX = 64;
export const PARALLEL_PER_HOST_MAX = 6;
export const PARALLEL_PER_HOLDER_MAX = 12;
