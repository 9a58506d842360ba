import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";

const count = z.int();

const ServiceState = z.object({
  version: z.string(),
  node: z.string(),
  publicUrl: z.string(),
  startedAt: IsoMicros,
  database: z.object({
    version: z.string(),
    embedded: z.boolean(),
    sizeBytes: z.int(),
  }),
  counts: z.object({ users: count, brands: count, channels: count, inactiveChannels: count, posts: count, mediaBytes: z.int() }),
  engine: z.object({
    due: count.meta({ description: "Deliveries that could be sent now and have not been." }),
    oldestDueAt: IsoMicros.nullable().meta({ description: "Since when the oldest of them waits; null: nothing is late." }),
    inFlight: count,
    unknown: count.meta({ description: "Sent without an answer: being looked up." }),
    heldChannels: count.meta({ description: "Channels whose network asked to wait." }),
    leavingToday: count.meta({ description: "Posts with a date within the next 24 hours." }),
  }),
  /** What was sent in the last 24 hours, by network; only networks with something. */
  networks: z.array(
    z.object({
      type: ChannelType,
      published: count,
      failed: count,
      skipped: count,
      undecided: count.meta({ description: "Of the failed ones: nobody knows whether they arrived, and a person has to say." }),
      lastFailure: z.object({ at: IsoMicros, reason: z.string().nullable(), message: Sentence.nullable() }).nullable(),
    }),
  ),
});

/** How the service is doing. */
export const stateOperations = {
  showServiceState: privateOperation({
    tag: "Admin",
    status: 200,
    errors: [401, 403, 500],
    allows: "operator",
    method: "GET",
    path: "/admin/state",
    summary: "Show how the service is doing",
    description: "What waits, what is late, and what networks made of the last day's deliveries.",
    data: ServiceState,
  }),
} as const;
