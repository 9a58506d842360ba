import { z } from "zod";
import type { EventType } from "../events.ts";
import { DAYS } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { webAddress } from "../text.ts";
import { BrandIdPath } from "./brands.ts";

/** What people are told of together: `docs/notifications.md`. */
export const NOTIFICATION_GROUPS = ["FAILURES", "ENDINGS", "QUEUES", "PUBLISHED", "AUTOMATIONS"] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

/** The types of events in each. Those that are in none are told to webhooks alone; so is a channel that a person has removed. */
export const notificationTypes: Readonly<Record<NotificationGroup, readonly EventType[]>> = {
  FAILURES: ["post.failed", "post.partly_failed", "post.skipped", "channel.disconnected"],
  ENDINGS: ["channel.expiring"],
  QUEUES: ["queue.running_empty"],
  PUBLISHED: ["post.published"],
  AUTOMATIONS: ["automation.imported", "automation.failing"],
};

/** Ways of being told: a mail at once, a mail that tells what has happened since the last, or a message to a chat. */
export const NOTIFICATION_WAYS = ["mail", "digest", "chat"] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

export const CHAT_KINDS = ["SLACK", "MATTERMOST", "DISCORD", "MICROSOFT_TEAMS", "GOOGLE_CHAT", "NTFY"] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

const CHAT_URL_LENGTH_MAX = 2048;

const Groups = z.array(z.enum(NOTIFICATION_GROUPS)).max(NOTIFICATION_GROUPS.length);

const DigestTime = z.object({
  every: z.enum(["DAY", "WEEK"]),
  day: z.enum(DAYS).meta({ description: "Of a weekly digest." }),
  hour: z.int().min(0).max(23).meta({ description: "By the clock of the person's own time zone." }),
});
export type DigestTime = z.output<typeof DigestTime>;

const Notifications = z.object({
  mail: Groups.meta({ description: "What is told by mail at once." }),
  digest: Groups.meta({ description: "What is told by the digest." }),
  chat: Groups.meta({ description: "What is told in the chat." }),
  bell: Groups.meta({ description: "What the bell of the dashboard shows." }),
  digestTime: DigestTime,
  timezone: z.string().meta({ description: "The person's own, else UTC." }),
  chatTarget: z
    .object({
      kind: z.enum(CHAT_KINDS),
      host: z.string().meta({ description: "All of the address that is ever shown." }),
      problem: Sentence.nullable().meta({ description: "Why nothing is sent there any more; null: it is." }),
    })
    .nullable(),
  mails: z.enum(["SENT", "UNVERIFIED", "NO_MAIL"]).meta({
    description: "Whether the person gets mails: not before they have confirmed their address, and not if the service sends none.",
  }),
  isDefault: z.boolean().meta({ description: "Whether the person has never chosen." }),
});
export type Notifications = z.output<typeof Notifications>;

const NotificationsChange = z.object({
  mail: Groups.optional(),
  digest: Groups.optional(),
  chat: Groups.optional(),
  bell: Groups.optional(),
  digestTime: DigestTime.optional(),
  chatTarget: z
    .object({
      kind: z.enum(CHAT_KINDS),
      url: webAddress({ max: CHAT_URL_LENGTH_MAX }).meta({ description: "The chat's incoming webhook. Never shown again." }),
    })
    .nullable()
    .optional()
    .meta({ description: "Null: none." }),
});
export type NotificationsChange = z.output<typeof NotificationsChange>;

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", allows: "viewer", status: 200, params: BrandIdPath, errors } as const;

/** What members of a brand are told of it, each for themselves. The admin token is no member: 422. */
export const notificationOperations = {
  showNotifications: privateOperation({
    ...shared,
    method: "GET",
    path: "/brands/{brand_id}/notifications",
    summary: "Show what one is told of a brand, and how",
    description: "For oneself alone.",
    data: Notifications,
  }),
  updateNotifications: privateOperation({
    ...shared,
    method: "PATCH",
    path: "/brands/{brand_id}/notifications",
    summary: "Choose what one is told of a brand, and how",
    description: "For oneself alone. Fields left out stay as they are.",
    body: NotificationsChange,
    data: Notifications,
  }),
  testNotificationChat: privateOperation({
    ...shared,
    method: "POST",
    path: "/brands/{brand_id}/notifications/test",
    summary: "Send a test to one's chat",
    description: "Waits for its answer. 422 without a chat.",
    data: z.object({
      arrived: z.boolean(),
      problem: Sentence.nullable().meta({ description: "Why it did not arrive." }),
    }),
  }),
} as const;
