import { z } from "zod";
import { operation } from "../operation.ts";
import { platforms } from "../platforms.ts";

/** What can go wrong on a sandbox network. The order is that in which several faults are looked at. */
export const FAULT_KINDS = [
  /** 429 with `Retry-After`; nothing happens. */
  "refuse-429",
  /** 503 with `Retry-After`, from a front end; nothing happens. */
  "refuse-503",
  /** 500; nothing happens. */
  "error-before",
  /** The connection ends; nothing happens. */
  "cut-before",
  /** The token is refused. */
  "revoked",
  /** Refused as something that has been posted already. */
  "duplicate",
  /** 500 although it has happened. */
  "error-after",
  /** The connection ends after it has happened. */
  "cut-after",
  /** Success, but the connection ends in the middle of the body. */
  "torn-after",
  /** Success with a page in place of the body. */
  "garbled-after",
  /** Success with a body of nine megabytes. */
  "large-after",
  /** It happens at once, the answer comes late. */
  "slow",
  /** Uploaded media stay in processing. */
  "processing",
  /** What comes again under the same key happens again. */
  "ignore-keys",
  /** What is made shows in lists later only. */
  "late-lists",
] as const;
export const FaultKind = z.enum(FAULT_KINDS);
export type FaultKind = z.output<typeof FaultKind>;

/** On until they are cleared, beside whatever else goes wrong: how a server is, not what happens to a call. */
export const LASTING_FAULTS: readonly FaultKind[] = ["ignore-keys", "late-lists"];

const FAULT_SECONDS_MAX = 3600;
const FAULT_COUNT_MAX = 1_000_000;

const slugs = Object.values(platforms).map(({ slug }) => slug);
const network = z.enum(slugs).meta({ description: "The network, by the last part of its address." });
const kind = FaultKind.meta({ description: "What goes wrong." });

export const NewFault = z
  .object({
    network,
    kind,
    requests: z.enum(["posts", "all"]).default("posts").meta({ description: "Calls that make a post, or every call of the API." }),
    seconds: z.int().min(1).max(FAULT_SECONDS_MAX).optional().meta({
      description:
        "Retry-After of refuse-429 and refuse-503 (60), how late slow answers (5), how long processing lasts (30), how late late-lists are (60).",
    }),
    count: z
      .int()
      .min(1)
      .max(FAULT_COUNT_MAX)
      .optional()
      .meta({ description: "How many of the next calls; 1 without percent. ignore-keys and late-lists last until they are cleared." }),
    percent: z.int().min(1).max(100).optional().meta({ description: "How many of a hundred calls, by chance; in place of count." }),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .default(1)
      .meta({ description: "Chance repeats itself with the same seed." }),
  })
  .refine((fault) => fault.count === undefined || fault.percent === undefined, {
    path: ["percent"],
    params: { sentence: "cannot be given together with count" },
  })
  .refine((fault) => fault.count === undefined || !LASTING_FAULTS.includes(fault.kind), {
    path: ["count"],
    params: { sentence: "cannot be given for a fault that lasts until it is cleared" },
  });
export type NewFault = z.output<typeof NewFault>;

export const Fault = z.object({
  network: z.string(),
  kind: FaultKind,
  requests: z.enum(["posts", "all"]),
  seconds: z.int(),
  /** Both null: every call, until it is cleared. */
  count: z.int().nullable(),
  percent: z.int().nullable(),
  seed: z.int(),
  /** Calls that it was asked about, and those that it struck. */
  seen: z.int(),
  struck: z.int(),
});
export type Fault = z.output<typeof Fault>;

const errors = [400, 401, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Sandbox", status: 200, errors } as const;
const one = z.object({ network: network.optional() });

/** Faults of the sandbox networks, and what they did to the posts. 422 while the sandbox is off. */
export const sandboxOperations = {
  setSandboxFault: operation({
    ...shared,
    method: "POST",
    path: "/admin/sandbox/faults",
    command: "sandbox fault set",
    summary: "Let something go wrong on a sandbox network",
    description: "A network has one fault of each kind: the new one takes the place of the old one and counts from the start.",
    body: NewFault,
    data: Fault,
  }),
  clearSandboxFaults: operation({
    ...shared,
    method: "DELETE",
    path: "/admin/sandbox/faults",
    command: "sandbox fault clear",
    summary: "Take faults away",
    description: "All of them, those of one network, or one.",
    query: one.extend({ kind: kind.optional() }),
    data: z.object({ cleared: z.int() }),
  }),
  listSandboxFaults: operation({
    ...shared,
    method: "GET",
    path: "/admin/sandbox/faults",
    command: "sandbox fault list",
    summary: "List the faults of the sandbox networks",
    description: "Faults whose count is used up are listed until they are cleared.",
    query: one,
    data: z.array(Fault),
  }),
  listSandboxDuplicates: operation({
    ...shared,
    method: "GET",
    path: "/admin/sandbox/duplicates",
    command: "sandbox duplicates",
    summary: "Count what readers of the sandbox networks see twice",
    description: "Posts of one account with the same text and media, beyond those that the service knows as posts of its own.",
    query: one,
    data: z.array(z.object({ network: z.string(), posts: z.int(), duplicates: z.int() })),
  }),
} as const;
