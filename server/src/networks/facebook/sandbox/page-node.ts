import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import { type GraphNode, pickPlain, showSelected } from "../../sandbox/meta/node.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Caller } from "./access.ts";
import { find, type Stored } from "./model.ts";
import { pageTokenFor } from "./tokens.ts";
import { pictureUrl } from "./urls.ts";

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
      link: () => `${world.baseUrl}/www/${page.username}`,
      category: () => "Local business",
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
