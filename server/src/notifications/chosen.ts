import { DIGEST_DEFAULT, OWNER_DEFAULT } from "./rules.ts";
import type { Choice, ChoiceRow, MemberRow } from "./store.ts";

/** What somebody is told, chosen or not. */
export function chosen({ role }: Pick<MemberRow, "role">, choice: ChoiceRow | null): Choice {
  if (choice === null) return { mail: role === "owner" ? OWNER_DEFAULT : [], digest: [], chat: [], digestTime: DIGEST_DEFAULT };
  const { mail, digest, chat, digestEvery, digestDay, digestHour } = choice;
  return { mail, digest, chat, digestTime: { every: digestEvery, day: digestDay, hour: digestHour } };
}
