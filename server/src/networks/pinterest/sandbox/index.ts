import { mountFiles } from "../../sandbox/files.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { reacting } from "../../sandbox/kit/feed.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import { answerRefusals } from "../../sandbox/kit/refusals.ts";
import { mountSite } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { BOARD_CALLS } from "./board-calls.ts";
import { boardNamed } from "./boards.ts";
import { mountCall } from "./caller.ts";
import { feedOf } from "./feed.ts";
import { MEDIA_CALLS, uploadRoutes } from "./media.ts";
import { find, insert, newId, PORTRAIT } from "./model.ts";
import { grantedPair, logInPage, personNamed } from "./people.ts";
import { PIN_CALLS } from "./pins.ts";
import { ANSWERS, pinterestFaults } from "./refusal.ts";
import { tokenRoutes } from "./tokens.ts";

/** A local Pinterest with its API of version 5. A channel is a board. */
export const pinterestSandbox: SandboxNetwork = {
  type: "Pinterest",
  slug: "pinterest",
  application: SANDBOX_APPLICATION,
  faults: pinterestFaults,

  routes(scope, world) {
    answerRefusals(scope, ANSWERS);
    mountLogIn(scope, { network: pinterestSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, pinterestSandbox, world);
    for (const call of [...BOARD_CALLS, ...MEDIA_CALLS, ...PIN_CALLS]) mountCall(scope, world, call);
    uploadRoutes(scope, world);
    mountSite(scope, pinterestSandbox, world, { posts: { "/www/pin/:id": ({ id = "" }) => id }, pixel: PORTRAIT });
    mountFiles(scope, world);
  },

  async account(name, world) {
    const person = await personNamed(world, name);
    const { id: boardId } = await boardNamed(world, person, { name: name.trim() || person.name });
    return { credentials: { ...(await grantedPair(world, person.id)), boardId } };
  },

  feed: feedOf,

  react: reacting({
    async find(world, id) {
      const on = await find(world, "comment", id);
      const pin = await find(world, "pin", on?.pin_id ?? id);
      return pin === null ? null : { pin, id };
    },
    comment: async (world, { pin, id }, text) => insert(world, "comment", await newId(world, "comment"), { pin_id: pin.id, on: id, text }),
  }),
};
