import type { Readable } from "node:stream";

/**
 * All outgoing calls. Each has a deadline and a byte cap; addresses given by users or feeds pass the guard against private
 * addresses on every hop, where the socket is opened.
 */
export interface Net extends AsyncDisposable {
  /** One request to a platform. Network errors are returned, never thrown. Redirects are not followed. */
  call(request: CallRequest): Promise<CallReply>;
  /** Streams a user-given URL into a new file, counting decoded bytes. Follows at most 5 guarded redirects. */
  download(url: string, options: DownloadOptions): Promise<Downloaded | FetchFailure>;
  /** Reads a user-given URL (feed, page, metadata document) into memory. Follows at most 5 guarded redirects. */
  fetchDocument(url: string, options: FetchOptions): Promise<FetchedDocument | FetchFailure>;
}

export interface CallRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file, in a form too, is read while it is sent. */
  readonly body?: string | Uint8Array | FormData | Blob | { readonly stream: Readable; readonly length: number };
  /** For the whole call, from connect to the last byte. Default 30. */
  readonly timeoutSeconds?: number;
  /** Maximum size of the response body, default 1 MB; a longer one is not returned at all. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** The URL is a user's: it passes the guard even where the operator has configured its origin, and gets none of our own credentials. */
  readonly guarded?: true;
  /** With `guarded`: it is a network's server all the same, whose clock is worth hearing. */
  readonly isNetwork?: true;
}

/**
 * `answered`: the platform's status has arrived; what it says about the request holds even if the body does not arrive.
 * `unreached`: failed before a byte of the request was sent (DNS, connect, TLS, guard), so it had no effect. `lost`: the
 * request may have been received, and the response is unknown.
 */
export type CallReply =
  | Answered
  | { readonly kind: "unreached"; readonly reason: string }
  | { readonly kind: "lost"; readonly reason: string };

export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; null if it exceeds the cap, breaks off, takes too long or cannot be decoded. Never a partial body. */
  readonly text: string | null;
}

export interface FetchOptions {
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Refuse http, ports other than 443 and redirects to http. */
  readonly httpsOnly?: boolean;
  /** For whom it is, such as an account, which can only have so many at once. */
  readonly holder?: string;
}

export interface DownloadOptions extends FetchOptions {
  /** Where the file is created, under a name of our own. */
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
  /** After the leading permanent redirects (301, 308) only. */
  readonly permanentUrl: string;
}

/**
 * `reason` is for logs and our own decisions; what users see is uniform, so that error texts cannot be used to map an
 * internal network. `status` is set if the server responded with an error.
 */
export interface FetchFailure {
  readonly kind: "failed";
  readonly cause: "address" | "unreachable" | "timeout" | "too_large" | "status" | "redirects" | "broken";
  readonly reason: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
