import { CHAT_KINDS, type Notifications, type NotificationsChange } from "@rostrum/contract/private/notifications.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { receiverAt } from "../webhooks/address.ts";
import { callChat, chatPlace } from "./chat.ts";
import { topicIn } from "./chats.ts";
import { chosen } from "./choices.ts";
import { judgeChat } from "./rules.ts";
import { unplanSends } from "./sends-store.ts";
import {
  type Choice,
  type ChoiceRow,
  findBrandTitle,
  findChoice,
  findMember,
  lockMember,
  type Member,
  type MemberRow,
  noteChat,
  putChat,
  putChoice,
} from "./store.ts";

interface Call {
  readonly viewer: BrandViewer | null;
}

export async function showNotifications(
  app: App,
  { brandId }: PrivateInput<"showNotifications">,
  { viewer }: Call,
): Promise<PrivateOutput<"showNotifications">> {
  const member = memberOf(viewer, brandId);
  const row = (await findMember(app.db, member)) ?? unknown(brandId);
  return present(app, row, await findChoice(app.db, member));
}

/** Nothing that is on its way already changes its way; what is not wanted any more is not told. */
export async function updateNotifications(
  app: App,
  { brandId, body }: PrivateInput<"updateNotifications">,
  { viewer }: Call,
): Promise<PrivateOutput<"updateNotifications">> {
  const member = memberOf(viewer, brandId);
  const chat = chatIn(app, body);
  return transaction(app.db, async (tx) => {
    const row = (await lockMember(tx, member)) ?? unknown(brandId);
    const id = await putChoice(tx, member, {
      choice: { ...chosen(row, await findChoice(tx, member)), ...given(body) },
      now: app.clock.now(),
    });
    if (chat !== undefined) await putChat(tx, id, chat === null ? null : { ...chat, url: app.secrets.seal(chat.url, chatPlace(id)) });
    if (body.digestTime !== undefined) await unplanSends(tx, member);
    return present(app, row, await findChoice(tx, member));
  });
}

/** A chat that was gone and takes the test is told things again. */
export async function testNotificationChat(
  app: App,
  { brandId }: PrivateInput<"testNotificationChat">,
  { viewer }: Call,
): Promise<PrivateOutput<"testNotificationChat">> {
  const member = memberOf(viewer, brandId);
  const choice = await findChoice(app.db, member);
  if (choice === null || choice.chatUrl === null) refuse(422, "chatTarget", "You have no chat for this brand yet. Choose one first.");
  const title = await brandTitle(app.db, brandId);
  const message = {
    title: `${title}: a test`,
    lines: ["This is a test. If you can read it, what you have chosen is told here."],
    url: `${app.config.publicUrl}/brands/${brandId}/notifications`,
    urlLabel: "Choose what is told",
  };
  const verdict = judgeChat(await callChat(app, choice, message, new AbortController().signal), 1);
  if (verdict.kind === "arrived") await noteChat(app.db, choice, { problem: null, heldUntil: null });
  return verdict.kind === "arrived" ? { arrived: true, problem: null } : { arrived: false, problem: verdict.problem };
}

function memberOf(viewer: BrandViewer | null, brandId: number): Member {
  const { userId } = viewer ?? refuse(422, "membership", "The admin token is no member of any brand.");
  return { userId, brandId };
}

function unknown(brandId: number): never {
  refuse(404, "brand", `There is no brand with the id ${brandId}.`);
}

async function brandTitle(db: Queryable, brandId: number): Promise<string> {
  return (await findBrandTitle(db, brandId)) ?? unknown(brandId);
}

/** The chat as it will be called; undefined: not asked for. */
function chatIn(app: App, { chatTarget }: NotificationsChange) {
  if (chatTarget === undefined || chatTarget === null) return chatTarget;
  const url = receiverAt(app, chatTarget.url);
  if (chatTarget.kind === "NTFY" && topicIn(url).topic === "") refuse(422, "url", "The url must end with a topic.");
  return { kind: chatTarget.kind, url, host: new URL(url).host };
}

function given({ mail, digest, chat, bell, digestTime }: NotificationsChange): Partial<Choice> {
  return {
    ...(mail !== undefined && { mail: [...new Set(mail)] }),
    ...(digest !== undefined && { digest: [...new Set(digest)] }),
    ...(chat !== undefined && { chat: [...new Set(chat)] }),
    ...(bell !== undefined && { bell: [...new Set(bell)] }),
    ...(digestTime !== undefined && { digestTime }),
  };
}

function present(app: App, member: MemberRow, choice: ChoiceRow | null): Notifications {
  const { mail, digest, chat, bell, digestTime } = chosen(member, choice);
  const kind = CHAT_KINDS.find((each) => each === choice?.chatKind);
  return {
    mail: [...mail],
    digest: [...digest],
    chat: [...chat],
    bell: [...bell],
    digestTime,
    timezone: member.timezone ?? "UTC",
    chatTarget: kind === undefined ? null : { kind, host: choice?.chatHost ?? "", problem: choice?.chatProblem ?? null },
    mails: app.config.mail === null || member.demo ? "NO_MAIL" : member.verified ? "SENT" : "UNVERIFIED",
    isDefault: choice === null,
  };
}
