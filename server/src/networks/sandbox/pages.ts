import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../ground/web/html.ts";
import { sendPage } from "../../ground/web/page.ts";
import { countDuplicates, type KnownPosts } from "./duplicates.ts";
import { faultsView } from "./fault-form.ts";
import { isUsedUp, listFaults } from "./faults.ts";
import type { SandboxNetwork, SandboxPost, SandboxReaction, SandboxWorld } from "./network.ts";
import { anchorOf, type PageGround, threadView } from "./post-view.ts";
import type { Sandbox } from "./sandbox.ts";
import { threadAt, threadsOf } from "./threads.ts";

/** The most posts a page shows, and below it the most that are counted: a count that reaches it reads `250+`. */
const FEED_LENGTH = 100;
const COUNT_MAX = 250;
const COMMENT_LENGTH_MAX = 300;

/** `/sandbox`: the networks with what is in them. */
export function mountOverview(scope: FastifyInstance, sandbox: Sandbox): void {
  scope.get("/", async (_request, reply) => {
    const networks = await Promise.all(sandbox.networks.map((network) => summary(network, sandbox)));
    const items = networks.map(
      ({
        network,
        accounts,
        posts,
        duplicates,
        faults,
      }) => html`<li><a class="card-link" href="/sandbox/${network.slug}/"><h2>${network.type}</h2>
<p>${counted(accounts, "account")}, ${counted(posts, "post")}</p>
${duplicates > 0 && html`<p>${counted(duplicates, "duplicate")}</p>`}${faults > 0 && html`<p>${counted(faults, "active fault")}</p>`}</a></li>`,
    );
    return sendPage(reply, {
      title: "Sandbox networks",
      trail: [{ href: "/sandbox", label: "Sandbox" }],
      body: html`<h1>Sandbox networks</h1>
<p class="lead">Local networks that speak the platforms’ own APIs. What your sandbox channels publish arrives here, and nowhere else.</p>
<ul class="plain cards">${items}</ul>`,
    });
  });
}

/** `/sandbox/<slug>/`: the network's feed, and the endpoint for readers' reactions. */
export function mountFeed(scope: FastifyInstance, network: SandboxNetwork, sandbox: Sandbox): void {
  const world = sandbox.world(network);
  scope.get("/", async (_request, reply) => {
    const newest = await network.feed(world, { limit: COUNT_MAX });
    const duplicates = await countDuplicates(newest, sandbox.known ?? nothingKnown);
    return sendFeed(reply, {
      network,
      world,
      feed: newest.slice(0, FEED_LENGTH),
      title: network.type,
      lead: `The feed as readers of this sandbox network see it, newest first. ${counted(duplicates, "duplicate")}.`,
      tools: faultsView({ network, world, faults: await listFaults(world) }),
    });
  });

  scope.post<{ Body: unknown }>("/_react", async (request, reply) => {
    const form = readReaction(request.body);
    if (form === null)
      return reply.status(422).send({ error: "A reaction needs a post and a kind, and for a comment 1 to 300 characters of text." });
    await network.react(world, form.post, form.reaction);
    return reply.redirect(`${groundOf(network, world).path}/#${encodeURIComponent(anchorOf(form.post))}`, 303);
  });
}

/** Sends posts as conversations, newest first, under a title. */
export function sendFeed(
  reply: FastifyReply,
  page: { network: SandboxNetwork; world: SandboxWorld; feed: readonly SandboxPost[]; title: string; lead: string; tools?: Html },
): FastifyReply {
  const threads = threadsOf(page.feed);
  const ground = groundOf(page.network, page.world);
  const feed =
    threads.length === 0
      ? html`<p class="empty">Nothing here yet. Publish to a ${page.network.type} sandbox channel and reload.</p>`
      : html`<ol class="plain feed">${threads.map((thread) => html`<li>${threadView(thread, ground)}</li>`)}</ol>`;
  return sendPage(reply, {
    title: `${page.title} (sandbox)`,
    trail: trailOf(page.network),
    body: html`<h1>${page.title}</h1><p class="lead">${page.lead}</p>${page.tools}${feed}`,
  });
}

/** Sends one post with its replies, for a network's own permalinks; 404 if it is not in the feed. */
export function sendPost(
  reply: FastifyReply,
  page: { network: SandboxNetwork; world: SandboxWorld; feed: readonly SandboxPost[]; postId: string },
): FastifyReply {
  const { network, world } = page;
  const thread = threadAt(page.feed, page.postId);
  if (thread === null) return sendNotFound(reply, network, "This post does not exist or has been deleted.");
  return sendPage(reply, {
    title: `Post by ${thread.post.author}`,
    trail: trailOf(network),
    body: html`<ol class="plain feed"><li>${threadView(thread, groundOf(network, world))}</li></ol>`,
  });
}

/** Sends a page with 404 that says what is not there. */
export function sendNotFound(reply: FastifyReply, network: SandboxNetwork, lead: string): FastifyReply {
  const body = html`<h1>Not found</h1><p class="lead">${lead}</p>`;
  return sendPage(reply, { title: "Not found", status: 404, trail: trailOf(network), body });
}

/** The breadcrumb trail to a network's page, for its own pages. */
export function trailOf(network: SandboxNetwork): { href: string; label: string }[] {
  return [
    { href: "/sandbox", label: "Sandbox" },
    { href: `/sandbox/${network.slug}/`, label: network.type },
  ];
}

function groundOf(network: SandboxNetwork, world: SandboxWorld): PageGround {
  return { type: network.type, path: `/sandbox/${network.slug}`, baseUrl: world.baseUrl };
}

async function summary(network: SandboxNetwork, sandbox: Sandbox) {
  const world = sandbox.world(network);
  const [accounts, posts, faults] = await Promise.all([
    world.objects.list("account", { limit: COUNT_MAX }),
    network.feed(world, { limit: COUNT_MAX }),
    listFaults(world),
  ]);
  const duplicates = await countDuplicates(posts, sandbox.known ?? nothingKnown);
  const atWork = faults.filter((fault) => !isUsedUp(fault));
  return { network, accounts: accounts.length, posts: posts.length, duplicates, faults: atWork.length };
}

const nothingKnown: KnownPosts = async () => new Set();

function counted(count: number, word: string): string {
  return `${count}${count === COUNT_MAX ? "+" : ""} ${word}${count === 1 ? "" : "s"}`;
}

function readReaction(body: unknown): { post: string; reaction: SandboxReaction } | null {
  if (typeof body !== "object" || body === null || !("post" in body) || !("kind" in body) || typeof body.post !== "string") return null;
  const { post, kind } = body;
  if (kind === "like" || kind === "share") return { post, reaction: { kind } };
  const text = "text" in body && typeof body.text === "string" ? body.text.trim() : "";
  if (kind !== "comment" || text === "" || text.length > COMMENT_LENGTH_MAX) return null;
  return { post, reaction: { kind, text } };
}
