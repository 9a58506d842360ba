import { z } from "zod";
import type { Deprecation } from "./deprecation.ts";
import type { ErrorStatus } from "./errors.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "./limits.ts";

export { camelCase, kebabCase, snakeCase } from "./names.ts";

/**
 * One row of the table. Names inside schemas are camelCase; REST query and path names (`per_page`) and flags
 * (`--per-page`) are derived from them, bodies use them as they are.
 */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the public root `/v1` (or `/app/api` for private operations), path names in snake_case braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The request is `multipart/form-data` with one file: in the field `media`, or for a file that is no medium in the field `file`. */
  readonly upload?: true | "file";
  readonly data: z.ZodType;
  readonly status: 200 | 201;
  readonly paginated?: true;
  readonly errors: readonly ErrorStatus[];
  /** The tool's name; absent if there is no tool for the operation. */
  readonly tool?: string;
  /** Replaces the description in tools if that refers to HTTP. */
  readonly toolDescription?: string;
  /** Additional guidance for agents: where ids come from, what to do next, what cannot be undone. */
  readonly advice?: string;
  /** Has effects outside the service: fetches a URL, or publishes posts. */
  readonly reachesOut?: true;
  /** It only reads, although its method is POST, such as a preview: nobody is told of a change. */
  readonly changesNothing?: true;
  /** The words of the command, such as `keys create`; flags are derived from the fields of path, query and body. */
  readonly command?: string;
  /** Not counted by the resource limit: `/me` and `/auth`. */
  readonly exempt?: true;
  /** Status for a brand the viewer cannot see. Absent if the path names no brand. */
  readonly foreignBrand?: 403 | 404;
  /** It will go away. Replies, documents, tools, commands and clients say so. */
  readonly deprecated?: Deprecation;
}

export function operation<const O extends Operation>(row: O): O {
  return row;
}

/** The roles of a brand's members, each with the rights of those before it. */
export const ROLES = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** A row of the table behind `rostrum admin` and the dashboard. */
export interface PrivateOperation extends Operation {
  /**
   * Who may call it: the operator; anybody who is signed in, for themselves; or members of the brand with at least this role. The
   * brand is the one that the path names, or the one of what it names.
   */
  readonly allows: "operator" | "person" | Role;
  /** People may call it with an API key, too: for programs that act for them. Counted by the same limits as the public API. */
  readonly byKey?: true;
  /** The request's body is an archive of a brand, which is streamed to the operation. */
  readonly takesArchive?: true;
}

export function privateOperation<const O extends PrivateOperation>(row: O): O {
  return row;
}

export const PageQuery = z.object({
  page: z.int().min(1).default(1).meta({ description: "Page number, from 1.", example: 1 }),
  perPage: z
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX)
    .default(PAGE_SIZE_DEFAULT)
    .meta({ description: `Entries per page, 1 to ${PAGE_SIZE_MAX}.`, example: PAGE_SIZE_DEFAULT }),
});

export const Pagination = z
  .object({
    currentPage: z.int().meta({ example: 1 }),
    perPage: z.int().meta({ example: 25 }),
    total: z.int().meta({ example: 60 }),
    lastPage: z.int().meta({ example: 3 }),
    nextPageUrl: z
      .string()
      .nullable()
      .meta({ description: "Full URL of the next page; null on the last page.", example: "https://rostrum.example/v1/brands?page=2" }),
    prevPageUrl: z.string().nullable().meta({ description: "Full URL of the previous page; null on the first page.", example: null }),
  })
  .meta({ id: "Pagination" });

type Shape<S> = S extends z.ZodType ? z.output<S> : unknown;

/** A handler's input: path, query and body, decoded and validated. */
export type Input<O extends Operation> = Shape<O["params"]> &
  Shape<O["query"]> &
  (O["body"] extends z.ZodType ? { readonly body: z.output<O["body"]> } : unknown);

/** A page of a list: its rows and the total number of rows. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A handler's output: the `data` of the reply, or a page of it. */
export type Output<O extends Operation> = O["paginated"] extends true
  ? z.input<O["data"]> extends readonly (infer Row)[]
    ? Page<Row>
    : never
  : z.input<O["data"]>;
