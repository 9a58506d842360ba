import { z } from "zod";

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (2026-04). */
export const LocalPost = z.object({
  name: z.string().min(1),
  state: z.string().nullish(),
  summary: z.string().nullish(),
  topicType: z.string().nullish(),
  callToAction: z.object({ url: z.string().nullish() }).nullish(),
  media: z.array(z.object({ name: z.string().nullish() })).nullish(),
  createTime: z.string().nullish(),
  searchUrl: z.string().nullish(),
});
export type LocalPost = z.output<typeof LocalPost>;
