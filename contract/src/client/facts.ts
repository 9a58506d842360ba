/** What every client has to do with, whatever its table. Plain types without schemas: they are part of the package `rostrum-client`. */

export interface ClientOptions {
  /** Base URL of the operations without a trailing slash: `<public url>/v1` for the public ones. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Omit it if the user is signed in by cookie. */
  readonly apiKey?: string | undefined;
  /** Sent with every request, in addition to the client's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to send cookies, as in `fetch`. */
  readonly credentials?: "omit" | "same-origin" | "include";
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Time limit of one attempt, until the reply's body is complete. Uploads get ten times as long, and changes for which the service
   * fetches files or feeds three times.
   */
  readonly timeoutSeconds?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** Called with every reply that says that what was called will go away. */
  readonly onDeprecation?: (notice: DeprecationNotice) => void;
}

/** The end of an operation, or of a field that was sent with it. Days are in UTC. */
export interface DeprecationNotice {
  /** The operation's name, such as `listBrands`. */
  readonly operation: string;
  /** From this day on nobody should use it. Null if the service does not say. */
  readonly since: string | null;
  /** From this day on it may be gone. Null if that is not decided. */
  readonly sunset: string | null;
  /** A page that says what to use instead. */
  readonly link: string | null;
}

/** How often and how patiently GETs are retried. */
export interface RetryPolicy {
  /** Number of retries. */
  readonly times: number;
  /** Wait before the first retry if the service does not specify one; doubles each time. */
  readonly firstWaitSeconds: number;
  /** If the service asks for a longer wait than this, the failure is returned at once. */
  readonly waitSecondsMax: number;
}

export interface CallOptions {
  /** Aborts the call. The promise is then rejected with the signal's reason, as with `fetch`. */
  readonly signal?: AbortSignal | undefined;
}

/** One file; a `File` has its own name. */
export interface Upload {
  readonly media: Blob;
  readonly fileName?: string;
}

/** Where a page is in its list. */
export interface PageFacts {
  readonly currentPage: number;
  readonly perPage: number;
  /** The number of entries on all pages. */
  readonly total: number;
  readonly lastPage: number;
  /** Null on the last page. */
  readonly nextPageUrl: string | null;
  /** Null on the first page. */
  readonly prevPageUrl: string | null;
}

export interface SuccessOf<Data, Paging extends PageFacts | null> {
  readonly ok: true;
  readonly status: number;
  readonly data: Data;
  /** Null if the operation is not a list. */
  readonly pagination: Paging;
  /** Set by `createReconcilingClient` if the outcome was in doubt: how it was settled. */
  readonly settled?: Settled;
}

export interface Settled {
  /** How many times the request was sent. */
  readonly sends: number;
  /** Whether the lists showed that an earlier request had been carried out although its reply was lost. */
  readonly found: boolean;
}

/** Messages by field or key; a single message becomes a list of one. */
export type Sentences = Readonly<Record<string, readonly string[]>>;

/**
 * Why there is no data. `fields`: the request failed validation. `domain`: understood and refused. `limit`: too many requests.
 * `unreadable`: a reply that does not come from the service, such as a proxy's page. `unreachable` and `timeout`: no reply; a
 * POST, PATCH or DELETE may still have been carried out. `unsettled`: the same, and the lists could not be read afterwards.
 */
export type CallProblem =
  | { readonly kind: "fields"; readonly message: string; readonly errors: Sentences }
  | { readonly kind: "domain"; readonly message: string; readonly errors: Sentences }
  | { readonly kind: "limit"; readonly message: string; readonly scope: "resource" | "route"; readonly waitSeconds: number | null }
  | { readonly kind: "unreadable"; readonly message: string }
  | { readonly kind: "unreachable"; readonly message: string }
  | { readonly kind: "timeout"; readonly message: string }
  | { readonly kind: "unsettled"; readonly message: string };

export interface Failure {
  readonly ok: false;
  /** Null if no reply came. */
  readonly status: number | null;
  readonly problem: CallProblem;
}

/** What becomes of a call: data, or the reason why there are none. */
export type Answer<Data> = SuccessOf<Data, null> | Failure;

/** The same for a page of a list. */
export type PageAnswer<Row> = SuccessOf<Row[], PageFacts> | Failure;
