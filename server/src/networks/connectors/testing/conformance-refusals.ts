import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Fault } from "./faults.ts";

/** How a network refuses the call for something that readers would see, in its own form. */
export interface Refusals {
  readonly call: Pick<Fault, "method" | "path">;
  /** Because of what is in the post. */
  content(words: string): Answer;
  /** As if good access were none, which outages do; absent where such an answer is final. */
  access?(words: string): Answer;
  /** As many calls as the account may make, for hours; absent where a limit never lasts so long. */
  limit?(words: string): Answer;
  /** As many calls as the application may make; absent where nothing is counted by application. */
  application?(words: string): Answer;
  /** How it is asked about what the call makes visible, beside lists, and what its sandbox needs for those to tell of it. */
  readonly own?: { readonly question: Pick<Fault, "method" | "path">; readonly settings: Readonly<Record<string, unknown>> };
}

type Answer = Exclude<Fault["act"], string>;

const POST = "POST";

const graph = (status: number, code: number, message: string, subcode?: number): Answer => ({
  status,
  body: { error: { message, type: "OAuthException", code, ...(subcode === undefined ? {} : { error_subcode: subcode }) } },
});

const google = (code: number, status: string, message: string, reason: string): Answer => ({
  status: code,
  body: { error: { code, status, message, errors: [{ message, domain: "global", reason }] } },
});

const tiktok = (status: number, code: string, message: string): Answer => ({
  status,
  body: { data: {}, error: { code, message, log_id: "1" } },
});

/** Those of Graph's three networks have the numbers of their pages, and Facebook's content that of a post taken for abuse. */
export const REFUSALS: Readonly<Partial<Record<ChannelType, Refusals>>> = {
  Facebook: {
    call: { method: POST, path: /\/feed(\?|$)/ },
    content: (words) => graph(400, 368, words, 1346003),
    access: (words) => graph(403, 200, `(#200) ${words}`),
    limit: (words) => graph(403, 32, `(#32) ${words}`),
    application: (words) => graph(403, 4, `(#4) ${words}`),
  },
  Instagram: {
    call: { method: POST, path: /\/media_publish/ },
    content: (words) => graph(400, 100, words, 2207010),
    access: (words) => graph(403, 10, `(#10) ${words}`),
    limit: (words) => graph(400, 9, words, 2207042),
    application: (words) => graph(403, 4, `(#4) ${words}`),
    own: { question: { method: "GET", path: /\/\d+\?[^/]*status/ }, settings: { caption_needs_facebook: false } },
  },
  Threads: {
    call: { method: POST, path: /\/threads_publish/ },
    content: (words) => graph(400, 100, words),
    access: (words) => graph(403, 10, `(#10) ${words}`),
    limit: (words) => graph(400, 9, words),
    application: (words) => graph(403, 4, `(#4) ${words}`),
    own: { question: { method: "GET", path: /\/\d+\?[^/]*status/ }, settings: {} },
  },
  LinkedIn: {
    call: { method: POST, path: /\/rest\/posts$/ },
    content: (words) => ({ status: 403, body: { status: 403, message: `${words} while processing fields [/content/article/source]` } }),
    access: (words) => ({ status: 403, body: { status: 403, message: words } }),
    limit: (words) => ({ status: 429, body: { status: 429, message: `${words} throttle MEMBER DAY limit` } }),
    application: (words) => ({ status: 429, body: { status: 429, message: `${words} throttle APPLICATION DAY limit` } }),
  },
  "Google Business": {
    call: { method: POST, path: /\/localPosts/ },
    content: (words) => google(400, "INVALID_ARGUMENT", words, "badRequest"),
    access: (words) => google(403, "PERMISSION_DENIED", words, "forbidden"),
  },
  YouTube: {
    call: { method: POST, path: /uploadType=resumable/ },
    content: (words) => google(400, "INVALID_ARGUMENT", words, "invalidTitle"),
    access: (words) => google(403, "PERMISSION_DENIED", words, "forbidden"),
    limit: (words) => google(400, "INVALID_ARGUMENT", words, "uploadLimitExceeded"),
    application: (words) => google(403, "PERMISSION_DENIED", words, "quotaExceeded"),
  },
  Pinterest: {
    call: { method: POST, path: /\/pins$/ },
    content: (words) => ({ status: 400, body: { code: 1, message: words } }),
    access: (words) => ({ status: 401, body: { code: 2, message: words } }),
    limit: (words) => ({ status: 403, body: { code: 9, message: words } }),
    application: (words) => ({ status: 429, headers: { "x-ratelimit-limit": "1000;w=86400" }, body: { code: 8, message: words } }),
  },
  TikTok: {
    call: { method: POST, path: /\/video\/init/ },
    content: (words) => tiktok(400, "invalid_params", words),
    access: (words) => tiktok(401, "scope_not_authorized", words),
    limit: (words) => tiktok(403, "spam_risk_too_many_posts", words),
    application: (words) => tiktok(403, "reached_active_user_cap", words),
  },
  X: {
    call: { method: POST, path: /\/2\/tweets$/ },
    content: (words) => ({ status: 400, body: { title: "Invalid Request", detail: words, type: "about:blank", status: 400 } }),
    access: (words) => ({ status: 401, body: { title: "Unauthorized", detail: words, type: "about:blank", status: 401 } }),
    limit: (words) => ({ status: 429, body: { title: "Too Many Requests", detail: words, type: "about:blank", status: 429 } }),
    application: (words) => ({ status: 402, body: { title: "CreditsDepleted", detail: words, type: "about:blank", status: 402 } }),
  },
  Mastodon: {
    call: { method: POST, path: /\/api\/v1\/statuses$/ },
    content: (words) => ({ status: 422, body: { error: words } }),
    access: (words) => ({ status: 403, body: { error: `${words} login` } }),
  },
  Bluesky: {
    call: { method: POST, path: /putRecord/ },
    content: (words) => ({ status: 400, body: { error: "InvalidRequest", message: words } }),
    access: (words) => ({ status: 403, body: { error: "AccountTakedown", message: words } }),
  },
  Telegram: {
    call: { method: POST, path: /\/sendMessage$/i },
    content: (words) => ({ status: 400, body: { ok: false, error_code: 400, description: words } }),
    access: (words) => ({ status: 403, body: { ok: false, error_code: 403, description: words } }),
  },
  "Social Media": {
    call: { method: POST, path: /./ },
    content: (words) => ({ status: 422, body: { error: words } }),
  },
};
