import { BELL_DEFAULT, DIGEST_DEFAULT, OWNER_DEFAULT } from "./rules.ts";
import type { Choice, ChoiceRow, MemberRow } from "./store.ts";

/** What somebody is told, chosen or not. */
export function chosen({ role }: Pick<MemberRow, "role">, choice: ChoiceRow | null): Choice {
  if (choice === null)
    return { mail: role === "owner" ? OWNER_DEFAULT : [], digest: [], chat: [], bell: BELL_DEFAULT, digestTime: DIGEST_DEFAULT };
  const { mail, digest, chat, bell, digestEvery, digestDay, digestHour } = choice;
  return { mail, digest, chat, bell: bell ?? BELL_DEFAULT, digestTime: { every: digestEvery, day: digestDay, hour: digestHour } };
}
