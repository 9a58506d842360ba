import type { FastifyInstance, FastifyRequest } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { folded } from "../../sandbox/kit/names.ts";
import { type GraphNode, pickPlain, showNode } from "../../sandbox/meta/node.ts";
import { pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { GraphRefusal } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, readCall, requiredText, requireVersion, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { callerOf } from "./access.ts";
import { locationOf, WELL_KNOWN_PAGES } from "./locations.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { applicationToken } from "./oauth.ts";
import { pageNamed } from "./people.ts";
import { settingsOf } from "./settings.ts";
import { addressOf } from "./visit.ts";

/**
 * `GET /pages/search`, for the application itself, or for a person's token together with the proof of its secret.
 * https://developers.facebook.com/documentation/pages-api/search-pages (2026-04)
 */
export function searchRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get<{ Params: { readonly version: string } }>("/:version/pages/search", async (request) => {
    requireVersion(request.params.version);
    const call = await readCall(request);
    await admit(world, request, call);
    const wanted = folded(requiredText(call, "q").trim());
    for (const name of WELL_KNOWN_PAGES) await pageNamed(world, name);
    const pages = await list(world, "account", { limit: LIST_MAX });
    const found = pages.filter(({ name }) => folded(name).includes(wanted)).reverse();
    const shown = pageOf(found, { limit: textIn(call, "limit"), after: textIn(call, "after") });
    const data = await Promise.all(shown.items.map((page) => showNode(foundNode(world, page), textIn(call, "fields"))));
    return pageBody(shown, data, addressOf(world, request));
  });
}

/** The words of both refusals are Facebook's, as other products have been told them. */
async function admit(world: SandboxWorld, request: FastifyRequest, call: GraphCall): Promise<void> {
  if (call.token !== applicationToken({ application: SANDBOX_APPLICATION })) {
    const { page } = await callerOf(world, request, call);
    if (page !== null || textIn(call, "appsecret_proof") === null) {
      throw new GraphRefusal({ code: 100, message: "(#100) Page Public Metadata Access requires either app secret proof or an app token" });
    }
  }
  if ((await settingsOf(world)).finds_pages) return;
  throw new GraphRefusal({
    code: 10,
    message:
      "(#10) This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature or the 'Page Public Metadata Access' feature. Refer to https://developers.facebook.com/docs/apps/review/login-permissions#manage-pages, https://developers.facebook.com/docs/apps/review/feature#reference-PAGES_ACCESS and https://developers.facebook.com/docs/apps/review/feature#page-public-metadata-access for details.",
  });
}

/** What anybody may see of a Page. */
function foundNode(world: SandboxWorld, page: Stored<"account">): GraphNode {
  return {
    type: "Page",
    id: page.id,
    defaults: ["name"],
    fields: {
      name: () => page.name,
      link: () => `${world.baseUrl}/www/${page.username}`,
      location: ({ nested }) => (page.has_location ? pickPlain(locationOf(page.name), nested) : undefined),
      is_unclaimed: () => false,
      is_eligible_for_branded_content: () => false,
      verification_status: () => "not_verified",
    },
  };
}
