import type { z } from "zod";
import type { Operation } from "../operation.ts";
import type { CallOptions, Failure, PageFacts, SuccessOf, Upload } from "./facts.ts";

export type { CallOptions, CallProblem, ClientOptions, Failure, PageFacts } from "./facts.ts";

type Fields<S> = S extends z.ZodType ? z.input<S> : unknown;

/** A file that is no medium, such as a table. */
interface FileUpload {
  readonly file: Blob;
  readonly fileName?: string;
}

/** Path, query and body fields of an operation side by side, in camelCase. */
export type CallInput<O extends Operation> = Fields<O["params"]> &
  Fields<O["query"]> &
  Fields<O["body"]> &
  (O["upload"] extends true ? Upload : O["upload"] extends "file" ? FileUpload : unknown);

export type Success<O extends Operation> = SuccessOf<z.output<O["data"]>, O["paginated"] extends true ? PageFacts : null>;

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
