import { z } from "zod";
import { privateOperation } from "../operation.ts";
import { platforms } from "../platforms.ts";

/** The faults of a sandbox network, in the order in which they are evaluated. */
export const FAULT_KINDS = [
  /** 429 with `Retry-After`; no effect. */
  "refuse-429",
  /** 503 with `Retry-After`, as from a front end; no effect. */
  "refuse-503",
  /** 500; no effect. */
  "error-before",
  /** The connection is dropped; no effect. */
  "cut-before",
  /** The token is refused. */
  "revoked",
  /** Refused as a duplicate post. */
  "duplicate",
  /** A read is refused although the token is valid. */
  "lists-refused",
  /** 500 after the request took effect. */
  "error-after",
  /** The connection is dropped after the request took effect. */
  "cut-after",
  /** Success, but the connection is dropped in the middle of the body. */
  "torn-after",
  /** Success with an HTML page as the body. */
  "garbled-after",
  /** Success with a body of nine megabytes. */
  "large-after",
  /** Takes effect at once, but the reply is late. */
  "slow",
  /** Uploaded media take long to process. */
  "processing",
  /** Uploaded media take long to process, and then fail. */
  "processing-fails",
  /** The upload session disappears after this request. */
  "upload-lost",
  /** What was uploaded expires before it is published. */
  "container-ends",
  /** A repeated request with the same idempotency key takes effect again. */
  "ignore-keys",
  /** New posts appear in lists late. */
  "late-lists",
  /** Access tokens issued so far are refused as expired; renewal works. */
  "token-ended",
  /** What people have granted so far is taken back; a new log-in works. */
  "access-revoked",
  /** The account's quota is used up. */
  "quota",
] as const;
export const FaultKind = z.enum(FAULT_KINDS);
export type FaultKind = z.output<typeof FaultKind>;

/** Active until cleared, alongside other faults: properties of the server, not of a call. */
export const LASTING_FAULTS: readonly FaultKind[] = ["ignore-keys", "late-lists", "token-ended", "access-revoked", "quota"];

const FAULT_SECONDS_MAX = 3600;
const FAULT_COUNT_MAX = 1_000_000;

const slugs = Object.values(platforms).map(({ slug }) => slug);
const network = z.enum(slugs).meta({ description: "The network, by the last part of its URL." });
const kind = FaultKind.meta({ description: "The fault." });

export const NewFault = z
  .object({
    network,
    kind,
    requests: z.enum(["posts", "all"]).default("posts").meta({ description: "Only calls that create a post, or all API calls." }),
    seconds: z.int().min(1).max(FAULT_SECONDS_MAX).optional().meta({
      description:
        "Retry-After of refuse-429 and refuse-503 (default 60), delay of slow (5), duration of processing and processing-fails (30), how long uploads stay with container-ends (0), delay of late-lists (60).",
    }),
    count: z.int().min(1).max(FAULT_COUNT_MAX).optional().meta({
      description:
        "Number of calls to affect; 1 without percent. ignore-keys, late-lists, token-ended, access-revoked and quota last until cleared.",
    }),
    percent: z.int().min(1).max(100).optional().meta({ description: "Percentage of calls to affect at random, instead of count." }),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .default(1)
      .meta({ description: "The same seed affects the same calls." }),
  })
  .refine((fault) => fault.count === undefined || fault.percent === undefined, {
    path: ["percent"],
    params: { sentence: "cannot be given together with count" },
  })
  .refine((fault) => fault.count === undefined || !LASTING_FAULTS.includes(fault.kind), {
    path: ["count"],
    params: { sentence: "cannot be given for a fault that lasts until cleared" },
  });
export type NewFault = z.output<typeof NewFault>;

export const Fault = z.object({
  network: z.string(),
  kind: FaultKind,
  requests: z.enum(["posts", "all"]),
  seconds: z.int(),
  /** Both null: every call, until cleared. */
  count: z.int().nullable(),
  percent: z.int().nullable(),
  seed: z.int(),
  /** Calls it was evaluated for, and calls it affected. */
  seen: z.int(),
  struck: z.int(),
});
export type Fault = z.output<typeof Fault>;

const errors = [400, 401, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Sandbox", status: 200, errors } as const;
const one = z.object({ network: network.optional() });

/** Faults of the sandbox networks and their effect on posts. 422 while the sandbox is off. */
export const sandboxOperations = {
  setSandboxFault: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/sandbox/faults",
    command: "sandbox fault set",
    summary: "Set a fault on a sandbox network",
    description: "A network has at most one fault of each kind: a new one replaces it and starts counting again.",
    body: NewFault,
    data: Fault,
  }),
  clearSandboxFaults: privateOperation({
    allows: "operator",
    ...shared,
    method: "DELETE",
    path: "/admin/sandbox/faults",
    command: "sandbox fault clear",
    summary: "Clear faults",
    description: "All of them, those of one network, or a single one.",
    query: one.extend({ kind: kind.optional() }),
    data: z.object({ cleared: z.int() }),
  }),
  listSandboxFaults: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/sandbox/faults",
    command: "sandbox fault list",
    summary: "List the faults of the sandbox networks",
    description: "Faults whose count is used up stay listed until cleared.",
    query: one,
    data: z.array(Fault),
  }),
  listSandboxDuplicates: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/sandbox/duplicates",
    command: "sandbox duplicates",
    summary: "Count posts that readers of the sandbox networks see twice",
    description: "Posts of one account with the same text and media, beyond those the service knows to be separate posts.",
    query: one,
    data: z.array(z.object({ network: z.string(), posts: z.int(), duplicates: z.int() })),
  }),
} as const;
