import type { FastifyInstance, FastifyRequest } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { folded } from "../../sandbox/kit/names.ts";
import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import { type GraphNode, pickPlain, showNode, showSelected } from "../../sandbox/meta/node.ts";
import { addressOf, pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { GraphRefusal } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, readCall, requiredText, requireVersion, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Caller } from "./access.ts";
import { callerOf } from "./access.ts";
import { find, LIST_MAX, list, pictureUrl, type Stored } from "./model.ts";
import { applicationToken } from "./oauth.ts";
import { locationOf, pageNamed, WELL_KNOWN_PAGES } from "./people.ts";
import { settingsOf } from "./settings.ts";
import { pageTokenFor } from "./tokens.ts";

export interface PageGround {
  readonly world: SandboxWorld;
  readonly caller: Caller;
  readonly guest: GraphGuest | null;
}

/** A Page as its caller may see it: only those who have a role there get its token. */
export function pageNode({ world, caller, guest }: PageGround, page: Stored<"account">): GraphNode {
  const role = () => find(world, "role", `${caller.person.id} ${page.id}`);
  const isLetIn = caller.grant.account_ids.includes(page.id);
  return {
    type: "Page",
    id: page.id,
    defaults: ["name"],
    fields: {
      name: () => page.name,
      username: () => page.username,
      is_published: () => true,
      tasks: async () => (await role())?.tasks,
      access_token: async () => ((await role()) === null || !isLetIn ? undefined : pageTokenFor(world, caller, page.id)),
      picture: ({ nested }) => pickPlain({ data: picture(world) }, nested),
      instagram_business_account: async ({ nested }) => {
        const account = page.linked_account;
        const node = guest === null || account === null ? null : await guest.accountNode(world.neighbour(guest.slug), account);
        // Without the permission, the field is left out as if nothing were linked.
        if (node === null || !caller.scopes.includes("instagram_basic")) return undefined;
        return nested === null ? { id: node.id } : showSelected(node, nested);
      },
    },
  };
}

export function picture(world: SandboxWorld): Record<string, unknown> {
  return { height: 200, width: 200, is_silhouette: false, url: pictureUrl(world) };
}

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
    const data = await Promise.all(shown.items.map((page) => showNode(foundNode(page), textIn(call, "fields"))));
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
function foundNode(page: Stored<"account">): GraphNode {
  return {
    type: "Page",
    id: page.id,
    defaults: ["name"],
    fields: {
      name: () => page.name,
      location: ({ nested }) => (page.has_location ? pickPlain(locationOf(page.name), nested) : undefined),
    },
  };
}
