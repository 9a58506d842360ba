import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { type GraphFailure, isOutage, reasonOf } from "../../connectors/meta/graph.ts";
import { readCredentials } from "./credentials.ts";
import { isNotThere } from "./errors.ts";
import { read } from "./page.ts";

const PageFacts = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  username: z.string().nullish(),
  access_token: z.string().nullish(),
});
const Myself = z.object({ id: z.string() });

/**
 * Verifies a token. One of a system user, or of a person, gives the Page's own; that is what is kept, and it does not end with the
 * person's. A Page's own token is that of the Page which it is itself.
 */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = readCredentials(given);
  if ("problem" in credentials) return { kind: "refused", reason: credentials.problem };
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "refused", reason: problem };
  const { pageId, accessToken } = credentials;
  const asked = { token: accessToken, call };
  const reply = await read(asked, `/${pageId}`, "id,name,username,access_token");
  if (reply.kind !== "ok") return refusalOf(reply);
  const page = PageFacts.safeParse(reply.body).data;
  if (page === undefined || page.id !== pageId) return { kind: "refused", reason: `Facebook knows no Page with the id ${pageId}.` };
  if (!page.access_token) {
    const me = await read(asked, "/me", "id");
    if (me.kind !== "ok") return refusalOf(me);
    if (Myself.safeParse(me.body).data?.id !== pageId) {
      return { kind: "refused", reason: "The token is not the Page's, and whoever it belongs to may not act as the Page." };
    }
  }
  return {
    kind: "connected",
    ...identityOf(page),
    credentials: { pageId, accessToken: page.access_token ?? accessToken },
  };
}

/** What a Page is known by, however it is connected. */
export function identityOf({
  id,
  name,
  username,
}: {
  readonly id: string;
  readonly name: string;
  readonly username?: string | null | undefined;
}) {
  return { remoteId: id, handle: username ? `@${username}` : name, settings: { name, username: username ?? null } };
}

function refusalOf(failure: GraphFailure): ConnectOutcome {
  const reason = reasonOf("Facebook", failure);
  if (isNotThere(failure)) return { kind: "refused", reason: `${reason}. Check the Page's id, and that the token may see it.` };
  if (accessTrouble(failure) !== null) return { kind: "refused", reason: `${reason}. Make a new token.` };
  return { kind: isOutage(failure) ? "unreachable" : "refused", reason };
}
