import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import { accountNamed } from "./accounts.ts";
import { find, kindOfId } from "./model.ts";
import { answerObject } from "./objects.ts";
import { accountNode } from "./present.ts";
import { purposeOfGuestCall } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { uploadRoutes } from "./uploads.ts";

/** Instagram's objects on the Facebook network's host, for people who log in with Facebook. */
export const instagramGuest: GraphGuest = {
  slug: "instagram",

  async linkAccount(world, page) {
    return (await accountNamed(world, page.name)).id;
  },

  async accountNode(world, accountId) {
    const account = await find(world, "account", accountId);
    return account === null ? null : accountNode({ world, door: "facebook" }, account);
  },

  async answer(world, { id, edge, call, request, address, reach }) {
    if (kindOfId(id) === null) return undefined;
    const { scopes, linked } = await reach();
    const caller = { door: "facebook", scopes, accountIds: linked } as const;
    return answerObject({ world, settings: await settingsOf(world), caller, call, request, address }, { id, edge });
  },

  purpose: purposeOfGuestCall,

  mount(scope, ground) {
    scope.register(async (inner) => {
      takeRawBodies(inner);
      uploadRoutes(inner, ground);
    });
  },
};
