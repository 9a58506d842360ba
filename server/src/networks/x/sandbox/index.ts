import { mountFiles } from "../../sandbox/files.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { reacting } from "../../sandbox/kit/feed.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { type Call, mountCalls } from "./calls.ts";
import { feedOf } from "./feed.ts";
import { getPosts, getTimeline } from "./lookups.ts";
import { describeMedia } from "./media.ts";
import { find } from "./model.ts";
import { accountNamed, grantedTokens, logInPage, tokenRoutes } from "./people.ts";
import { createPost, storePost } from "./posts.ts";
import { ANSWERS, xFaults } from "./refusals.ts";
import { appendSegment, finalizeUpload, getUploadStatus, initializeUpload, uploadMedia } from "./uploads.ts";
import { getMe } from "./users.ts";

/** A local X with its API of version 2. */
export const xSandbox: SandboxNetwork = {
  type: "X",
  slug: "x",
  application: SANDBOX_APPLICATION,

  routes(scope, world) {
    answerRefusals(scope, ANSWERS);
    mountLogIn(scope, { network: xSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, xSandbox, world);
    mountCalls(scope, world, CALLS);
    mountSite(scope, xSandbox, world, {
      // A post is found whatever name is in its address: names may change.
      posts: { "/www/:user/status/:id": ({ id = "" }) => id },
      lists: {
        "/www/:user": async ({ user = "" }) => ((await find(world, "username", user.toLowerCase())) === null ? null : postsBy(`@${user}`)),
      },
    });
    mountFiles(scope, world);
  },

  async account(name, world) {
    const { id } = await accountNamed(world, name);
    return { credentials: await grantedTokens(world, id) };
  },

  feed: feedOf,

  faults: xFaults,

  react: reacting({
    find: (world, id) => find(world, "post", id),
    async comment(world, parent, text) {
      const { id: accountId } = await accountNamed(world, "Reader");
      const wanted = { made_with_ai: false, paid_partnership: false };
      await storePost(world, { accountId, text, media: [], wanted, parent });
    },
  }),
};

const WRITE = ["tweet.read", "tweet.write", "users.read"];
const READ = ["tweet.read", "users.read"];
const UPLOAD = ["media.write"];

/** The calls with the scopes that they need. https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping (2026-08) */
export const CALLS: readonly Call[] = [
  { method: "POST", path: "/2/tweets", rate: "create", status: 201, scopes: WRITE, run: createPost },
  { method: "GET", path: "/2/tweets", rate: "tweets", scopes: READ, run: getPosts },
  { method: "GET", path: "/2/users/me", rate: "me", scopes: READ, run: getMe },
  { method: "GET", path: "/2/users/:id/tweets", rate: "timeline", scopes: READ, run: getTimeline },
  { method: "POST", path: "/2/media/upload", rate: "upload", scopes: UPLOAD, run: uploadMedia },
  { method: "GET", path: "/2/media/upload", rate: "upload", scopes: UPLOAD, run: getUploadStatus },
  { method: "POST", path: "/2/media/upload/initialize", rate: "initialize", scopes: UPLOAD, run: initializeUpload },
  { method: "POST", path: "/2/media/upload/:id/append", rate: "append", scopes: UPLOAD, run: appendSegment },
  { method: "POST", path: "/2/media/upload/:id/finalize", rate: "finalize", scopes: UPLOAD, run: finalizeUpload },
  { method: "POST", path: "/2/media/metadata", rate: "metadata", scopes: UPLOAD, run: describeMedia },
];
