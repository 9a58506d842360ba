/** Above the largest video that any platform accepts from us (104,857,600 bytes), with room for the form around it. */
export const SANDBOX_BODY_BYTES_MAX = 110 * 1024 * 1024;
/** Limit for other bodies: JSON and forms. */
export const SANDBOX_TEXT_BYTES_MAX = 1024 * 1024;

/** What each network keeps: uploaded files, and documents of all kinds. Above this the oldest are removed. */
export const SANDBOX_FILE_BYTES_MAX = 512 * 1024 * 1024;
export const SANDBOX_FILES_MAX = 10_000;
export const SANDBOX_DOCUMENT_BYTES_MAX = 128 * 1024 * 1024;
