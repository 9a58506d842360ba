import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { answerGraphRefusals } from "../../sandbox/meta/refusal.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { threadsFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { graphRoutes } from "./graph.ts";
import { POST_FAMILY } from "./ids.ts";
import { locationRoutes } from "./locations.ts";
import { type Content, insert } from "./model.ts";
import { pageRoutes } from "./pages.ts";
import { accountNamed, grantedToken, logInPage } from "./people.ts";
import { storePost } from "./posts.ts";
import { findPost } from "./present.ts";
import { tokenRoutes } from "./tokens.ts";

const READER = "Reader";
const PLAIN: Omit<Content, "text"> = {
  media_type: "TEXT",
  media: [],
  poll_options: [],
  link: null,
  topic_tag: null,
  location_id: null,
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
    answerGraphRefusals(scope);
    mountLogIn(scope, { network: threadsSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, threadsSandbox, world);
    locationRoutes(scope, world);
    graphRoutes(scope, world);
    pageRoutes(scope, threadsSandbox, world);
  },

  async account(name, world) {
    const { id } = await accountNamed(world, name);
    return { credentials: { accessToken: await grantedToken(world, id) } };
  },

  feed: feedOf,

  faults: threadsFaults,

  async react(world, postId, reaction) {
    const post = await findPost(world, postId);
    if (post === null) return;
    if (reaction.kind !== "comment") {
      // Each click counts as another reader's, so that counts can grow.
      await insert(world, "reaction", await world.objects.nextId(), { post: postId, kind: reaction.kind });
      return;
    }
    const { id: accountId } = await accountNamed(world, READER);
    const content = { ...PLAIN, text: reaction.text, reply_to: post.id };
    await storePost(world, await newGraphId(world, POST_FAMILY), { accountId, content, parent: post });
  },
};
