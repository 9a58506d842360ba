import { mountFiles } from "../../sandbox/files.ts";
import { grantedGoogleTokens, mountGoogleLogIn } from "../../sandbox/google/log-in.ts";
import { answerGoogleRefusals } from "../../sandbox/google/refusals.ts";
import { type GoogleService, IDENTITY_SCOPES } from "../../sandbox/google/service.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { userNameOf } from "../../sandbox/kit/names.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork, SandboxPost } from "../../sandbox/network.ts";
import { MANAGE, mountCall, worksAfterReplies } from "./caller.ts";
import { feedOf } from "./feed.ts";
import { ACCOUNT_CALLS, LOCATION_CALLS } from "./location-calls.ts";
import { MEDIA_CALLS } from "./media-calls.ts";
import { find, known } from "./model.ts";
import { accountOf, locationOf, ownerNamed, personNamed, personsIn } from "./people.ts";
import { POST_CALLS } from "./posts.ts";
import { googleBusinessFaults } from "./refusals.ts";
import { UPLOAD_CALLS, uploadRoutes } from "./uploads.ts";

/**
 * Local business profiles with Google's APIs for accounts, locations, posts and photos, which are on three hosts. A channel is a
 * location, reached through an account.
 */
export const googleBusinessSandbox: SandboxNetwork = {
  type: "Google Business",
  slug: "google-business",
  application: SANDBOX_APPLICATION,
  faults: googleBusinessFaults,

  routes(scope, world) {
    answerGoogleRefusals(scope, "details");
    mountGoogleLogIn(scope, service, world);
    const after = worksAfterReplies(scope);
    for (const call of [...ACCOUNT_CALLS, ...LOCATION_CALLS, ...POST_CALLS, ...MEDIA_CALLS, ...UPLOAD_CALLS]) {
      mountCall(scope, world, { call, after });
    }
    uploadRoutes(scope, world);
    mountSite(scope, googleBusinessSandbox, world, {
      posts: {
        "/www/place": async ({ id, lpsid = "" }) => {
          const post = await find(world, "local_post", lpsid);
          return post === null || post.location_id !== id ? null : `accounts/${post.account_id}/locations/${id}/localPosts/${lpsid}`;
        },
      },
      lists: {
        "/www/maps": async ({ cid = "" }) => {
          const location = await find(world, "location", cid);
          const isShown = ({ id }: SandboxPost) => id.includes(`/locations/${cid}/`);
          return location && { title: location.title, lead: "Posts and photos of this business, newest first.", isShown };
        },
      },
    });
    mountFiles(scope, world);
  },

  async account(name, world) {
    const person = await personNamed(world, name);
    const account = await accountOf(world, person, { name: person.name, type: "PERSONAL" });
    const location = await locationOf(world, account, { title: person.name });
    const tokens = await grantedGoogleTokens(world, service, person.id);
    return { credentials: { ...tokens, location: `accounts/${account.id}/locations/${location.id}` } };
  },

  feed: feedOf,

  /** Nobody can like, share or answer a post of a business profile, and Google counts nothing for it. */
  async react() {},
};

const service: GoogleService = {
  network: googleBusinessSandbox,
  scopes: [...scopesNamed({ [MANAGE]: "See, edit, create and delete your Google business listings" }), ...IDENTITY_SCOPES],
  persons: personsIn,
  personNamed: ownerNamed,
  async profileOf(world, personId) {
    const { name } = await known(world, "person", personId);
    return { sub: personId, email: `${userNameOf(name)}@example.com`, name };
  },
};
