import { z } from "zod";

/** What `getChatMember` reports about the bot; rights are only present for roles where they vary. */
export const Member = z.object({
  status: z.string(),
  can_post_messages: z.boolean().optional(),
  can_edit_messages: z.boolean().optional(),
  can_send_messages: z.boolean().optional(),
  is_member: z.boolean().optional(),
});
export type Member = z.output<typeof Member>;
