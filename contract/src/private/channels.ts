import { z } from "zod";
import { ChannelStatus, ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { CREDENTIAL_LENGTH_MAX, CREDENTIALS_MAX, NAME_LENGTH_MAX } from "../limits.ts";
import { Sentence } from "../sentence.ts";
import { BESIDE_OTHER_ISSUES, dictionary, Id, text } from "../text.ts";
import { GivenPreferences, whatWasSeen } from "./fields.ts";

export const NewChannel = z
  .object({
    type: ChannelType.meta({ description: "Type of the channel." }),
    name: text({ min: 1, max: NAME_LENGTH_MAX }).meta({ description: "Name of the channel, and of its account on a sandbox network." }),
    sandbox: z.boolean().optional().meta({ flag: "switch", description: "Connect to the sandbox network of this type." }),
    credentials: dictionary({ entriesMax: CREDENTIALS_MAX, nameMax: NAME_LENGTH_MAX, valueMax: CREDENTIAL_LENGTH_MAX })
      .optional()
      .meta({ flag: "json-file", description: "JSON file with the platform's credentials." }),
    preferences: GivenPreferences.optional().meta({
      description: "What the network wants to know that posts do not say, as `channels preferences` lists it.",
    }),
  })
  .refine((channel) => (channel.sandbox === true) !== (channel.credentials !== undefined), {
    path: ["credentials"],
    params: { sentence: "must be given, or sandbox, but not both" },
    ...BESIDE_OTHER_ISSUES,
  });
export type NewChannel = z.output<typeof NewChannel>;

/** A channel as the operator sees it: whether it works, and if not, why. */
export const ChannelCondition = z.object({
  id: Id,
  type: ChannelType,
  name: z.string(),
  account: z.string().nullable().meta({ description: "The account's name at the network; null before it is connected." }),
  sandbox: z.boolean(),
  status: ChannelStatus,
  inactiveReason: Sentence.nullable().meta({ description: "Why it is inactive; null while it is active." }),
  heldUntil: IsoMicros.nullable().meta({ description: "Until when nothing is sent, as the network asked; null: it is not held." }),
  heldReason: Sentence.nullable(),
  lacks: Sentence.nullable().meta({ description: "What has to be chosen before anything is published; null: nothing." }),
  logInEndsAt: IsoMicros.nullable().meta({
    description: "When somebody has to log in at the network again; null: not as far as is known, or it renews itself.",
  }),
  avatarUrl: z.string().nullable().meta({ description: "The account's picture, at this service; null: none is known." }),
});

export const ConnectedChannel = z.object({
  id: Id,
  lacks: Sentence.optional().meta({ description: "What has to be chosen before anything is published; absent: nothing." }),
});

export const ChannelChange = z.object({
  name: text({ min: 1, max: NAME_LENGTH_MAX }).optional().meta({ description: "Name of the channel, here." }),
  status: ChannelStatus.optional().meta({ description: "An inactive channel receives no posts." }),
  seen: whatWasSeen({ name: text({ min: 1, max: NAME_LENGTH_MAX }) }),
});
