import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { CREDENTIAL_LENGTH_MAX, NAME_LENGTH_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { GivenPreferences } from "./fields.ts";
import { ShownPreference } from "./preferences.ts";

const errors = [400, 401, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Admin", status: 200, errors } as const;
const REMOTE_ID_LENGTH_MAX = 500;
const ACCOUNTS_MAX = 200;

const LogInIdPath = z.object({ logInId: Id.meta({ description: "Id of the log-in." }) });

const NewLogIn = z.object({
  type: ChannelType.meta({ description: "Type of the channels to connect." }),
  sandbox: z.boolean().optional().meta({ flag: "switch", description: "Log in at the sandbox network of this type." }),
  application: text({ min: 1, max: NAME_LENGTH_MAX })
    .optional()
    .meta({ description: "At which platform to log in, for types that have several ways, such as `facebook` for Instagram." }),
});

const BegunLogIn = z.object({
  id: Id,
  url: z.string().meta({ description: "Open it in a browser. It works once." }),
  network: z.string(),
  endsAt: IsoMicros,
});

const LogInAccount = z.object({
  id: z.string(),
  name: z.string(),
  handle: z.string(),
  problem: Sentence.nullable().meta({ description: "Why it cannot be connected; null if it can." }),
  limits: z.array(Sentence).meta({ description: "What will not work." }),
  channelId: Id.nullable().meta({ description: "The brand's channel of this account, if there is one." }),
  preferences: z.array(ShownPreference).meta({ description: "What can be set for it." }),
});

const LogInState = z.object({
  status: z.enum(["begun", "sent", "answered", "done", "failed", "over"]),
  problem: Sentence.nullable(),
  person: z.string().nullable(),
  accounts: z.array(LogInAccount),
  channelIds: z.array(Id),
});

const AccountChoice = z.object({
  accounts: z
    .array(text({ min: 1, max: REMOTE_ID_LENGTH_MAX }))
    .min(1)
    .max(ACCOUNTS_MAX)
    .meta({ description: "Ids of the accounts to connect." }),
  preferences: GivenPreferences.default({}).meta({ description: "What was chosen for each of these accounts." }),
});

/** Connecting by a network's log-in, for `rostrum admin channels connect --login`. */
export const logInOperations = {
  beginLogIn: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/brands/{brand_id}/log-ins",
    summary: "Begin a log-in at a network",
    description: "Returns an address to open in a browser, good for ten minutes.",
    params: BrandIdPath,
    body: NewLogIn,
    data: BegunLogIn,
  }),
  showLogIn: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/log-ins/{log_in_id}",
    summary: "Show how a log-in is going",
    description: "Once the person has logged in, with the accounts to choose from.",
    params: LogInIdPath,
    data: LogInState,
  }),
  chooseLogInAccounts: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/log-ins/{log_in_id}/accounts",
    summary: "Connect accounts of a log-in",
    description: "All of them or none.",
    params: LogInIdPath,
    body: AccountChoice,
    data: z.object({ channelIds: z.array(Id) }),
  }),
} as const;

const NetworkLogIn = z.object({
  network: z.string(),
  application: z.string().meta({ description: "The application that is registered: the platform's slug, or another name." }),
  clientId: z.string().nullable().meta({ description: "The application in use; null: none." }),
  source: z.enum(["environment", "set", "itself"]).nullable().meta({ description: "`itself`: no application has to be registered." }),
  redirectUri: z.string().meta({ description: "The redirect address to register." }),
});

const NetworkBudget = z.object({
  name: z.string(),
  sandbox: z.boolean().meta({ description: "Whether it is the sandbox network's." }),
  unit: z.string(),
  used: z.number().meta({ description: "In this billing cycle, reserved before each call." }),
  limit: z.number().nullable().meta({ description: "Null: none." }),
  cycleDay: z.int().nullable().meta({ description: "The day of the month on which a billing cycle begins; null: one begins every day." }),
  cycleEndsOn: z.string().meta({ description: "The day on which the next cycle begins: `YYYY-MM-DD`, UTC.", example: "2026-12-12" }),
  summary: z.string().meta({ example: "spending: 3.105 of 25 USD, next cycle on 2026-12-12" }),
});

const Network = z.object({
  type: ChannelType,
  slug: z.string(),
  sandbox: z.boolean().meta({ description: "Whether there is a sandbox network for it here." }),
  credentials: z.boolean().meta({ description: "Whether a channel can be connected by a token or an address." }),
  logIns: z.array(NetworkLogIn),
  budgets: z.array(NetworkBudget).meta({ description: "For networks that are paid per call." }),
  lacks: z.array(Sentence).meta({ description: "What does not work here yet, and what to do about it." }),
});

const NewApplication = z.object({
  type: ChannelType.meta({ description: "The platform at which the application is registered." }),
  application: text({ min: 1, max: NAME_LENGTH_MAX })
    .optional()
    .meta({ description: "Which one, for platforms with several, such as linkedin-pages.", example: "linkedin-pages" }),
  clientId: text({ min: 1, max: NAME_LENGTH_MAX }).meta({ description: "The application's id." }),
  clientSecret: text({ min: 1, max: CREDENTIAL_LENGTH_MAX }).optional().meta({ flag: "stdin", description: "The application's secret." }),
});

const CYCLE_DAY_MAX = 31;
/** Still a safe integer when counted in millionths. */
const BUDGET_LIMIT_MAX = 1_000_000_000;

const BudgetChange = z.object({
  type: ChannelType.meta({ description: "The network." }),
  name: text({ min: 1, max: NAME_LENGTH_MAX }).meta({ description: "The budget, as `networks list` names it.", example: "spending" }),
  limit: z
    .int()
    .min(0)
    .max(BUDGET_LIMIT_MAX)
    .nullable()
    .optional()
    .meta({ description: "What may be used in a billing cycle, in the budget's unit; `none` for no limit.", example: 25 }),
  cycleDay: z
    .int()
    .min(1)
    .max(CYCLE_DAY_MAX)
    .optional()
    .meta({ description: "The day of the month on which a billing cycle begins, UTC; in shorter months the last day.", example: 12 }),
  sandbox: z.boolean().optional().meta({ flag: "switch", description: "The budget of the sandbox network." }),
});

/** What each network can do here. */
export const networkOperations = {
  listNetworks: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/networks",
    command: "networks list",
    summary: "List the networks",
    description: "How channels of each are connected here, what it lacks, and what it has used of its budgets.",
    data: z.array(Network),
  }),
  setBudget: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/networks/budgets",
    command: "networks budget",
    summary: "Limit what a network may use in a billing cycle",
    description:
      "For networks that are paid per call. What would exceed the limit is not sent: channels wait until the next cycle begins or the limit is raised. What has been used stays counted.",
    body: BudgetChange,
    data: NetworkBudget,
  }),
  setNetwork: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/networks",
    command: "networks set",
    summary: "Set the application registered at a platform",
    description: "Stored encrypted. The settings ROSTRUM_<PLATFORM>_CLIENT_ID and ROSTRUM_<PLATFORM>_CLIENT_SECRET come before it.",
    body: NewApplication,
    data: z.object({}),
  }),
} as const;
