import type { Readable } from "node:stream";

/**
 * All calls to the outside. Every one has a deadline and a byte cap; addresses that users or feeds give pass the guard
 * against private addresses on every hop, where the socket is made.
 */
export interface Net extends AsyncDisposable {
  /** One request to a platform. Network trouble is an answer, never an exception. Redirects are not followed. */
  call(request: CallRequest): Promise<CallReply>;
  /** Streams a user-given address into a new file of ours, decoded bytes counted. Follows at most 5 guarded redirects. */
  download(url: string, options: DownloadOptions): Promise<Downloaded | FetchFailure>;
  /** Reads a user-given address (feed, page, metadata document) into memory. Follows at most 5 guarded redirects. */
  fetchDocument(url: string, options: FetchOptions): Promise<FetchedDocument | FetchFailure>;
}

export interface CallRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | FormData | { readonly stream: Readable; readonly length: number };
  /** Whole call, from connect to the last byte. Default 30. */
  readonly timeoutSeconds?: number;
  /** Bytes of the reply's body, default 1 MB; of a longer one nothing is read. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * `answered`: the platform's status has come; what it says of the request holds even when the body does not arrive.
 * `unreached`: refused before a byte of the request left (name, connect, TLS, guard), so it had no effect. `lost`: the
 * request may have been received and nobody knows what was said to it.
 */
export type CallReply =
  | Answered
  | { readonly kind: "unreached"; readonly reason: string }
  | { readonly kind: "lost"; readonly reason: string };

export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; null when it is above the cap, breaks off, takes too long or cannot be decoded. A part of one is never shown. */
  readonly text: string | null;
}

export interface FetchOptions {
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Refuse http, other ports than 443 and redirects to http. */
  readonly httpsOnly?: boolean;
}

export interface DownloadOptions extends FetchOptions {
  /** Where the file is made; its name is ours. */
  readonly directory: string;
}

export interface Downloaded {
  readonly kind: "fetched";
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
  /** After redirects. */
  readonly url: string;
}

export interface FetchedDocument {
  readonly kind: "fetched";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** After redirects. */
  readonly url: string;
  /** After the permanent redirects (301, 308) alone that come before any other. */
  readonly permanentUrl: string;
}

/**
 * `reason` is for logs and for our own decisions; what users read is uniform, so that nobody can map an internal network
 * by error texts. `status` is set when the server answered with an error.
 */
export interface FetchFailure {
  readonly kind: "failed";
  readonly cause: "address" | "unreachable" | "timeout" | "too_large" | "status" | "redirects" | "broken";
  readonly reason: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
