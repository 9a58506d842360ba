import { z } from "zod";
import type { AccountsOutcome, LogInAccount, LogInCall, LogInScope, OpenGrant } from "../../connectors/log-in.ts";
import { facebookLogIn } from "../../connectors/meta/facebook-log-in.ts";
import { listPages, NOT_ALL_SAID } from "../../connectors/meta/facebook-pages.ts";
import { type Missing, missingScopes } from "../../connectors/oauth/scopes.ts";
import { identityOf } from "./connect.ts";
import { NAMES } from "./hosts.ts";

/** https://developers.facebook.com/documentation/pages-api/posts (2026-10). That look-ups of comments need the fifth is unverified. */
const SCOPES: readonly LogInScope[] = [
  { name: "pages_show_list", needed: true, without: "Facebook does not say which Pages there are." },
  { name: "pages_read_engagement", needed: true, without: "What the Page has posted cannot be read." },
  { name: "pages_manage_posts", needed: true, without: "Nothing can be published on the Page." },
  { name: "pages_manage_engagement", needed: false, without: "Comments cannot be written." },
  {
    name: "pages_read_user_content",
    needed: false,
    without: "A comment whose response is lost cannot be looked up, and ends as undecided.",
  },
  { name: "business_management", needed: false, without: "Pages that are managed through a business portfolio may be missing." },
];

const FIELDS = "id,name,username,access_token,tasks,picture.type(large)";
/** What a person has to be allowed on a Page. */
export const PUBLISH_TASK = "CREATE_CONTENT";
const COMMENT_TASK = "MODERATE";

export const logIn = facebookLogIn({ network: "Facebook", scopes: SCOPES, hosts: NAMES, accounts });

const Entry = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  username: z.string().nullish(),
  access_token: z.string().nullish(),
  tasks: z.array(z.string()).nullish(),
  picture: z.object({ data: z.object({ url: z.string().nullish() }) }).nullish(),
});

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const { problem, limits } = missingScopes(SCOPES, grant);
  const outcome = await listPages(grant, call, { hosts: NAMES, fields: FIELDS });
  if (outcome.kind !== "listed") return outcome;
  const pages = outcome.pages.flatMap((page) => Entry.safeParse(page).data ?? []);
  if (pages.length === 0 && !outcome.isWhole) return NOT_ALL_SAID;
  if (pages.length === 0) {
    return { kind: "refused", reason: problem ?? "Facebook lists no Page. Log in again, and tick the Pages that are to be connected." };
  }
  return { kind: "listed", accounts: pages.map((page) => accountOf(page, { problem, limits })), isWhole: outcome.isWhole };
}

function accountOf(page: z.output<typeof Entry>, { problem, limits }: Missing): LogInAccount {
  const { id, name, access_token: accessToken, tasks, picture } = page;
  const lacks = (task: string) => tasks != null && !tasks.includes(task);
  const problems = [
    problem,
    accessToken ? null : "Facebook gives no access to this Page. Log in again, and tick it.",
    lacks(PUBLISH_TASK) ? "You may not publish on this Page. Ask its administrator to let you create content." : null,
  ];
  return {
    type: "Facebook",
    ...identityOf(page),
    credentials: { pageId: id, accessToken: accessToken ?? "" },
    name,
    pictureUrl: picture?.data.url ?? null,
    problem: problems.find((one) => one !== null) ?? null,
    limits: lacks(COMMENT_TASK) ? [...limits, "Comments cannot be written: you may not moderate this Page."] : limits,
  };
}
