import type { z } from "zod";
import type { Operation, Pagination } from "../operation.ts";

export interface ClientOptions {
  /** Base URL of the operations without a trailing slash: `<public url>/v1` for the public ones. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Omit it if the user is signed in by cookie. */
  readonly apiKey?: string | undefined;
  /** Sent with every request, in addition to the client's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to send cookies, as in `fetch`. */
  readonly credentials?: RequestCredentials;
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit of one attempt, until the reply's body is complete. Uploads get ten times as long. */
  readonly timeoutSeconds?: number;
  readonly retry?: Partial<RetryPolicy>;
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

type Fields<S> = S extends z.ZodType ? z.input<S> : unknown;

/** One file; a `File` has its own name. */
export interface Upload {
  readonly media: Blob;
  readonly fileName?: string;
}

/** Path, query and body fields of an operation side by side, in camelCase. */
export type CallInput<O extends Operation> = Fields<O["params"]> &
  Fields<O["query"]> &
  Fields<O["body"]> &
  (O["upload"] extends true ? Upload : unknown);

export type PageFacts = z.output<typeof Pagination>;

export interface Success<O extends Operation> {
  readonly ok: true;
  readonly status: number;
  readonly data: z.output<O["data"]>;
  /** Null if the operation is not a list. */
  readonly pagination: O["paginated"] extends true ? PageFacts : null;
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

export type Result<O extends Operation> = Success<O> | Failure;

type Optional<I> = Partial<I> extends I ? true : false;

type Call<O extends Operation, Answer> =
  Optional<CallInput<O>> extends true
    ? (input?: CallInput<O>, options?: CallOptions) => Answer
    : (input: CallInput<O>, options?: CallOptions) => Answer;

export type Table = Readonly<Record<string, Operation>>;

type Lists<T extends Table> = { [N in keyof T]: T[N]["paginated"] extends true ? N : never }[keyof T];

/** One method per operation, and for each list one that iterates over its pages. */
export type Client<T extends Table> = { readonly [N in keyof T]: Call<T[N], Promise<Result<T[N]>>> } & {
  /**
   * Iterates over a list page by page from `page` (default 1). A page may be empty without being the last. Ends after the last
   * page, or with the first failure as its last value.
   */
  readonly pages: { readonly [N in Lists<T>]: Call<T[N], AsyncGenerator<Result<T[N]>, void, void>> };
};
