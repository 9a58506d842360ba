import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { reacting } from "../../sandbox/kit/reactions.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { apiRoutes } from "./api.ts";
import { linkedinFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { logInRoutes } from "./log-in.ts";
import { find, insert } from "./model.ts";
import { siteOf } from "./pages.ts";
import { giveRole, organizationNamed, personNamed } from "./people.ts";
import { ANSWERS, mountTraces } from "./refusals.ts";
import { grantedToken, tokenRoutes } from "./tokens.ts";
import { uploadRoutes } from "./upload-bytes.ts";
import { newSerial, organizationUrn, personUrn } from "./urns.ts";

/** A local LinkedIn with the versioned API for posts of members and organizations. */
export const linkedinSandbox: SandboxNetwork = {
  type: "LinkedIn",
  slug: "linkedin",
  application: SANDBOX_APPLICATION,
  faults: linkedinFaults,

  routes(scope, world) {
    answerRefusals(scope, ANSWERS);
    mountTraces(scope);
    scope.register(async (inner) => logInRoutes(inner, linkedinSandbox, world));
    scope.register(async (inner) => {
      takeRawBodies(inner);
      uploadRoutes(inner, world);
    });
    tokenRoutes(scope, linkedinSandbox, world);
    mountSite(scope, linkedinSandbox, world, siteOf(world));
    apiRoutes(scope, world);
  },

  async account(name, world) {
    const organization = await organizationNamed(world, name);
    const person = await personNamed(world, `${organization.name} Admin`);
    await giveRole(world, person, { organization, role: "ADMINISTRATOR" });
    return { credentials: { accessToken: await grantedToken(world, person), author: organizationUrn(organization) } };
  },

  feed: feedOf,

  react: reacting({
    async find(world, id) {
      const post = await find(world, "post", (await find(world, "comment", id))?.on ?? id);
      return post === null || post.deleted ? null : post;
    },
    async comment(world, post, text) {
      const { id } = await personNamed(world, "Reader");
      await insert(world, "comment", await newSerial(world), { on: post.id, actor: personUrn(id), text });
    },
  }),
};
