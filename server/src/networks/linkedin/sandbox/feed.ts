import { addSeconds } from "@rostrum/contract/formats.ts";
import { countsOf, labelled, newestFirst, seenReply, type Tallies, talliesOf } from "../../sandbox/kit/feed.ts";
import type { SandboxMedium, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { type Content, POLL_DAYS } from "./content.ts";
import { type Mark, plainLinks, shownOf } from "./little.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { type Author, authorUrl, fileUrl, organizationUrn, personUrn, postUrl, tagUrl, thumbnailKey } from "./urns.ts";

const DAY_SECONDS = 86_400;

/** What readers see, newest first: posts, and the comments on them. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const around = await surroundings(world);
  const posts = await Promise.all(around.posts.slice(0, limit).map((post) => viewOfPost(world, post, around)));
  return newestFirst([...posts, ...around.comments.map((comment) => viewOfComment(world, comment, around))], limit);
}

/** Everything that is there, read once for all posts. */
interface Surroundings {
  readonly posts: readonly Stored<"post">[];
  readonly comments: readonly Stored<"comment">[];
  /** By URN. */
  readonly authors: ReadonlyMap<string, Author>;
  readonly tallies: Tallies;
}

async function surroundings(world: SandboxWorld): Promise<Surroundings> {
  const everything = { limit: LIST_MAX };
  const [posts, said, persons, organizations] = await Promise.all([
    list(world, "post", everything),
    list(world, "comment", everything),
    list(world, "person", everything),
    list(world, "account", everything),
  ]);
  const there = new Set(posts.map(({ id }) => id));
  const comments = said.filter(({ on }) => there.has(on));
  return {
    posts,
    comments,
    authors: new Map<string, Author>([
      ...persons.map((person) => [personUrn(person.id), { ...person, isPerson: true }] as const),
      ...organizations.map((organization) => [organizationUrn(organization), { ...organization, isPerson: false }] as const),
    ]),
    tallies: await talliesOf(world, comments, ({ on }) => on),
  };
}

async function viewOfPost(world: SandboxWorld, post: Stored<"post">, around: Surroundings): Promise<SandboxPost> {
  const { content } = post;
  const { text, marks } = shownOf(post.commentary);
  return {
    id: post.id,
    author: nameOf(post.author, around),
    text,
    url: postUrl(world, post.id),
    createdAt: post.createdAt,
    media: await mediaOf(world, post),
    poll: content?.poll === undefined ? null : pollOf(post, content.poll),
    card: articleOf(content?.article),
    replyTo: null,
    counts: countsOf(around.tallies, post.id),
    ...labelled(content?.poll !== undefined && `Poll: ${content.poll.question}`, VISIBILITIES[post.visibility]),
    links: marks.map((mark) => linkOf(world, { text, mark }, around)).filter((link) => link !== null),
  };
}

function viewOfComment(world: SandboxWorld, { id, createdAt, on, actor, text }: Stored<"comment">, around: Surroundings): SandboxPost {
  const author = nameOf(actor, around);
  return seenReply(around.tallies, { id, author, text, url: postUrl(world, on), createdAt, replyTo: on, links: plainLinks(text) });
}

function nameOf(urn: string, { authors }: Surroundings): string {
  return authors.get(urn)?.name ?? "somebody";
}

/** A mention is a link only if it has exactly the name of whom it mentions. */
function linkOf(
  world: SandboxWorld,
  { text, mark }: { readonly text: string; readonly mark: Mark },
  { authors }: Surroundings,
): SandboxPost["links"][number] | null {
  const { start, end } = mark;
  if (mark.kind === "link") return { start, end, href: mark.href };
  if (mark.kind === "tag") return { start, end, href: tagUrl(world, mark.tag) };
  const author = authors.get(mark.urn);
  return author?.name === text.slice(start, end) ? { start, end, href: authorUrl(world, author) } : null;
}

async function mediaOf(world: SandboxWorld, { content, shown }: Stored<"post">): Promise<SandboxMedium[]> {
  const { media, multiImage } = content ?? {};
  // Documents and videos have titles, images descriptions.
  const one =
    media === undefined ? [] : [{ id: media.id, alt: (media.id.startsWith("urn:li:image:") ? media.altText : media.title) ?? "" }];
  const several = (multiImage?.images ?? []).map(({ id, altText = "" }) => ({ id, alt: altText }));
  return Promise.all(
    [...one, ...several].map(async ({ id, alt }) => {
      const key = id.split(":").at(-1) ?? "";
      const file = (await find(world, "asset", key))?.file ?? null;
      // Nothing else tells two pictures apart that have no text.
      const digest = shown === "" && file !== null ? { digest: file.digest } : {};
      const hasPicture = ((await find(world, "thumbnail", key))?.mime ?? null) !== null;
      const poster = hasPicture ? { poster: fileUrl(world, thumbnailKey(key)) } : {};
      return { url: fileUrl(world, key), mime: file?.mime ?? "application/octet-stream", alt, ...digest, ...poster };
    }),
  );
}

function pollOf({ createdAt }: Stored<"post">, { options, settings }: NonNullable<Content["poll"]>): SandboxPost["poll"] {
  return { options: options.map(({ text }) => text), endsAt: addSeconds(createdAt, POLL_DAYS[settings.duration] * DAY_SECONDS) };
}

const VISIBILITIES: Readonly<Record<string, string>> = { CONNECTIONS: "For connections", LOGGED_IN: "For members" };

function articleOf(article: Content["article"]): SandboxPost["card"] {
  return article === undefined ? null : { url: article.source, title: article.title, description: article.description ?? "" };
}
