import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { showNode } from "../../sandbox/meta/node.ts";
import { pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, textIn } from "../../sandbox/meta/request.ts";
import { type Asked, requireScope } from "./caller.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { postNode } from "./present.ts";

/** The day on which Threads began; nothing is older. */
const SINCE_MIN = 1_688_540_400;

/** `GET /{user}/threads`: the profile's posts without its replies, newest first. */
export function listPosts(asked: Asked): Promise<Record<string, unknown>> {
  return listOf(asked, "post");
}

/** `GET /{user}/replies`: what the profile replied to others and to itself. */
export function listReplies(asked: Asked): Promise<Record<string, unknown>> {
  requireScope(asked, "threads_read_replies");
  return listOf(asked, "reply");
}

async function listOf(asked: Asked, role: "post" | "reply"): Promise<Record<string, unknown>> {
  const { world, call, account } = asked;
  const now = toEpochMilliseconds(world.now()) / 1000;
  const since = secondsIn(call, "since") ?? SINCE_MIN;
  const until = secondsIn(call, "until") ?? now;
  if (since < SINCE_MIN) throw invalidParameter(`Param since must be at least ${SINCE_MIN}`);
  if (until > now) throw invalidParameter("Param until must not be in the future");
  const all = await list(world, "post", { where: { account_id: account.id, role }, limit: LIST_MAX });
  const within = all.filter(({ createdAt, deleted }) => {
    const at = toEpochMilliseconds(createdAt) / 1000;
    return !deleted && at >= since && at <= until;
  });
  return pageFor(asked, within);
}

/** A page that was cut before posts that do not show yet are left out: it may be empty and not the last one. */
async function pageFor({ world, request, call, account }: Asked, all: readonly Stored<"post">[]): Promise<Record<string, unknown>> {
  const page = pageOf(all, { limit: textIn(call, "limit"), after: textIn(call, "after"), before: textIn(call, "before") });
  const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
  const shown = page.items.filter(({ createdAt }) => createdAt <= shownUntil);
  const fields = textIn(call, "fields");
  const data = await Promise.all(shown.map((post) => showNode(postNode(world, post, account), fields)));
  return pageBody(page, data, addressOf(world.baseUrl, request.url));
}

/** Unix seconds, or a date as text. */
function secondsIn(call: GraphCall, name: string): number | null {
  const text = textIn(call, name);
  if (text === null) return null;
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Date.parse(text) / 1000;
  if (Number.isNaN(seconds)) throw invalidParameter(`Param ${name} must be a valid date/time`);
  return seconds;
}

/** The call's own address without the token, for the link to the next page. */
function addressOf(baseUrl: string, path: string): string {
  const address = new URL(path, baseUrl);
  address.searchParams.delete("access_token");
  return address.href;
}
