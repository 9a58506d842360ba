import type { z } from "zod";
import type { Operation, Pagination } from "../operation.ts";

export interface ClientOptions {
  /** The root of the operations without a final slash: `<public url>/v1` for the public ones. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Left out where cookies sign the user in. */
  readonly apiKey?: string | undefined;
  /** Sent with every request beside those that the client sets itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether cookies go along; as in `fetch`. */
  readonly credentials?: RequestCredentials;
  readonly fetch?: typeof globalThis.fetch;
  /** For one attempt, from its start to the end of its reply's body. Uploads have ten times as long. */
  readonly timeoutSeconds?: number;
  readonly retry?: Partial<RetryPolicy>;
}

/** How often and how patiently a GET is repeated. */
export interface RetryPolicy {
  /** Attempts after the first. */
  readonly times: number;
  /** Wait before the first repetition where the service names none; doubles each time. */
  readonly firstWaitSeconds: number;
  /** A service that asks for a longer wait than this gets no repetition: the refusal is given back at once. */
  readonly waitSecondsMax: number;
}

export interface CallOptions {
  /** Ends the call. The promise is then rejected with the signal's reason, as that of `fetch` is. */
  readonly signal?: AbortSignal | undefined;
}

type Fields<S> = S extends z.ZodType ? z.input<S> : unknown;

/** One file from wherever: a `File` brings its name along. */
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
  /** Null where the operation is no list. */
  readonly pagination: O["paginated"] extends true ? PageFacts : null;
  /** Of a mutation by `createReconcilingClient` whose outcome had been in doubt: how it was settled. */
  readonly settled?: Settled;
}

export interface Settled {
  /** How often the request was sent. */
  readonly sends: number;
  /** The lists show that an earlier request was carried out although its reply never came. */
  readonly found: boolean;
}

/** Sentences by field or key; where the service sends a single sentence the list has one. */
export type Sentences = Readonly<Record<string, readonly string[]>>;

/**
 * Why there is no data. `fields`: the request failed validation. `domain`: understood and refused. `limit`: too many
 * requests. `unreadable`: a reply that is none of the service's, such as a proxy's page. `unreachable` and `timeout`:
 * no reply; a POST, PATCH or DELETE may nevertheless have been carried out. `unsettled`: that, and the lists could not be
 * looked at afterwards.
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
  /** Null where no reply came. */
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

/** One method per operation, and for each list one that walks its pages. */
export type Client<T extends Table> = { readonly [N in keyof T]: Call<T[N], Promise<Result<T[N]>>> } & {
  /**
   * Walks a list page by page from `page` (1 when left out). A page may be empty and still not be the last. The walk ends
   * after the last page, or with the first failure as its last value.
   */
  readonly pages: { readonly [N in Lists<T>]: Call<T[N], AsyncGenerator<Result<T[N]>, void, void>> };
};
