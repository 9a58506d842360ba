import { z } from "zod";
import { BOUNDS } from "../bounds.ts";
import { EventType } from "../events.ts";
import { IsoMicros } from "../formats.ts";
import { NAME_LENGTH_MAX } from "../limits.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { BESIDE_OTHER_ISSUES, Id, text, webAddress } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Moment } from "./fields.ts";

/** As long as an address may be that the service calls. */
const WEBHOOK_URL_LENGTH_MAX = 2048;
export const REPLAYED_EVENTS_MAX = 10_000;
const EVENT_ID_LENGTH_MAX = 64;

const url = webAddress({ max: WEBHOOK_URL_LENGTH_MAX }).meta({
  // `--url` is where the service is.
  flagName: "to",
  description: "Where events are sent: an https address, unless the operator allows others.",
  example: "https://hooks.example.com/rostrum",
});
const events = z
  .array(EventType)
  .min(1)
  .max(50)
  .nullable()
  .optional()
  .meta({ description: "Types of events to send, such as post.failed; null: all, also those that are added later." });
const description = text({ min: 0, max: NAME_LENGTH_MAX }).nullable().optional().meta({ description: "What it is for, for people." });
const asymmetric = z
  .boolean()
  .optional()
  .meta({ flag: "on|off", description: "Sign with a key pair as well (ed25519), so that receivers need no secret." });

const NewWebhook = z.object({ url, events, description, asymmetric });

const WebhookChange = z.object({
  url: url.optional(),
  events,
  description,
  asymmetric,
  status: z.enum(["ACTIVE", "OFF"]).optional().meta({ description: "Nothing is sent to one that is OFF." }),
});

const Webhook = z.object({
  id: Id,
  brandId: Id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()).nullable().meta({ description: "Types of events; null: all." }),
  status: z.enum(["ACTIVE", "OFF"]),
  offReason: Sentence.nullable().meta({ description: "Why the service has switched it off; null if it has not." }),
  publicKey: z.string().nullable().meta({ description: "Verifies `v1a` signatures; null: none are sent." }),
  waiting: z.int().meta({ description: "Events that are still to be sent." }),
  failures: z.int().meta({ description: "Attempts in a row that failed, of all its events." }),
  failingSince: IsoMicros.nullable(),
  heldUntil: IsoMicros.nullable().meta({ description: "Nothing is tried before." }),
  createdAt: IsoMicros,
  updatedAt: IsoMicros,
});
export type Webhook = z.output<typeof Webhook>;

const secret = z.string().meta({ description: "Verifies `v1` signatures. Shown only this once." });

const WebhookIdPath = z.object({ webhookId: Id.meta({ description: "Id of the webhook." }) });
const eventId = text({ min: 1, max: EVENT_ID_LENGTH_MAX }).meta({ description: "Id of the event, as in `webhook-id`." });

const Replay = z
  .object({
    eventId: eventId.optional(),
    from: Moment.optional().meta({ description: "All events from this moment on.", example: "2026-11-21T00:00:00Z" }),
    to: Moment.optional().meta({ description: "Only those before this moment.", example: "2026-11-22T00:00:00Z" }),
    failedOnly: z.boolean().optional().meta({ flag: "switch", description: "Only those that did not arrive." }),
  })
  .refine((body) => (body.eventId === undefined) !== (body.from === undefined), {
    path: ["from"],
    params: { sentence: "must be given, or eventId, but not both" },
    ...BESIDE_OTHER_ISSUES,
  });

const SendStatus = z.enum(["waiting", "delivered", "failed"]);

const ListedEvent = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: IsoMicros,
  status: SendStatus,
  tries: z.int(),
  nextAt: IsoMicros.nullable(),
  endedAt: IsoMicros.nullable(),
  body: z.string().meta({ description: "The bytes that are sent." }),
});

const Attempt = z.object({
  id: Id,
  eventId: z.string(),
  type: z.string(),
  at: IsoMicros,
  durationMilliseconds: z.int(),
  httpStatus: z.int().nullable().meta({ description: "Null: no answer came." }),
  problem: Sentence.nullable().meta({ description: "Why it failed; null if it did not." }),
  answer: z.string().nullable().meta({ description: "The first bytes of the answer, without secrets." }),
});

const errors = [400, 401, 403, 404, 409, 413, 415, 422, 500] as const;
const shared = { tag: "Admin", status: 200, errors, allows: "admin" } as const;

/** Where a brand's events are sent: `docs/events.md`. */
export const webhookOperations = {
  createWebhook: privateOperation({
    ...shared,
    byKey: true,
    status: 201,
    method: "POST",
    path: "/brands/{brand_id}/webhooks",
    command: "webhooks create",
    summary: "Have events sent to an address",
    description: `Signed by Standard Webhooks. The secret is shown only once. A brand may have ${BOUNDS.webhooks.most} webhooks.`,
    params: BrandIdPath,
    body: NewWebhook,
    data: Webhook.extend({ secret }),
    errors: [...errors, 429],
  }),
  listWebhooks: privateOperation({
    ...shared,
    byKey: true,
    method: "GET",
    path: "/brands/{brand_id}/webhooks",
    command: "webhooks list",
    summary: "List a brand's webhooks, without their secrets",
    description: "Oldest first.",
    params: BrandIdPath,
    data: z.array(Webhook),
    errors: [...errors, 429],
  }),
  updateWebhook: privateOperation({
    ...shared,
    byKey: true,
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    command: "webhooks update",
    summary: "Change a webhook, or switch it off and on",
    description: "What waits is sent once it is on again; events from the time in which it was off are sent by a replay.",
    params: WebhookIdPath,
    body: WebhookChange,
    data: Webhook,
    errors: [...errors, 429],
  }),
  removeWebhook: privateOperation({
    ...shared,
    byKey: true,
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    command: "webhooks remove",
    summary: "Delete a webhook",
    description: "Nothing more is sent there, and what was sent is forgotten.",
    params: WebhookIdPath,
    data: z.object({ id: Id }),
    errors: [...errors, 429],
  }),
  rotateWebhookSecret: privateOperation({
    ...shared,
    method: "POST",
    path: "/webhooks/{webhook_id}/secret",
    command: "webhooks rotate",
    summary: "Give a webhook another secret, and another key pair if it has one",
    description: "For 24 hours requests are signed with the old one, too.",
    params: WebhookIdPath,
    data: z.object({ id: Id, secret, publicKey: z.string().nullable(), oldUntil: IsoMicros }),
  }),
  testWebhook: privateOperation({
    ...shared,
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    command: "webhooks test",
    summary: "Send a test event to a webhook",
    description: "Of the type webhook.test, whatever types it has chosen. Refused with 409 while it is off.",
    params: WebhookIdPath,
    data: z.object({ eventId: z.string() }),
  }),
  replayWebhook: privateOperation({
    ...shared,
    method: "POST",
    path: "/webhooks/{webhook_id}/replay",
    command: "webhooks replay",
    summary: "Send events to a webhook again",
    description: "The same bytes under the same ids, in their order. At most 10,000 at once. Refused with 409 while it is off.",
    params: WebhookIdPath,
    body: Replay,
    data: z.object({ events: z.int().meta({ description: "How many are sent." }) }),
  }),
  listWebhookEvents: privateOperation({
    ...shared,
    method: "GET",
    path: "/webhooks/{webhook_id}/events",
    command: "webhooks events",
    summary: "List the events of a webhook and whether they have arrived",
    description: "Newest first, as long as `ROSTRUM_ATTEMPT_DAYS` says.",
    params: WebhookIdPath,
    query: PageQuery.extend({ status: SendStatus.optional().meta({ description: "Only those in this state." }) }),
    data: z.object({ total: z.int(), events: z.array(ListedEvent) }),
  }),
  listWebhookAttempts: privateOperation({
    ...shared,
    method: "GET",
    path: "/webhooks/{webhook_id}/attempts",
    command: "webhooks attempts",
    summary: "List the attempts to send events to a webhook, with the answers",
    description: "Newest first, as long as `ROSTRUM_ATTEMPT_DAYS` says.",
    params: WebhookIdPath,
    query: PageQuery.extend({ eventId: eventId.optional() }),
    data: z.object({ total: z.int(), attempts: z.array(Attempt) }),
  }),
} as const;
