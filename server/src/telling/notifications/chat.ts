import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { ChatKind } from "@rostrum/contract/private/notifications.ts";
import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { transaction } from "../../ground/database/query.ts";
import { retryAfterSeconds } from "../../ground/net/retry-after.ts";
import { chatRequest } from "./chats.ts";
import { composeMessage, type Message } from "./compose.ts";
import { noticesOf, readerOf } from "./read.ts";
import { CHAT_GIVEN_UP_SECONDS, type ChatAnswer, judgeChat } from "./rules.ts";
import { deleteLine, deleteSends, type Line, listDueSends, postponeSends, type SendRow, takeSends } from "./sends-store.ts";
import { type ChoiceRow, findChoice, lockMember, noteChat } from "./store.ts";

const CHAT_SECONDS_MAX = 20;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Longer than a call takes: when it is over, the process that made it is gone. */
const LEASE_SECONDS = CHAT_SECONDS_MAX + 40;
const SENDS_AT_ONCE = 1000;

/** What is sealed with the address of a chat. */
export function chatPlace(choiceId: number): string {
  return `notification_choices.chat_url:${choiceId}`;
}

/**
 * Sends one message with all that is due. Chats know no keys by which a message could be told from its repetition: one whose answer is
 * lost is sent again.
 */
export async function tellChat(app: App, line: Line, stop: AbortSignal): Promise<void> {
  const taken = await transaction(app.db, (tx) => take(app, tx, line));
  if (taken === null) return;
  crashPoint("notification.after-take");
  const { choice, due, message } = taken;
  const answer = await callChat(app, choice, message, stop);
  crashPoint("notification.after-call");
  const now = app.clock.now();
  if (answer.status === null && stop.aborted)
    return postponeSends(
      app.db,
      due.map(({ id }) => id),
      now,
    );
  const tries = Math.max(...due.map((send) => send.tries)) + 1;
  const verdict = judgeChat(answer, tries);
  if (verdict.kind === "retry") {
    const until = addSeconds(now, verdict.seconds);
    const [late, early] = [true, false].map((isLate) => due.filter(({ at }) => at <= addSeconds(now, -CHAT_GIVEN_UP_SECONDS) === isLate));
    await transaction(app.db, async (tx) => {
      await noteChat(tx, choice, { problem: null, heldUntil: until });
      await deleteSends(
        tx,
        (late ?? []).map(({ id }) => id),
      );
      await postponeSends(
        tx,
        (early ?? []).map(({ id }) => id),
        until,
      );
    });
    app.log.info({ event: "chat not reached", user: line.userId, brand: line.brandId, tries, why: verdict.problem });
    return;
  }
  await transaction(app.db, async (tx) => {
    await noteChat(tx, choice, { problem: verdict.kind === "gone" ? verdict.problem : null, heldUntil: null });
    await deleteSends(
      tx,
      due.map(({ id }) => id),
    );
  });
}

/** Sends a message to somebody's chat and says what came of it. */
export async function callChat(
  app: App,
  { id, chatKind, chatUrl }: Pick<ChoiceRow, "id" | "chatKind" | "chatUrl">,
  message: Message,
  signal: AbortSignal,
): Promise<ChatAnswer> {
  const url = app.secrets.openOrNull(chatUrl ?? "", chatPlace(id));
  if (url === null) return { status: null, retryAfterSeconds: null, isUnopened: true };
  const request = chatRequest(chatKind as ChatKind, url, message);
  const reply = await app.net.call({
    method: "POST",
    url: request.url,
    headers: { "content-type": "application/json" },
    body: request.body,
    guarded: true,
    timeoutSeconds: CHAT_SECONDS_MAX,
    maxBytes: ANSWER_BYTES_MAX,
    signal,
  });
  if (reply.kind !== "answered") return { status: null, retryAfterSeconds: null };
  return { status: reply.status, retryAfterSeconds: retryAfterSeconds(reply.headers, toEpochMilliseconds(app.clock.now())) };
}

interface Taken {
  readonly choice: ChoiceRow;
  readonly due: readonly SendRow[];
  readonly message: Message;
}

/** Takes what is due, so that no other process sends it; null if there is nothing to send now. */
async function take(app: App, tx: Parameters<typeof lockMember>[0], line: Line): Promise<Taken | null> {
  const now = app.clock.now();
  const member = await lockMember(tx, line);
  if (member === null) return deleteLine(tx, line).then(() => null);
  const due = await listDueSends(tx, line, { now, limit: SENDS_AT_ONCE });
  const choice = await findChoice(tx, line);
  const wanted = choice === null ? [] : due.filter((send) => send.wanted);
  const dropped = due.filter((send) => !wanted.includes(send)).map(({ id }) => id);
  if (dropped.length > 0) await deleteSends(tx, dropped);
  if (choice === null || wanted.length === 0) return null;
  const ids = wanted.map(({ id }) => id);
  if (choice.chatHeldUntil !== null && choice.chatHeldUntil > now) {
    await postponeSends(tx, ids, choice.chatHeldUntil);
    return null;
  }
  await takeSends(tx, ids, addSeconds(now, LEASE_SECONDS));
  const reader = await readerOf(app, tx, { brandId: line.brandId, member });
  return { choice, due: wanted, message: composeMessage(noticesOf(wanted, reader), reader) };
}
