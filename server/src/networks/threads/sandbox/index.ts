import { mountFiles } from "../../sandbox/files.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { reacting } from "../../sandbox/kit/feed.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { GRAPH_ANSWERS } from "../../sandbox/meta/refusal.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { graphRoutes } from "./graph.ts";
import { type Content, find, LIST_MAX, list, POST_FAMILY } from "./model.ts";
import { accountNamed, grantedToken, logInPage, tokenRoutes } from "./people.ts";
import { feedOf, storePost } from "./posts.ts";
import { shortcodeOf } from "./present.ts";
import { threadsFaults } from "./refusals.ts";

const PLAIN: Omit<Content, "text"> = {
  media_type: "TEXT",
  media: [],
  poll_options: [],
  link: null,
  topic_tag: null,
  reply_to: null,
  quote_of: null,
  reply_control: "everyone",
};

/** A local Threads with its API of version 1.0. */
export const threadsSandbox: SandboxNetwork = {
  type: "Threads",
  slug: "threads",
  application: SANDBOX_APPLICATION,

  routes(scope, world) {
    answerRefusals(scope, GRAPH_ANSWERS);
    mountLogIn(scope, { network: threadsSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, threadsSandbox, world);
    graphRoutes(scope, world);
    mountSite(scope, threadsSandbox, world, {
      posts: {
        "/www/@:user/post/:code": async ({ code }) =>
          (await list(world, "post", { limit: LIST_MAX })).find(({ id }) => shortcodeOf(id) === code)?.id ?? null,
      },
      lists: {
        "/www/@:user": async ({ user = "" }) => ((await find(world, "username", user.toLowerCase())) === null ? null : postsBy(`@${user}`)),
      },
    });
    mountFiles(scope, world);
  },

  async account(name, world) {
    const { id } = await accountNamed(world, name);
    return { credentials: { accessToken: await grantedToken(world, id) } };
  },

  feed: feedOf,

  faults: threadsFaults,

  react: reacting({
    find: (world, id) => find(world, "post", id),
    async comment(world, parent, text) {
      const { id: accountId } = await accountNamed(world, "Reader");
      const content = { ...PLAIN, text, reply_to: parent.id };
      await storePost(world, await newGraphId(world, POST_FAMILY), { accountId, content, parent });
    },
  }),
};
