import { countsOf, tally } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { knownAccount } from "./accounts.ts";
import { hrefOf } from "./content.ts";
import { mediaUrl, thumbnailUrl } from "./media.ts";
import { find, list, type Stored } from "./model.ts";
import { REACTIONS_MAX, statusUrl } from "./present.ts";
import { DOMAIN } from "./settings.ts";
import { descendantsOf, isVisible } from "./statuses.ts";
import { entitiesOf } from "./text.ts";

/** The public timeline as a reader sees it, newest first. */
export async function feedOf(world: SandboxWorld, options: { limit: number }): Promise<SandboxPost[]> {
  const statuses = await list(world, "status", { limit: options.limit });
  // A reply is newer than its parent, so replies to the newest n are among the newest n.
  return postsOf(world, statuses, statuses);
}

/** One account's posts, newest first. */
export async function accountFeed(world: SandboxWorld, options: { accountId: string; limit: number }): Promise<SandboxPost[]> {
  const statuses = await list(world, "status", { where: { account_id: options.accountId }, limit: options.limit });
  const answers = await Promise.all(
    statuses.map(({ id }) => list(world, "status", { where: { in_reply_to_id: id }, limit: REACTIONS_MAX })),
  );
  return postsOf(world, statuses, answers.flat());
}

/** A status with all its replies, newest first; empty if it does not exist. */
export async function conversationAt(world: SandboxWorld, statusId: string): Promise<SandboxPost[]> {
  const status = await find(world, "status", statusId);
  if (status === null) return [];
  const statuses = [status, ...(await descendantsOf(world, status))];
  return postsOf(world, statuses.toReversed(), statuses);
}

async function postsOf(
  world: SandboxWorld,
  statuses: readonly Stored<"status">[],
  answers: readonly Stored<"status">[],
): Promise<SandboxPost[]> {
  const everything = { limit: REACTIONS_MAX };
  const [favourites, reblogs] = await Promise.all([list(world, "favourite", everything), list(world, "reblog", everything)]);
  const tallies = {
    likes: tally(favourites.map(({ status_id }) => status_id)),
    comments: tally(answers.map(({ in_reply_to_id }) => in_reply_to_id)),
    shares: tally(reblogs.map(({ status_id }) => status_id)),
  };
  return Promise.all(
    statuses
      .filter((status) => isVisible(status, null))
      .map(async (status) => ({ ...(await seen(world, status)), counts: countsOf(tallies, status.id) })),
  );
}

async function seen(world: SandboxWorld, status: Stored<"status">): Promise<Omit<SandboxPost, "counts">> {
  const [author, files] = await Promise.all([
    knownAccount(world, status.account_id),
    Promise.all(status.media_ids.map((id) => find(world, "media", id))),
  ]);
  const warning = status.spoiler_text === "" ? "" : `${status.spoiler_text}\n\n`;
  const text = warning + status.text;
  return {
    id: status.id,
    author: `@${author.username}@${DOMAIN}`,
    text,
    url: statusUrl(world, author, status.id),
    createdAt: status.createdAt,
    media: await Promise.all(
      files
        .filter((file) => file !== null)
        .map(async (file) => {
          const facts = { url: mediaUrl(world, file), mime: file.mime, alt: file.description ?? "" };
          const poster = await thumbnailUrl(world, file);
          return poster === null ? facts : { ...facts, poster };
        }),
    ),
    poll: status.poll === null ? null : { options: status.poll.options, endsAt: status.poll.expires_at },
    card: warning === "" && status.media_ids.length === 0 ? cardOf(text) : null,
    replyTo: status.in_reply_to_id,
    links: entitiesOf(text).map((entity) => ({ start: entity.start, end: entity.end, href: hrefOf(entity, world.baseUrl) })),
  };
}

/** Of the first link. Nothing is fetched for it: its words come from the link itself. */
function cardOf(text: string): SandboxPost["card"] {
  const link = entitiesOf(text).find(({ kind }) => kind === "url");
  if (link?.kind !== "url" || !URL.canParse(link.url)) return null;
  const { host, pathname } = new URL(link.url);
  return { url: link.url, title: host, description: pathname };
}
