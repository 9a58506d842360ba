import type { App } from "../app.ts";
import { type ClientRow, findClientRow } from "./client-store.ts";
import { isDocumentId, readDocument } from "./documents.ts";

/** A longer id is none of ours, and none that anybody writes by hand. */
const CLIENT_ID_LENGTH_MAX = 512;

/** The program with the id, for a user who is signed in; a sentence for him when there is none that can be let in. */
export async function clientOf(app: App, id: string, userId: number): Promise<ClientRow | string> {
  if (id.length > CLIENT_ID_LENGTH_MAX || id.includes("\0")) return UNKNOWN;
  const known = await findClientRow(app.db, id);
  if (known !== null && (known.staleAt === null || known.staleAt > app.clock.now())) return known;
  if (isDocumentId(id)) return readDocument(app, id, userId);
  return UNKNOWN;
}

const UNKNOWN =
  "This service does not know the program. Remove the connection there and add it again, so that the program makes itself known.";

/** Host of the document that describes the program; null when the program registered itself and nobody vouches for its name. */
export function hostOf(client: Pick<ClientRow, "id">): string | null {
  return isDocumentId(client.id) ? new URL(client.id).host : null;
}
