import { z } from "zod";
import type { AccountsOutcome, LogIn, LogInAccount, LogInCall, OpenGrant } from "../../connectors/log-in.ts";
import { facebookLogIn } from "../../connectors/meta/facebook-log-in.ts";
import { listPages, NOT_ALL_SAID } from "../../connectors/meta/facebook-pages.ts";
import { missingScopes } from "../../connectors/oauth/scopes.ts";
import { FACEBOOK_SCOPES } from "./scopes.ts";
import { FACEBOOK_HOSTS } from "./session.ts";

const FIELDS = "id,name,access_token,tasks,instagram_business_account{id,username,name,profile_picture_url}";
/** Either task lets a person publish as the Page: https://developers.facebook.com/documentation/pages-api/overview (2026-10). */
const TASKS = ["CREATE_CONTENT", "MANAGE"];

/** Facebook Login, for accounts that are linked with a Facebook Page: the Page's token is theirs as well. */
export const byFacebook: LogIn = facebookLogIn({ network: "Facebook", scopes: FACEBOOK_SCOPES, hosts: FACEBOOK_HOSTS, accounts });

const Page = z.object({
  id: z.string(),
  name: z.string().default(""),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string().nullish(),
    profile_picture_url: z.string().nullish(),
  }),
});

/** One account for each Page that has one; the other Pages have nothing to offer here. */
async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const listed = await listPages(grant, call, { hosts: FACEBOOK_HOSTS, fields: FIELDS });
  if (listed.kind !== "listed") return listed;
  const pages = listed.pages.map((page) => Page.safeParse(page).data).filter((page) => page !== undefined);
  const { isWhole } = listed;
  if (pages.length > 0) return { kind: "listed", accounts: pages.map((page) => accountOf(page, grant)), isWhole };
  if (!isWhole) return NOT_ALL_SAID;
  return {
    kind: "refused",
    reason:
      "None of the Facebook Pages that you let in is linked with a professional Instagram account. Link the account with its Page in Instagram's settings, or log in at Instagram instead, which needs no Page.",
  };
}

function accountOf(page: z.output<typeof Page>, grant: OpenGrant): LogInAccount {
  const { id, username, name, profile_picture_url: pictureUrl } = page.instagram_business_account;
  const { limits, problem } = missingScopes(FACEBOOK_SCOPES, grant);
  return {
    type: "Instagram",
    remoteId: id,
    handle: `@${username}`,
    credentials: { pageId: page.id, accessToken: page.access_token ?? "" },
    settings: { via: "facebook", pageId: page.id },
    name: name || username,
    pictureUrl: pictureUrl ?? null,
    problem: problem ?? problemOf(page),
    limits,
  };
}

function problemOf({ name, access_token: token, tasks }: z.output<typeof Page>): string | null {
  const mayPublish = tasks === undefined || TASKS.some((task) => tasks.includes(task));
  if (token !== undefined && mayPublish) return null;
  return `You may not publish as the Facebook Page ${name}: ask one of its administrators for the permission to create content.`;
}
