import type { ChannelType } from "@rostrum/contract/channels.ts";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { CallReply, CallRequest } from "../../../../ground/net/net.ts";
import { retryAfterSeconds } from "../../../../ground/net/retry-after.ts";
import type { Account, Call, ConnectOutcome, Connector, PublishOutcome } from "../../connector.ts";
import { commentsBy, postsBy } from "../../once/deliver.ts";
import type { Alike, Deliverable, Looked, Looking, OnceFacts, Send, Verdict } from "../../once/visible.ts";
import { parsedJson } from "../../reply.ts";
import { isBefore, saidAt } from "../../their-clock.ts";
import { isTurnedAway } from "../../turned-away.ts";

/** A network that there is not, as small as one can be: notices of words, answers to them, and a token. */

const FACTS: OnceFacts = { network: "Noticeboard", looksSeconds: () => [15, 60, 300, 900] };
const PAGES_MAX = 20;
const BUSY_SECONDS = 60;

const Credentials = z.object({ token: z.string().min(1) });
const Board = z.object({ id: z.string(), name: z.string() });
const Made = z.object({ id: z.string(), url: z.string() });
const Page = z.object({
  notices: z.array(z.object({ id: z.string(), url: z.string(), text: z.string(), answers: z.string().nullable(), at: z.string() })),
  next: z.string().nullable(),
});

/** Notices are known by nothing but their words and what they answer: a lost one is looked for on the board, newest first. */
export const noticeboard: Connector = {
  // The contract knows no such platform.
  type: "Noticeboard" as string as ChannelType,
  hosts: { api: "https://noticeboard.example" },
  connect,
  ...postsBy((post, account, call) => {
    if (post.media.length > 0 || post.poll !== null) return { kind: "unsuitable", reason: "Noticeboard takes words alone." };
    return chainOf(post.segments, { account, call, answers: null });
  }),
  ...commentsBy(({ text, remoteId }, account, call) => chainOf([text], { account, call, answers: remoteId })),
};

interface Around {
  readonly account: Account;
  readonly call: Call;
  /** What the first of them answers. */
  readonly answers: string | null;
}

interface Notice extends Around {
  readonly text: string;
}

function chainOf(texts: readonly string[], around: Around): Deliverable {
  const notice = (text: string, before: { readonly id: string } | null): Notice => ({
    ...around,
    text,
    answers: before?.id ?? around.answers,
  });
  return {
    parts: texts.map((text, index) => ({
      names: { calls: `calls ${index}`, made: `notice ${index}` },
      facts: FACTS,
      ready: async (before) => sendBy(notice(text, before)),
      look: (looking) => look(notice(text, looking.before), looking),
    })),
    present: ([first]) => ({ kind: "published", remoteId: first?.id ?? "", url: first?.url ?? null }),
  };
}

function sendBy({ account, call, text, answers }: Notice): Send {
  return async ({ silences }) => {
    const body = JSON.stringify({ text, answers });
    return read(await ask(call, account.credentials, { method: "POST", path: "/v1/notices", body }), call, silences > 0);
  };
}

/** What the answer to a new notice means. Its refusal as a repetition may be of one that got no answer. */
function read(reply: CallReply, call: Call, mayBeThere: boolean): Verdict {
  if (reply.kind === "unreached") return refused({ kind: "busy", reason: reply.reason, retryAfterSeconds: BUSY_SECONDS });
  if (reply.kind === "lost") return { kind: "doubtful", reason: reply.reason };
  const { status, headers } = reply;
  const made = status === 201 ? Made.safeParse(bodyOf(reply)).data : undefined;
  if (made !== undefined) return { kind: "made", made: { ...made, at: call.now() } };
  const reason = `Noticeboard answered with status ${status}.`;
  if (status === 401) return refused({ kind: "unauthorized", reason });
  if (status === 429) {
    const seconds = retryAfterSeconds(headers, toEpochMilliseconds(call.now())) ?? BUSY_SECONDS;
    return refused({ kind: "busy", reason, retryAfterSeconds: seconds, scope: "channel" });
  }
  const isRefused = status >= 400 && status < 500 && !(status === 409 && mayBeThere);
  if (isRefused) return refused({ kind: "rejected", reason });
  return { kind: "doubtful", reason, isTurnedAway: isTurnedAway({ kind: "refused", status }) };
}

function refused(halt: Exclude<PublishOutcome, { kind: "published" | "handedOver" }>): Verdict {
  return { kind: "refused", halt };
}

async function look({ account, call, text, answers }: Notice, { since }: Looking): Promise<Looked> {
  const alike: Alike[] = [];
  let path = "/v1/notices";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const reply = await ask(call, account.credentials, { method: "GET", path });
    const read = reply.kind === "answered" && reply.status === 200 ? Page.safeParse(bodyOf(reply)).data : undefined;
    if (reply.kind !== "answered" || read === undefined) return { kind: "unread", reason: "Noticeboard did not show its notices." };
    const from = since(reply.headers);
    const notices = read.notices.map((notice) => ({ ...notice, at: saidAt(notice.at) ?? from }));
    const recent = notices.filter(({ at }) => !isBefore(at, from));
    alike.push(...recent.filter((notice) => notice.text === text && notice.answers === answers));
    if (read.next === null || recent.length < notices.length) return { kind: "read", alike };
    path = `/v1/notices?before=${encodeURIComponent(read.next)}`;
  }
  return { kind: "unread", reason: "Noticeboard has too many notices to find this one." };
}

async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = Credentials.safeParse(given).data;
  if (credentials === undefined) return { kind: "refused", reason: "Give the token of a board." };
  const reply = await ask(call, credentials, { method: "GET", path: "/v1/board" });
  if (reply.kind !== "answered") return { kind: "unreachable", reason: reply.reason };
  const board = reply.status === 200 ? Board.safeParse(bodyOf(reply)).data : undefined;
  if (board === undefined) return { kind: "refused", reason: `Noticeboard answered with status ${reply.status}.` };
  return { kind: "connected", remoteId: board.id, handle: board.name, credentials, settings: {} };
}

interface Request extends Pick<CallRequest, "method"> {
  readonly path: string;
  readonly body?: string;
}

function ask(call: Call, credentials: unknown, { method, path, body }: Request): Promise<CallReply> {
  const { token } = Credentials.parse(credentials);
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  return call.net.call({
    method,
    url: `${call.host("api")}${path}`,
    headers,
    signal: call.signal,
    ...(body === undefined ? {} : { body }),
  });
}

function bodyOf({ text }: { readonly text: string | null }): unknown {
  return parsedJson(text ?? "");
}
