import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { type Grant, grantAll } from "../../sandbox/kit/grants.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { issueToken, lookUpToken, type Token } from "../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, insert, put } from "./model.ts";

/** Of the token that a person gets for a code, and of the one that it is exchanged for. */
export const SHORT_SECONDS = 5_400;
export const LONG_SECONDS = 5_184_000;
const PREFIX = "EAA";

export function issuePersonToken(world: SandboxWorld, grant: Grant, lifetime: "short" | "long"): Promise<string> {
  const lifetimeSeconds = lifetime === "short" ? SHORT_SECONDS : LONG_SECONDS;
  return issueToken(world, { grant, kind: lifetime, lifetimeSeconds, prefix: PREFIX });
}

/**
 * The token of a Page as `/me/accounts` gives it: from a long-lived token of the person it does not end, from another one it
 * ends with that. The same one every time, until it is dead.
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived (2026-10)
 */
export async function pageTokenFor(world: SandboxWorld, own: { readonly token: Token; readonly grant: Grant }, pageId: string) {
  const { token, grant } = own;
  if (token.acts_as === pageId) return token.id;
  const key = `${token.person_id} ${pageId} ${token.kind === "long" ? "long" : token.id}`;
  const earlier = await find(world, "page_token", key);
  if (earlier !== null && (await lookUpToken(world, earlier.token)).kind === "valid") return earlier.token;
  const left = Math.ceil((Date.parse(token.ends_at ?? "") - toEpochMilliseconds(world.now())) / 1000);
  const lifetimeSeconds = token.kind === "long" ? null : left;
  const issued = await issueToken(world, { grant, kind: "page", actsAs: pageId, lifetimeSeconds, prefix: PREFIX });
  await put(world, "page_token", key, { token: issued });
  return issued;
}

/** A token of the Page from a person who gave the sandbox's application everything that it may ask for. */
export async function grantedPageToken(world: SandboxWorld, { personId, pageId }: { readonly personId: string; readonly pageId: string }) {
  const { grant } = await grantAll(world, { personId, scopes: SCOPES, accountIds: [pageId] });
  return issueToken(world, { grant, kind: "page", actsAs: pageId, lifetimeSeconds: null, prefix: PREFIX });
}

/** The person changed their password (460), logged out (467) or did not confirm their account (464): tokens given out so far are dead. */
export async function endTokens(world: SandboxWorld, personId: string, subcode: 460 | 464 | 467): Promise<void> {
  await put(world, "trouble", personId, { subcode, serial: Number(await world.objects.nextId()) });
}

/** The person has to pass a security check: their tokens are refused until the document is removed. */
export async function demandCheck(world: SandboxWorld, personId: string): Promise<void> {
  await insert(world, "trouble", personId, { subcode: 459, serial: null });
}

/**
 * What applications may ask for here.
 * https://developers.facebook.com/docs/permissions (2026-10)
 */
export const SCOPES = scopesNamed({
  // Given even if it is not asked for.
  public_profile: "See your name and profile picture",
  email: "See your email address",
  pages_show_list: "See a list of the Pages you manage",
  pages_read_engagement: "Read what is published on your Pages",
  pages_read_user_content: "Read what people wrote on your Pages",
  pages_read_user_engagement: "Read comments and reactions on your Pages",
  pages_manage_posts: "Create and manage posts on your Pages",
  pages_manage_engagement: "Comment as your Pages",
  pages_manage_metadata: "Manage settings of your Pages",
  publish_video: "Publish videos on your Pages",
  read_insights: "Read statistics of your Pages",
  business_management: "Manage your businesses",
  instagram_basic: "See your Instagram professional accounts",
  instagram_content_publish: "Publish on your Instagram professional accounts",
  instagram_manage_comments: "Comment as your Instagram professional accounts",
  instagram_manage_insights: "Read statistics of your Instagram professional accounts",
});
