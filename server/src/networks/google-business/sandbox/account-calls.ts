import { ownAccount } from "./access.ts";
import type { Asked, Call } from "./caller.ts";
import type { Stored } from "./model.ts";
import { listed, pageOf } from "./paging.ts";
import { accountsOf } from "./people.ts";

const PAGE_SIZE_MAX = 20;

/** https://mybusinessaccountmanagement.googleapis.com/$discovery/rest?version=v1 (2026-05) */
export const ACCOUNT_CALLS: readonly Call[] = [
  {
    method: "GET",
    path: "/management/v1/accounts",
    service: "management",
    parameters: ["pageSize", "pageToken"],
    answer: listAccounts,
  },
  { method: "GET", path: "/management/v1/accounts/:account", service: "management", answer: showAccount },
];

/** The caller's own account comes first. */
async function listAccounts(asked: Asked): Promise<Record<string, unknown>> {
  const accounts = await accountsOf(asked.world, asked.personId);
  const places = new Map(accounts.map(({ id }, place) => [id, String(place).padStart(9, "0")]));
  const rankOf = (id: string) => places.get(id) ?? "";
  const { items, nextPageToken } = pageOf(asked, accounts, { sizeDefault: PAGE_SIZE_MAX, sizeMax: PAGE_SIZE_MAX, rankOf });
  return listed("accounts", items.map(accountView), nextPageToken);
}

async function showAccount(asked: Asked): Promise<Record<string, unknown>> {
  return accountView(await ownAccount(asked, asked.ids.account ?? ""));
}

function accountView({ id, account_name, type }: Stored<"account">): Record<string, unknown> {
  return {
    name: `accounts/${id}`,
    accountName: account_name,
    type,
    role: "PRIMARY_OWNER",
    permissionLevel: "OWNER_LEVEL",
    verificationState: "UNVERIFIED",
    vettedState: "NOT_VETTED",
  };
}
