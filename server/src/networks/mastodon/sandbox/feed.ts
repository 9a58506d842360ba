import { cardOf, countsOf, talliesOf } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { mediaUrl, thumbnailUrl } from "./media.ts";
import { find, known, list, type Stored } from "./model.ts";
import { statusUrl } from "./present.ts";
import { DOMAIN } from "./settings.ts";
import { isVisible } from "./statuses.ts";
import { entitiesOf, hrefOf } from "./text.ts";

/** The public timeline as a reader sees it, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { limit: number }): Promise<SandboxPost[]> {
  // A reply is newer than its parent, so replies to the newest n are among the newest n.
  const statuses = await list(world, "status", { limit });
  const tallies = await talliesOf(world, statuses, ({ in_reply_to_id }) => in_reply_to_id);
  const shown = statuses.filter((status) => isVisible(status, null));
  return Promise.all(shown.map(async (status) => ({ ...(await seen(world, status)), counts: countsOf(tallies, status.id) })));
}

async function seen(world: SandboxWorld, status: Stored<"status">): Promise<Omit<SandboxPost, "counts">> {
  const [author, files] = await Promise.all([
    known(world, "account", status.account_id),
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
    card: warning === "" && status.media_ids.length === 0 ? cardIn(text) : null,
    replyTo: status.in_reply_to_id,
    links: entitiesOf(text).map((entity) => ({ start: entity.start, end: entity.end, href: hrefOf(entity, world.baseUrl) })),
  };
}

/** Of the first link. */
function cardIn(text: string): SandboxPost["card"] {
  const link = entitiesOf(text).find(({ kind }) => kind === "url");
  return link?.kind !== "url" || !URL.canParse(link.url) ? null : cardOf(link.url);
}
