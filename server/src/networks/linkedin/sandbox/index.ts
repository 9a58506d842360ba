import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { apiRoutes } from "./api.ts";
import { linkedinFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { logInRoutes } from "./log-in.ts";
import { find, insert } from "./model.ts";
import { pageRoutes } from "./pages.ts";
import { giveRole, organizationNamed, personNamed } from "./people.ts";
import { answerRefusals } from "./refusals.ts";
import { grantedToken, tokenRoutes } from "./tokens.ts";
import { uploadRoutes } from "./upload-bytes.ts";
import { newSerial, organizationUrn, personUrn } from "./urns.ts";

const READER = "Reader";

/** A local LinkedIn with the versioned API for posts of members and organizations. */
export const linkedinSandbox: SandboxNetwork = {
  type: "LinkedIn",
  slug: "linkedin",
  application: SANDBOX_APPLICATION,
  faults: linkedinFaults,

  routes(scope, world) {
    answerRefusals(scope);
    scope.register(async (inner) => logInRoutes(inner, linkedinSandbox, world));
    scope.register(async (inner) => {
      takeRawBodies(inner);
      uploadRoutes(inner, world);
    });
    tokenRoutes(scope, linkedinSandbox, world);
    pageRoutes(scope, linkedinSandbox, world);
    apiRoutes(scope, world);
  },

  async account(name, world) {
    const organization = await organizationNamed(world, name);
    const person = await personNamed(world, `${organization.name} Admin`);
    await giveRole(world, person, { organization, role: "ADMINISTRATOR" });
    return { credentials: { accessToken: await grantedToken(world, person), author: organizationUrn(organization) } };
  },

  feed: feedOf,

  async react(world, postId, reaction) {
    const comment = await find(world, "comment", postId);
    const post = await find(world, "post", comment?.on ?? postId);
    if (post === null || post.deleted) return;
    if (reaction.kind === "comment") {
      const { id } = await personNamed(world, READER);
      await insert(world, "comment", await newSerial(world), { on: post.id, actor: personUrn(id), text: reaction.text });
      return;
    }
    // Each click counts as another reader's, so that counts can grow.
    await insert(world, "reaction", await world.objects.nextId(), { on: postId, kind: reaction.kind });
  },
};
