import { MEDIA_MIB_PER_ACCOUNT, POSTS_PER_BRAND } from "./limits.ts";

/** Something that people can make without end: what each may cost the others. */
export interface Bound {
  /** What is counted, in the plural. */
  readonly what: string;
  readonly per: "person" | "account" | "brand" | "address" | "service" | "recipient" | "invitation";
  readonly most: number;
  /** The time in which so many may be made; `at once`: how many may be under way; `kept`: how many there may be. */
  readonly within: "hour" | "day" | "at once" | "kept";
  /** What becomes of one more. */
  readonly beyond: "429" | "422" | "403" | "409" | "the oldest ends" | "the program is told" | "a page says so" | "it is not sent";
  /** The operations that are counted, for what the doors count themselves; `changes`: all that change something. */
  readonly of?: readonly string[] | "changes" | "everything";
  /** A setting that says another number. */
  readonly setting?: string;
}

const often = (bound: Pick<Bound, "what" | "most" | "within"> & Required<Pick<Bound, "of">>) =>
  ({ ...bound, per: "person", beyond: "429" }) as const;

/**
 * What one person may cost, and one brand, account and address: all of it, in one table. `docs/security.md` shows it, and a test makes one more
 * of each. What a program may ask for by the public API is limited by the minute besides: `limits.ts`.
 */
export const BOUNDS = {
  requests: often({ what: "requests under way", most: 64, within: "at once", of: "everything" }),
  changes: often({ what: "changes of any kind, each with its entry in the audit trail", most: 10_000, within: "day", of: "changes" }),
  computations: often({
    what: "forecasts, calendars, explanations, previews, searches and tables under way",
    most: 8,
    within: "at once",
    of: [
      "forecast",
      "explainPost",
      "previewPost",
      "previewStoredPost",
      "findPosts",
      "findPeople",
      "listResults",
      "showCalendar",
      "showNext",
      "listNextSlots",
      "exportResults",
      "exportFailedRows",
      "previewImport",
      "showFigures",
      "showGoodHours",
    ],
  }),
  crops: often({ what: "pictures being cropped", most: 4, within: "at once", of: ["cropMedia"] }),
  cropsInTime: often({ what: "pictures cropped", most: 300, within: "hour", of: ["cropMedia"] }),
  callsOut: often({
    what: "tests of webhooks and chats, events sent again, previews of feeds, runs of automations and looks for playlists and places",
    most: 300,
    within: "hour",
    of: [
      "testWebhook",
      "replayWebhook",
      "testNotificationChat",
      "previewAutomation",
      "runAutomationNow",
      "createAutomation",
      "addAutomation",
      "listPlaylists",
      "findPlaces",
    ],
  }),
  logIns: often({
    what: "log-ins at networks begun, and channels connected",
    most: 200,
    within: "hour",
    of: ["startLogIn", "beginLogIn", "chooseLogInAccounts", "connectChannel", "reconnectChannel"],
  }),
  keysInTime: often({ what: "keys made", most: 50, within: "day", of: ["createOwnKey"] }),
  keys: { what: "keys that work", per: "person", most: 100, within: "kept", beyond: "422" },
  endedKeys: { what: "keys that were revoked or have expired", per: "person", most: 100, within: "kept", beyond: "the oldest ends" },
  brandsInTime: often({ what: "brands made", most: 50, within: "day", of: ["createOwnBrand"] }),
  brands: { what: "brands", per: "account", most: 250, within: "kept", beyond: "422" },
  invitationsInTime: often({ what: "invitations made", most: 200, within: "day", of: ["createInvitation"] }),
  invitations: { what: "invitations that nobody has accepted yet", per: "brand", most: 100, within: "kept", beyond: "422" },
  members: { what: "members", per: "brand", most: 1000, within: "kept", beyond: "422" },
  channels: { what: "channels, with those that were removed", per: "brand", most: 1000, within: "kept", beyond: "422" },
  collections: {
    what: "collections, where the account has no limit of its own",
    per: "account",
    most: 10_000,
    within: "kept",
    beyond: "403",
  },
  automations: {
    what: "automations, where the account has no limit of its own",
    per: "account",
    most: 10_000,
    within: "kept",
    beyond: "403",
  },
  posts: {
    what: "posts, in all states",
    per: "brand",
    most: POSTS_PER_BRAND,
    within: "kept",
    beyond: "403",
    setting: "ROSTRUM_POSTS_PER_BRAND",
  },
  media: {
    what: "MiB of media",
    per: "account",
    most: MEDIA_MIB_PER_ACCOUNT,
    within: "kept",
    beyond: "403",
    setting: "ROSTRUM_MEDIA_MIB_PER_ACCOUNT",
  },
  files: { what: "files", per: "brand", most: 100_000, within: "kept", beyond: "403" },
  uploads: often({ what: "files uploaded in the dashboard", most: 5000, within: "day", of: ["uploadMedia"] }),
  webhooks: { what: "webhooks", per: "brand", most: 20, within: "kept", beyond: "422" },
  imports: often({ what: "imports begun", most: 100, within: "day", of: ["startImport"] }),
  importsKept: { what: "imports, with the rows that were not imported", per: "brand", most: 50, within: "kept", beyond: "the oldest ends" },
  importPreviews: often({ what: "tables looked at before an import", most: 300, within: "hour", of: ["previewImport"] }),
  archives: often({ what: "archives of brands asked for", most: 20, within: "day", of: ["startBrandArchive"] }),
  archivesAtOnce: { what: "archives being made", per: "brand", most: 1, within: "at once", beyond: "409" },
  arrivals: often({ what: "archives brought in, with those that failed", most: 20, within: "hour", of: ["bringOwnBrand"] }),
  arrivalsAtOnce: { what: "archives being brought in", per: "account", most: 1, within: "at once", beyond: "409" },
  sessions: { what: "sessions", per: "person", most: 100, within: "kept", beyond: "the oldest ends" },
  streams: { what: "pages that are told of changes", per: "person", most: 20, within: "at once", beyond: "the oldest ends" },
  programs: { what: "consents to programs", per: "person", most: 100, within: "hour", beyond: "the program is told" },
  programDocuments: { what: "descriptions of programs looked up", per: "person", most: 60, within: "hour", beyond: "a page says so" },
  registrations: { what: "registrations of programs", per: "address", most: 20, within: "hour", beyond: "429" },
  registrationsInADay: { what: "registrations of programs", per: "address", most: 100, within: "day", beyond: "429" },
  unusedPrograms: {
    what: "registered programs that nobody has let in",
    per: "service",
    most: 1000,
    within: "kept",
    beyond: "the oldest ends",
  },
  mailsAsked: { what: "mails with a link that a person asks for", per: "person", most: 5, within: "hour", beyond: "422" },
  mailsToOne: { what: "mails that strangers can have sent", per: "recipient", most: 5, within: "hour", beyond: "it is not sent" },
} as const satisfies Readonly<Record<string, Bound>>;

export type BoundName = keyof typeof BOUNDS;
