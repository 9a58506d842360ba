import type { Instant } from "@rostrum/contract/formats.ts";
import { reactionsOn } from "../../sandbox/kit/feed.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { isReady, presentMedia } from "./media.ts";
import { find, known, list, type Stored } from "./model.ts";
import { contentOf, entitiesOf, hrefOf } from "./text.ts";

/** More reactions or replies than anyone makes by hand in the sandbox. */
export const REACTIONS_MAX = 20_000;

/** The entity Status, as seen by anyone. */
export async function presentStatus(world: SandboxWorld, status: Stored<"status">): Promise<Record<string, unknown>> {
  const [author, media, { likes, shares }, replies] = await Promise.all([
    known(world, "account", status.account_id),
    Promise.all(status.media_ids.map((id) => find(world, "media", id))),
    reactionsOn(world, status.id),
    list(world, "status", { where: { in_reply_to_id: status.id }, limit: REACTIONS_MAX }),
  ]);
  const entities = entitiesOf(status.text);
  const mentions = entities.filter((entity) => entity.kind === "mention");
  return {
    id: status.id,
    created_at: milliseconds(status.createdAt),
    in_reply_to_id: status.in_reply_to_id,
    in_reply_to_account_id: status.in_reply_to_account_id,
    sensitive: status.sensitive,
    spoiler_text: status.spoiler_text,
    visibility: status.visibility,
    language: status.language,
    uri: `${world.baseUrl}/users/${author.username}/statuses/${status.id}`,
    url: statusUrl(world, author, status.id),
    replies_count: replies.length,
    reblogs_count: shares,
    favourites_count: likes,
    quotes_count: 0,
    edited_at: null,
    content: contentOf(status.text, world.baseUrl),
    reblog: null,
    application: { name: status.app_name, website: null },
    account: await presentAccount(world, author),
    media_attachments: await Promise.all(
      media.filter((file) => file !== null).map((file) => presentMedia(world, file, isReady(world, file))),
    ),
    mentions: mentions.map((mention) => ({
      id: "0",
      username: mention.username,
      url: hrefOf(mention, world.baseUrl),
      acct: mention.domain === null ? mention.username : `${mention.username}@${mention.domain}`,
    })),
    tags: entities
      .filter((entity) => entity.kind === "tag")
      .map((tag) => ({ name: tag.name.toLowerCase(), url: hrefOf(tag, world.baseUrl) })),
    emojis: [],
    card: null,
    poll: presentPoll(world, status),
  };
}

export async function presentAccount(world: SandboxWorld, account: Stored<"account">): Promise<Record<string, unknown>> {
  const [latest] = await list(world, "status", { where: { account_id: account.id }, limit: 1 });
  const picture = `${world.baseUrl}/avatars/original/missing.png`;
  return {
    id: account.id,
    username: account.username,
    acct: account.username,
    display_name: account.display_name,
    locked: false,
    bot: false,
    discoverable: true,
    indexable: false,
    group: false,
    created_at: `${account.createdAt.slice(0, 10)}T00:00:00.000Z`,
    note: "",
    url: `${world.baseUrl}/@${account.username}`,
    uri: `${world.baseUrl}/users/${account.username}`,
    avatar: picture,
    avatar_static: picture,
    header: picture,
    header_static: picture,
    followers_count: 0,
    following_count: 0,
    statuses_count: latest?.number_of_account ?? 0,
    last_status_at: latest?.createdAt.slice(0, 10) ?? null,
    emojis: [],
    fields: [],
    roles: [],
  };
}

/** What only the account itself sees: `verify_credentials`. */
export async function presentCredentialAccount(world: SandboxWorld, account: Stored<"account">): Promise<Record<string, unknown>> {
  return {
    ...(await presentAccount(world, account)),
    source: {
      privacy: "public",
      sensitive: false,
      language: null,
      note: "",
      fields: [],
      follow_requests_count: 0,
      indexable: false,
      discoverable: true,
      hide_collections: null,
      attribution_domains: [],
      quote_policy: "public",
    },
    role: { id: "-99", name: "", permissions: "65536", color: "", highlighted: false },
  };
}

function presentPoll(world: SandboxWorld, status: Stored<"status">): Record<string, unknown> | null {
  if (status.poll === null) return null;
  const { options, expires_at, multiple } = status.poll;
  return {
    // A poll belongs to exactly one status, so it can share its id.
    id: status.id,
    expires_at,
    expired: Date.parse(expires_at) <= Date.parse(world.now()),
    multiple,
    votes_count: 0,
    voters_count: 0,
    options: options.map((title) => ({ title, votes_count: 0 })),
    emojis: [],
    voted: false,
    own_votes: [],
  };
}

export function statusUrl(world: SandboxWorld, author: { readonly username: string }, statusId: string): string {
  return `${world.baseUrl}/@${author.username}/${statusId}`;
}

/** Mastodon prints milliseconds. */
function milliseconds(instant: Instant): string {
  return `${instant.slice(0, 23)}Z`;
}
