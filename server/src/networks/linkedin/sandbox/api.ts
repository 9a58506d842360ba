import type { FastifyInstance } from "fastify";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { callerOf } from "./caller.ts";
import { createComment, listComments } from "./comment-calls.ts";
import { readMemberAnalytics, readShareStatistics, readSocialMetadata } from "./counts-calls.ts";
import { createPost, deletePost, listPosts, readPost } from "./post-calls.ts";
import { listRoles, readMe, readOrganization, readOrganizations, readUserInfo } from "./profile-calls.ts";
import { countCall } from "./quotas.ts";
import { requireEncodedPath } from "./restli.ts";
import { settingsOf } from "./settings.ts";
import { beginUpload, readAsset } from "./upload-calls.ts";
import { versionOf } from "./versions.ts";
import { beginOrFinishVideo } from "./video-calls.ts";
import type { Visit } from "./visit.ts";

interface Call {
  readonly method: "GET" | "POST" | "DELETE";
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
  { method: "DELETE", url: "/rest/posts/:key", resource: "posts.DELETE", handle: deletePost },
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
