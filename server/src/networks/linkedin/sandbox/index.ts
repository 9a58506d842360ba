import type { FastifyInstance } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { reacting } from "../../sandbox/kit/feed.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite, type Site } from "../../sandbox/kit/site.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { callerOf, countCall, type Visit } from "./caller.ts";
import { createComment, listComments } from "./comment-calls.ts";
import { readMemberAnalytics, readShareStatistics, readSocialMetadata } from "./counts-calls.ts";
import { feedOf } from "./feed.ts";
import { logInRoutes } from "./log-in.ts";
import { find, insert, known, list } from "./model.ts";
import { giveRole, organizationNamed, personNamed } from "./people.ts";
import { createPost, listPosts, readPost } from "./post-calls.ts";
import { listRoles, readMe, readOrganization, readOrganizations, readUserInfo } from "./profile-calls.ts";
import { ANSWERS, linkedinFaults, mountTraces } from "./refusals.ts";
import { requireEncodedPath } from "./restli.ts";
import { settingsOf } from "./settings.ts";
import { grantedToken, tokenRoutes } from "./tokens.ts";
import { uploadRoutes } from "./upload-bytes.ts";
import { beginUpload, readAsset } from "./uploads.ts";
import { newSerial, organizationUrn, personUrn, tagUrl } from "./urns.ts";
import { versionOf } from "./versions.ts";
import { beginOrFinishVideo } from "./video-calls.ts";

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
    find: async (world, id) => find(world, "post", (await find(world, "comment", id))?.on ?? id),
    async comment(world, post, text) {
      const { id } = await personNamed(world, "Reader");
      await insert(world, "comment", await newSerial(world), { on: post.id, actor: personUrn(id), text });
    },
  }),
};

interface Call {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** As answers name it, without the version. */
  readonly resource: string;
  readonly handle: (visit: Visit) => Promise<unknown>;
}

/** Every call of the API. Those below `/rest` have a version. */
const CALLS: readonly Call[] = [
  { method: "GET", url: "/v2/userinfo", resource: "userinfo.GET", handle: readUserInfo },
  { method: "GET", url: "/v2/me", resource: "me.GET", handle: readMe },
  { method: "GET", url: "/rest/organizationAcls", resource: "organizationAcls.FINDER-roleAssignee", handle: listRoles },
  { method: "GET", url: "/rest/organizations", resource: "organizations.BATCH_GET", handle: readOrganizations },
  { method: "GET", url: "/rest/organizations/:key", resource: "organizations.GET", handle: readOrganization },
  { method: "POST", url: "/rest/images", resource: "images.ACTION-initializeUpload", handle: (visit) => beginUpload(visit, "image") },
  { method: "GET", url: "/rest/images/:key", resource: "images.GET", handle: (visit) => readAsset(visit, "image") },
  {
    method: "POST",
    url: "/rest/documents",
    resource: "documents.ACTION-initializeUpload",
    handle: (visit) => beginUpload(visit, "document"),
  },
  { method: "GET", url: "/rest/documents/:key", resource: "documents.GET", handle: (visit) => readAsset(visit, "document") },
  { method: "POST", url: "/rest/videos", resource: "videos.ACTION-initializeUpload", handle: beginOrFinishVideo },
  { method: "GET", url: "/rest/videos/:key", resource: "videos.GET", handle: (visit) => readAsset(visit, "video") },
  { method: "POST", url: "/rest/posts", resource: "posts.CREATE", handle: createPost },
  { method: "GET", url: "/rest/posts", resource: "posts.FINDER-author", handle: listPosts },
  { method: "GET", url: "/rest/posts/:key", resource: "posts.GET", handle: readPost },
  { method: "POST", url: "/rest/socialActions/:key/comments", resource: "socialActions.CREATE-comments", handle: createComment },
  { method: "GET", url: "/rest/socialActions/:key/comments", resource: "socialActions.GET_ALL-comments", handle: listComments },
  { method: "GET", url: "/rest/socialMetadata/:key", resource: "socialMetadata.GET", handle: readSocialMetadata },
  {
    method: "GET",
    url: "/rest/organizationalEntityShareStatistics",
    resource: "organizationalEntityShareStatistics.FINDER-organizationalEntity",
    handle: readShareStatistics,
  },
  {
    method: "GET",
    url: "/rest/memberCreatorPostAnalytics",
    resource: "memberCreatorPostAnalytics.FINDER-entity",
    handle: readMemberAnalytics,
  },
];

export function apiRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  for (const { method, url, resource, handle } of CALLS) {
    scope.route<{ Params: { key?: string } }>({
      method,
      url,
      async handler(request, reply) {
        const settings = await settingsOf(world);
        const caller = await callerOf(world, request);
        const version = url.startsWith("/rest/") ? versionOf(request, { settings, now: world.now() }) : null;
        requireEncodedPath(request);
        await countCall(world, request, { caller, settings });
        const { key = "" } = request.params;
        return handle({ world, request, reply, caller, settings, version, key, resource: `${resource}.${version ?? "NO_VERSION"}` });
      },
    });
  }
}

/** The addresses that the API gives, and those that posts link to. */
export function siteOf(world: SandboxWorld): Site {
  const byAuthor = (name: string | undefined) =>
    name === undefined ? null : { title: name, lead: "Newest first.", isShown: ({ author }: SandboxPost) => author === name };
  return {
    posts: { "/www/feed/update/:urn": ({ urn = "" }) => urn },
    lists: {
      "/www/feed/hashtag": ({ keywords = "" }) => ({
        title: `#${keywords}`,
        lead: "Newest first.",
        isShown: ({ links }) => links.some(({ href }) => href === tagUrl(world, keywords)),
      }),
      "/www/company/:name": async ({ name = "" }) => {
        const claim = await find(world, "vanity_name", name);
        return byAuthor(claim === null ? undefined : (await known(world, "account", claim.organization_id)).name);
      },
      "/www/in/:name": async ({ name = "" }) =>
        byAuthor((await list(world, "person", { where: { vanity_name: name }, limit: 1 }))[0]?.name),
    },
    files: {
      "/www/dms-files/:key": async ({ key = "" }) => {
        const file = (await find(world, "asset", key))?.file ?? (await find(world, "thumbnail", key.replace(/-thumbnail$/, "")));
        return file === null || file.mime === null ? null : { id: key, mime: file.mime };
      },
    },
    pixel: "/www/picture.png",
  };
}
