import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import type { Session } from "../sign-in/sessions.ts";
import { presentViewer } from "../users/present.ts";
import { changeUser } from "../users/store.ts";

/** Fields left out stay as they are. */
export async function updateProfile(
  app: App,
  { body }: PrivateInput<"updateProfile">,
  { session: { viewer } }: { readonly session: Session },
): Promise<PrivateOutput<"updateProfile">> {
  const changed = await changeUser(app.db, viewer.userId, body);
  return presentViewer({ ...viewer, ...changed });
}
