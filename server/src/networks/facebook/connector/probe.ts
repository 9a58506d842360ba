import { z } from "zod";
import type { Account, Call } from "../../connectors/connector.ts";
import type { ProbeOutcome } from "../../connectors/log-in.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { reasonOf } from "../../connectors/meta/graph.ts";
import { tokenIn } from "../../connectors/oauth/tokens.ts";
import { PUBLISH_TASK } from "./log-in.ts";
import { pageOf, read } from "./page.ts";

const Pages = z.object({ data: z.array(z.object({ id: z.string(), tasks: z.array(z.string()).nullish() })) });

const NO_TASK = 'You may no longer create content on this Page: ask whoever manages it for full control, or for the task "Content".';

/**
 * Whether the Page may still be published on. Facebook refuses good tokens in the same words as those of people who have lost their role,
 * so the role is asked for: https://developers.facebook.com/docs/graph-api/reference/user/accounts (2026-11).
 */
export async function probe(account: Account, call: Call): Promise<ProbeOutcome> {
  const page = pageOf(account, call);
  if (account.grant !== null) {
    const asked = await read({ call, token: tokenIn(account.grant.credentials) }, "/me/accounts", "id,tasks");
    const tasks = asked.kind === "ok" ? (Pages.safeParse(asked.body).data?.data.find(({ id }) => id === page.id)?.tasks ?? null) : null;
    if (tasks !== null) return tasks.includes(PUBLISH_TASK) ? { kind: "works" } : { kind: "ended", reason: NO_TASK };
  }
  // That the Page's own token reads it does not say that it may publish there.
  const answer = await read(page, `/${page.id}`, "id");
  if (answer.kind === "ok") return { kind: "unknown", reason: "" };
  const trouble = accessTrouble(answer);
  const reason = reasonOf("Facebook", answer);
  return trouble === null || trouble.lacksPermission
    ? { kind: "unknown", reason }
    : { kind: "ended", reason: `${reason}. ${trouble.advice}` };
}
