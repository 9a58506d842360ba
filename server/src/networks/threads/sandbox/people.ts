import { grantAll } from "../../sandbox/kit/grants.ts";
import type { LogInPage } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { userNameOf } from "../../sandbox/kit/names.ts";
import { issueToken } from "../../sandbox/kit/tokens.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { ACCOUNT_FAMILY } from "./ids.ts";
import { findOrInsert, LIST_MAX, list, type Stored } from "./model.ts";

/** Of a code, of the token it is exchanged for, and of the one that is exchanged for. */
const CODE_SECONDS = 3600;
export const SHORT_SECONDS = 3600;
export const LONG_SECONDS = 5_184_000;
export const TOKEN_PREFIX = "TH";

/** https://developers.facebook.com/documentation/threads/overview (2025-12) */
const SCOPES = scopesNamed(
  {
    threads_basic: "See your profile and posts",
    threads_content_publish: "Post for you",
    threads_manage_replies: "Reply for you",
    threads_read_replies: "Read replies",
    threads_manage_insights: "See how your posts do",
    threads_location_tagging: "Tag locations",
    threads_delete: "Delete your posts",
  },
  ["threads_basic"],
);

/** The log-in: a person has one profile. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/oauth/authorize",
    scopes: SCOPES,
    pkce: "ignored",
    codeSeconds: CODE_SECONDS,
    fragment: "#_",
    declined: { error: "access_denied", error_reason: "user_denied" },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => accountNamed(world, name),
  };
}

/** Creates or finds the profile with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = userNameOf(name);
  const claim = await findOrInsert(world, "username", username, { account_id: await newGraphId(world, ACCOUNT_FAMILY) });
  return findOrInsert(world, "account", claim.account_id, { username, name: name.trim() || username });
}

/** A long-lived token of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedToken(world: SandboxWorld, personId: string): Promise<string> {
  const { grant } = await grantAll(world, { personId, scopes: SCOPES });
  return issueToken(world, { grant, kind: "long", lifetimeSeconds: LONG_SECONDS, prefix: TOKEN_PREFIX });
}
