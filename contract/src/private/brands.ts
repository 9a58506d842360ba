import { z } from "zod";
import { QueueStatus } from "../brands.ts";
import { DESCRIPTION_LENGTH_MAX, TITLE_LENGTH_MAX } from "../limits.ts";
import { Id, text } from "../text.ts";
import { Email, whatWasSeen, ZoneName } from "./fields.ts";

export const BrandIdPath = z.object({ brandId: Id.meta({ description: "Id of the brand." }) });
export const CollectionIdPath = z.object({ collectionId: Id.meta({ description: "Id of the collection." }) });

const title = text({ min: 1, max: TITLE_LENGTH_MAX }).meta({ description: "Title of the brand." });
const timezone = ZoneName.optional().meta({ description: "IANA timezone of the brand's wall-clock times." });

export const NewBrand = z.object({
  owner: Email.meta({ description: "E-mail address of the owner." }),
  title,
  timezone,
  description: text({ min: 0, max: DESCRIPTION_LENGTH_MAX }).optional().meta({ description: "A short description of the brand." }),
});

export const BrandChange = z.object({
  title: title.optional(),
  timezone,
  queueStatus: QueueStatus.optional().meta({ description: "While PAUSED no queued posts are published." }),
  seen: whatWasSeen({ title, timezone: text({ min: 0, max: 64 }).nullable() }),
});
export type BrandChange = z.output<typeof BrandChange>;

const user = Email.meta({ description: "E-mail address of the member." });

export const MemberQuery = z.object({ user });

export const NewMember = z.object({
  user,
  role: z.enum(["admin", "editor", "viewer"]).default("editor").meta({ description: "The member's role; viewers are read-only." }),
});

export const CollectionChange = z.object({
  status: QueueStatus.optional().meta({ description: "A paused collection does not publish queued posts." }),
});
