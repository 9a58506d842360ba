import type { Instant } from "@rostrum/contract/formats.ts";
import type { Role } from "@rostrum/contract/operation.ts";
import type { ChatKind, DigestTime, NotificationGroup, NotificationWay } from "@rostrum/contract/private/notifications.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

/** A member of a brand as somebody who is told things. */
export interface Member {
  readonly userId: number;
  readonly brandId: number;
}

export interface MemberRow {
  readonly role: Role;
  readonly email: string;
  readonly verified: boolean;
  readonly demo: boolean;
  /** IANA name; null means UTC. */
  readonly timezone: string | null;
  /** Null: what it is is not known. */
  readonly language: Language | null;
}

export interface ChoiceRow {
  readonly id: number;
  readonly mail: readonly NotificationGroup[];
  readonly digest: readonly NotificationGroup[];
  readonly chat: readonly NotificationGroup[];
  /** Null: as without a choice. */
  readonly bell: readonly NotificationGroup[] | null;
  readonly digestEvery: DigestTime["every"];
  readonly digestDay: DigestTime["day"];
  readonly digestHour: number;
  readonly chatKind: ChatKind | null;
  /** Sealed. */
  readonly chatUrl: string | null;
  readonly chatHost: string | null;
  readonly chatProblem: string | null;
  readonly chatHeldUntil: Instant | null;
}

const CHOICE = `c.id, c.mail, c.digest, c.chat, c.bell, c.digest_every "digestEvery", c.digest_day "digestDay", c.digest_hour "digestHour",
  c.chat_kind "chatKind", c.chat_url "chatUrl", c.chat_host "chatHost", c.chat_problem "chatProblem", c.chat_held_until "chatHeldUntil"`;

const MEMBER = "m.role, u.email, u.verified, u.demo, u.timezone, u.language from brand_members m join users u on u.id = m.user_id";

export async function findMember(db: Queryable, { userId, brandId }: Member): Promise<MemberRow | null> {
  return maybeOne<MemberRow>(db, { text: `select ${MEMBER} where m.user_id = $1 and m.brand_id = $2`, values: [userId, brandId] });
}

/** Whoever tells somebody something of a brand, or changes what they want to be told, locks this first. Null: they are no member. */
export async function lockMember(tx: Queryable, { userId, brandId }: Member): Promise<MemberRow | null> {
  return maybeOne<MemberRow>(tx, {
    text: `select ${MEMBER} where m.user_id = $1 and m.brand_id = $2 for no key update of m`,
    values: [userId, brandId],
  });
}

export async function findChoice(db: Queryable, { userId, brandId }: Member): Promise<ChoiceRow | null> {
  return maybeOne<ChoiceRow>(db, {
    text: `select ${CHOICE} from notification_choices c where c.user_id = $1 and c.brand_id = $2`,
    values: [userId, brandId],
  });
}

export interface Choice extends Pick<ChoiceRow, "mail" | "digest" | "chat"> {
  readonly bell: readonly NotificationGroup[];
  readonly digestTime: DigestTime;
}

/** Stores what somebody has chosen, without their chat, and returns its id. */
export async function putChoice(
  tx: Queryable,
  { userId, brandId }: Member,
  { choice, now }: { readonly choice: Choice; readonly now: Instant },
): Promise<number> {
  const { mail, digest, chat, bell, digestTime } = choice;
  const row = await one<{ id: number }>(tx, {
    text: `insert into notification_choices (user_id, brand_id, mail, digest, chat, digest_every, digest_day, digest_hour, updated_at, bell)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (user_id, brand_id) do update set mail = excluded.mail, digest = excluded.digest, chat = excluded.chat,
             digest_every = excluded.digest_every, digest_day = excluded.digest_day, digest_hour = excluded.digest_hour,
             updated_at = excluded.updated_at, bell = excluded.bell
           returning id`,
    values: [userId, brandId, mail, digest, chat, digestTime.every, digestTime.day, digestTime.hour, now, bell],
  });
  return row.id;
}

/** Puts another chat in place of the one before; null: none. */
export async function putChat(
  tx: Queryable,
  id: number,
  chat: { readonly kind: ChatKind; readonly url: string; readonly host: string } | null,
): Promise<void> {
  await query(tx, {
    text: `update notification_choices set chat_kind = $2, chat_url = $3, chat_host = $4, chat_problem = null, chat_held_until = null
           where id = $1`,
    values: [id, chat?.kind ?? null, chat?.url ?? null, chat?.host ?? null],
  });
}

/** What the chat is known to be like, unless it is another one by now. */
export async function noteChat(
  db: Queryable,
  { id, chatUrl }: Pick<ChoiceRow, "id" | "chatUrl">,
  { problem, heldUntil }: { readonly problem: string | null; readonly heldUntil: Instant | null },
): Promise<void> {
  await query(db, {
    text: `update notification_choices set chat_problem = $3, chat_held_until = $4
           where id = $1 and chat_url = $2 and (chat_problem is distinct from $3 or chat_held_until is distinct from $4)`,
    values: [id, chatUrl, problem, heldUntil],
  });
}

/** Takes a way out of what somebody is told by. The caller has stored their choice. */
export async function clearWay(tx: Queryable, { userId, brandId }: Member, way: NotificationWay): Promise<void> {
  await query(tx, {
    text: `update notification_choices set mail = case when $3 = 'mail' then '{}' else mail end,
             digest = case when $3 = 'digest' then '{}' else digest end, chat = case when $3 = 'chat' then '{}' else chat end
           where user_id = $1 and brand_id = $2`,
    values: [userId, brandId, way],
  });
}

export async function findBrandTitle(db: Queryable, brandId: number): Promise<string | null> {
  const row = await maybeOne<{ title: string }>(db, { text: "select title from brands where id = $1", values: [brandId] });
  return row?.title ?? null;
}
