import type { FastifyInstance } from "fastify";
import { mountFiles, sendPixel } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendNotFound, sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { LIST_MAX } from "./model.ts";
import { accountOf } from "./people.ts";
import { addReaction } from "./reactions.ts";
import { tagUrl } from "./urls.ts";

/** Pages and files at the addresses that the API gives. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const everything = () => feedOf(world, { limit: LIST_MAX });

  for (const kind of ["video", "photo"]) {
    // The user name in the address does not matter: names may change.
    scope.get<{ Params: { user: string; id: string } }>(`/www/:user/${kind}/:id`, async ({ params: { id } }, reply) => {
      if ((await everything()).some((post) => post.id === id)) await addReaction(world, id, { kind: "view" });
      return sendPost(reply, { network, world, feed: await everything(), postId: id });
    });
  }

  scope.get<{ Params: { user: string } }>("/www/:user", async ({ params: { user } }, reply) => {
    const account = await accountOf(world, user.replace(/^@/, ""));
    if (account === null) return sendNotFound(reply, network, "There is no account with this name on this sandbox network.");
    const author = `@${account.username}`;
    const feed = (await everything()).filter((post) => post.author === author);
    return sendFeed(reply, { network, world, feed, title: author, lead: "Posts by this account, newest first." });
  });

  scope.get<{ Params: { tag: string } }>("/www/tag/:tag", async ({ params: { tag } }, reply) => {
    const href = tagUrl(world, tag.toLowerCase());
    const feed = (await everything()).filter(({ links }) => links.some((link) => link.href === href));
    return sendFeed(reply, { network, world, feed, title: `#${tag}`, lead: "Posts with this tag, newest first." });
  });

  scope.get("/www/portrait.png", (_request, reply) => sendPixel(reply));

  mountFiles(scope, world);
}
