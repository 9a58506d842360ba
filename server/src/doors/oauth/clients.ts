import type { App } from "../../app.ts";
import { type ClientRow, findClientRow } from "./client-store.ts";
import { isDocumentId, readDocument } from "./documents.ts";

/** Longer than any id issued here or any sensible document URL. */
const CLIENT_ID_LENGTH_MAX = 512;

/** The client with the id, for a signed-in user; an error message for them when no such client can be authorized. */
export async function clientOf(app: App, id: string, userId: number): Promise<ClientRow | string> {
  if (id.length > CLIENT_ID_LENGTH_MAX || id.includes("\0")) return UNKNOWN;
  const known = await findClientRow(app.db, id);
  if (known !== null && (known.staleAt === null || known.staleAt > app.clock.now())) return known;
  if (isDocumentId(id)) return readDocument(app, id, userId);
  return UNKNOWN;
}

const UNKNOWN = "This app is not registered here. Remove the connection in the app and add it again so that it can register.";

/** Host of the client's metadata document; null when the client registered itself and nobody vouches for its name. */
export function hostOf(client: Pick<ClientRow, "id">): string | null {
  return isDocumentId(client.id) ? new URL(client.id).host : null;
}
