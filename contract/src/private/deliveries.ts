import { z } from "zod";
import { LINK_LENGTH_MAX, NAME_LENGTH_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { BESIDE_OTHER_ISSUES, Id, text, webAddress } from "../text.ts";

const Settlement = z
  .object({
    published: webAddress({ max: LINK_LENGTH_MAX }).optional().meta({ description: "It is there: its address, as readers open it." }),
    again: z
      .boolean()
      .optional()
      .meta({ flag: "switch", description: "Send it again, whole: if it is there after all, readers see it twice." }),
    by: text({ min: 1, max: NAME_LENGTH_MAX }).optional().meta({ description: "Who decides this, for `rostrum explain`." }),
  })
  .refine(({ published, again }) => (published !== undefined) !== (again === true), {
    path: ["published"],
    params: { sentence: "must be given, or again, but not both" },
    ...BESIDE_OTHER_ISSUES,
  });

const SettledDelivery = z.object({
  deliveryId: Id,
  status: z.string().meta({ description: "As in an explanation." }),
  url: z.string().nullable(),
  message: Sentence.nullable().meta({ description: "What may happen." }),
});

/** What a person decides about a delivery: one whose outcome could not be determined, or one that ended without reaching the network. */
export const deliveryOperations = {
  settleDelivery: privateOperation({
    allows: "editor",
    tag: "Admin",
    status: 200,
    errors: [400, 401, 404, 409, 413, 415, 422, 500],
    method: "POST",
    path: "/admin/deliveries/{delivery_id}/settlement",
    command: "deliveries settle",
    summary: "Settle a delivery that ended with the reason undecided",
    description:
      "Look on the network first. Either it is there, then the entry becomes PUBLISHED with its address; or it is not, then it can be sent again. Refused with 409 if the delivery is not undecided. A thread is settled as a whole.",
    params: z.object({ deliveryId: Id.meta({ description: "Id of the delivery, which is also the id of its published entry." }) }),
    body: Settlement,
    data: SettledDelivery,
  }),
  tryDeliveryAgain: privateOperation({
    allows: "editor",
    tag: "Foresight",
    status: 200,
    errors: [400, 401, 404, 409, 413, 415, 422, 500],
    method: "POST",
    path: "/deliveries/{delivery_id}/retry",
    summary: "Try a delivery again that ended as FAILED or SKIPPED",
    description:
      "It goes on under the same idempotency key, with the tries of a new post; what is already on the network is not sent again. Refused with 409 if the post may have arrived, has been deleted, or has nowhere to go.",
    params: z.object({ deliveryId: Id.meta({ description: "Id of the delivery, which is also the id of its published entry." }) }),
    data: SettledDelivery,
  }),
} as const;
