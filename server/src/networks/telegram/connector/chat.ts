import { z } from "zod";
import { type Account, type Call, ConnectedAgain } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { type Answer, ask, type Bot, type Request } from "./api.ts";
import { storedCredentials } from "./credentials.ts";
import { type Send, withOutcome, withSend } from "./sends.ts";

/** Public facts about the chat, stored as the channel's settings and refreshed on reconnecting. */
const Facts = z.object({
  chatType: z.enum(["channel", "supergroup", "group"]).catch("channel"),
  title: z.string().nullable().catch(null),
  /** Without @; null for a private chat. */
  username: z.string().nullable().catch(null),
  /** The channel's discussion group, where its comments go. */
  linkedChatId: z.string().nullable().catch(null),
  botId: z.int().nullable().catch(null),
  botUsername: z.string().nullable().catch(null),
  /** Whether readers' pages are at the API's address, as on a sandbox network, instead of on t.me. */
  pagesAtBase: z.boolean().catch(false),
});
export type Facts = z.output<typeof Facts>;

/** The chat of a channel during an attempt: its id may change, and its last message does. */
export interface Chat {
  readonly bot: Bot;
  readonly facts: Facts;
  id(): string;
  lastMessageId(): number | null;
  sends(): readonly Send[];
  /** Records that a request is about to be sent. */
  begin(send: Send): Promise<void>;
  /** Records what this key's request created; null for nothing. */
  settle(key: string, ids: readonly number[] | null): Promise<void>;
  /** Stores the id of the supergroup that the group has become; message numbering starts over. */
  moveTo(chatId: string): Promise<void>;
}

export function factsOf(settings: Json): Facts {
  return Facts.parse(typeof settings === "object" && settings !== null && !Array.isArray(settings) ? settings : {});
}

export function openChat(account: Account, call: Call): Chat {
  let credentials = storedCredentials(account.credentials);
  const store = async (changed: Partial<typeof credentials>) => {
    credentials = { ...credentials, ...changed };
    return account.saveCredentials({ ...credentials, sends: credentials.sends.map((send) => ({ ...send })) });
  };
  return {
    bot: { token: credentials.botToken, call },
    facts: factsOf(account.settings),
    id: () => credentials.chatId,
    lastMessageId: () => credentials.lastMessageId,
    sends: () => credentials.sends,
    begin: async (send) => {
      if (!(await store({ sends: withSend(credentials.sends, send, call.now()) }))) throw new ConnectedAgain();
    },
    settle: async (key, ids) => {
      const send = credentials.sends.find((each) => each.key === key);
      const isHere = send?.chatId === credentials.chatId;
      const lastMessageId = isHere ? Math.max(credentials.lastMessageId ?? 0, ...(ids ?? [])) || null : credentials.lastMessageId;
      await store({ sends: withOutcome(credentials.sends, key, ids), lastMessageId });
    },
    moveTo: async (chatId) => void (await store({ chatId, lastMessageId: null })),
  };
}

/** One request about the chat, unless its parameters name another. On migration to a supergroup, stores its id and retries. */
export async function askChat(chat: Chat, request: Request): Promise<Answer> {
  const about = () => ask(chat.bot, { ...request, params: { chat_id: Number(chat.id()), ...request.params } });
  const answer = await about();
  const isElsewhere = request.params.chat_id !== undefined;
  if (answer.kind !== "refused" || answer.migrateTo === null || answer.migrateTo === chat.id() || isElsewhere) return answer;
  await chat.moveTo(answer.migrateTo);
  return about();
}
