import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { BOARD_CALLS } from "./board-calls.ts";
import { boardNamed } from "./boards.ts";
import { mountCall } from "./caller.ts";
import { pinterestFaults } from "./faults.ts";
import { feedOf } from "./feed.ts";
import { newId } from "./ids.ts";
import { logInPage } from "./log-in.ts";
import { MEDIA_CALLS } from "./media.ts";
import { find, insert } from "./model.ts";
import { pageRoutes } from "./pages.ts";
import { grantedPair, personNamed } from "./people.ts";
import { PIN_CALLS } from "./pins.ts";
import { answerRefusals } from "./refusal.ts";
import { tokenRoutes } from "./tokens.ts";
import { uploadRoutes } from "./uploads.ts";

/** A local Pinterest with its API of version 5. A channel is a board. */
export const pinterestSandbox: SandboxNetwork = {
  type: "Pinterest",
  slug: "pinterest",
  application: SANDBOX_APPLICATION,
  faults: pinterestFaults,

  routes(scope, world) {
    answerRefusals(scope);
    mountLogIn(scope, { network: pinterestSandbox, world, page: logInPage(world) });
    tokenRoutes(scope, pinterestSandbox, world);
    for (const call of [...BOARD_CALLS, ...MEDIA_CALLS, ...PIN_CALLS]) mountCall(scope, world, call);
    uploadRoutes(scope, world);
    pageRoutes(scope, pinterestSandbox, world);
  },

  async account(name, world) {
    const person = await personNamed(world, name);
    const { id: boardId } = await boardNamed(world, person, { name: name.trim() || person.name });
    return { credentials: { ...(await grantedPair(world, person.id)), boardId } };
  },

  feed: feedOf,

  async react(world, postId, reaction) {
    const comment = await find(world, "comment", postId);
    const pin = await find(world, "pin", comment?.pin_id ?? postId);
    if (pin === null) return;
    if (reaction.kind === "comment") {
      await insert(world, "comment", await newId(world, "comment"), { pin_id: pin.id, on: postId, text: reaction.text });
      return;
    }
    // Each click counts as another reader's, so that counts can grow.
    await insert(world, "reaction", await world.objects.nextId(), { on: postId, kind: reaction.kind });
  },
};
