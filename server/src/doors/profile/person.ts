import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { recordPerson } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import { presentViewer } from "../../people/users/present.ts";
import { changeUser } from "../../people/users/store.ts";

/** Fields left out stay as they are. */
export async function updateProfile(
  app: App,
  { body }: PrivateInput<"updateProfile">,
  { session: { viewer, language } }: { readonly session: Session },
): Promise<PrivateOutput<"updateProfile">> {
  const { userId } = viewer;
  const changed = await transaction(app.db, async (tx) => {
    const after = await changeUser(tx, userId, body);
    if (after !== null)
      await recordPerson(app, tx, {
        userId,
        action: "person.changed",
        changes: changesIn(["name", "timezone", "language"], { ...viewer, language }, after),
      });
    return after;
  });
  return presentViewer({ ...viewer, ...changed });
}
