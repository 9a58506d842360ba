import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { CREDENTIAL_LENGTH_MAX, CREDENTIALS_MAX, NAME_LENGTH_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { dictionary, Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { ChannelCondition } from "./channels.ts";
import { ChannelIdPath } from "./fields.ts";

/** What a network can do, in short. */
export const Abilities = z.object({
  textMax: z.int().meta({ description: "The account's own limit where its server has one." }),
  textAlone: z.boolean(),
  images: z.int().nullable().meta({ description: "How many in a post; null: as many as a post may have." }),
  videos: z.int().nullable(),
  documents: z.int().nullable(),
  threads: z.boolean(),
  polls: z.boolean(),
  stories: z.boolean(),
  comments: z.boolean(),
});
export type Abilities = z.output<typeof Abilities>;

const KindLogIn = z.object({
  application: z.string(),
  network: z.string().meta({ description: "The network that the person sees." }),
  ready: z.boolean(),
  lack: Sentence.nullable().meta({ description: "What the operator has to do first; null: nothing." }),
  asks: z
    .object({ label: Sentence, example: z.string() })
    .nullable()
    .meta({ description: "What has to be known before the person is sent there; null: nothing." }),
});

const KindField = z.object({
  name: z.string(),
  label: Sentence,
  hint: Sentence,
  example: z.string(),
  isSecret: z.boolean(),
  isOptional: z.boolean(),
});

const ChannelKind = z.object({
  type: ChannelType,
  slug: z.string(),
  sandbox: z.boolean().meta({ description: "Whether there is a sandbox network for it here." }),
  logIns: z.array(KindLogIn),
  fields: z.array(KindField).meta({ description: "Of a form, for those who have a token or an address; empty: there is none." }),
  warnings: z.array(Sentence).meta({ description: "What does not work here, however it is connected." }),
  abilities: Abilities,
});
export type ChannelKind = z.output<typeof ChannelKind>;

/** A delivery on a channel that did not arrive. */
const ChannelTrouble = z.object({
  at: IsoMicros,
  postId: Id.nullable().meta({ description: "Null once the post is deleted." }),
  message: Sentence,
});

const ChannelDetails = z.object({
  ...ChannelCondition.shape,
  needsLogIn: z.boolean().meta({ description: "Whether it waits for somebody to log in at the network again." }),
  profileUrl: z.string().nullable().meta({ description: "Where readers find the account; null: unknown." }),
  lastError: ChannelTrouble.nullable().meta({ description: "What last failed on it, if nothing has arrived since." }),
  lastSuccessAt: IsoMicros.nullable().meta({ description: "When something last arrived there; null: nothing has." }),
  collections: z.array(z.object({ id: Id, title: z.string() })).meta({ description: "Those that publish on it." }),
  limits: z.array(z.string()).meta({ description: "What does not work because it was not granted at the log-in." }),
  abilities: Abilities,
});
export type ChannelDetails = z.output<typeof ChannelDetails>;

const PATH_LENGTH_MAX = 2000;
const ANSWER_LENGTH_MAX = 253;

const StartedLogIn = z.object({
  type: ChannelType,
  sandbox: z.boolean().optional().meta({ description: "At the sandbox network of this type." }),
  application: text({ min: 1, max: NAME_LENGTH_MAX }).optional().meta({ description: "Which way to log in, for types that have several." }),
  channelId: Id.optional().meta({ description: "A channel to connect again; absent: new ones." }),
  asked: text({ min: 0, max: ANSWER_LENGTH_MAX }).optional().meta({ description: "The answer to what the way to log in asks first." }),
  returnTo: text({ min: 1, max: PATH_LENGTH_MAX }).meta({ description: "The page to come back to: a path of this service." }),
});

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** What the dashboard asks about channels, besides what the operator does. */
export const channelOperations = {
  listChannelDetails: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/channels",
    summary: "List a brand's channels with what a person wants to know about them",
    description: "Newest first. Viewers read nothing of log-ins and troubles.",
    params: BrandIdPath,
    data: z.array(ChannelDetails),
  }),
  listChannelKinds: privateOperation({
    ...shared,
    allows: "admin",
    method: "GET",
    path: "/brands/{brand_id}/channel-kinds",
    summary: "List what kinds of channels can be connected here, and how",
    description: "By a log-in, with credentials, and on the sandbox network.",
    params: BrandIdPath,
    data: z.array(ChannelKind),
  }),
  startLogIn: privateOperation({
    ...shared,
    allows: "admin",
    method: "POST",
    path: "/brands/{brand_id}/log-ins",
    summary: "Begin a log-in at a network",
    description: "Returns the address that leads there. It works once, for ten minutes, for whoever asked for it.",
    params: BrandIdPath,
    body: StartedLogIn,
    data: z.object({ url: z.string() }),
  }),
  reconnectChannel: privateOperation({
    ...shared,
    allows: "admin",
    method: "POST",
    path: "/channels/{channel_id}/credentials",
    summary: "Give a channel new credentials",
    description: "They are checked first, and have to be of the channel's own account. Name and preferences stay.",
    params: ChannelIdPath,
    body: z.object({
      credentials: dictionary({ entriesMax: CREDENTIALS_MAX, nameMax: NAME_LENGTH_MAX, valueMax: CREDENTIAL_LENGTH_MAX })
        .optional()
        .meta({ description: "Absent: those of its account on the sandbox network." }),
    }),
    data: z.object({ id: Id }),
  }),
} as const;
