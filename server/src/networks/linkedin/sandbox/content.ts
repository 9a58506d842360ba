import { z } from "zod";

/**
 * What a post has besides its text, as the API takes and gives it. LinkedIn looks at no page that a link leads to: the card's
 * words come with the post.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01),
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/poll-post-api (2026-11)
 */
const ALT_LENGTH_MAX = 4086;
const QUESTION_LENGTH_MAX = 140;
const OPTION_LENGTH_MAX = 30;
const OPTIONS_MAX = 4;
const IMAGES_MAX = 20;

const assetUrn = (kinds: string) => z.string().regex(new RegExp(`^urn:li:(?:${kinds}):[\\w-]+$`));
const altText = z.string().max(ALT_LENGTH_MAX).optional();

const Article = z.strictObject({
  source: z.url({ protocol: /^https?$/ }),
  title: z.string().min(1),
  description: z.string().optional(),
  thumbnail: assetUrn("image").optional(),
  thumbnailAltText: altText,
});

const Media = z
  .strictObject({ id: assetUrn("image|video|document"), title: z.string().optional(), altText })
  .refine(({ id, title = "" }) => !id.startsWith("urn:li:document:") || title !== "", {
    path: ["title"],
    message: "A document needs a title",
  });

const MultiImage = z.strictObject({
  images: z
    .array(z.strictObject({ id: assetUrn("image"), altText }))
    .min(2)
    .max(IMAGES_MAX),
  altText,
});

export const POLL_DAYS = { ONE_DAY: 1, THREE_DAYS: 3, SEVEN_DAYS: 7, FOURTEEN_DAYS: 14 } as const;

const Poll = z.strictObject({
  question: z.string().min(1).max(QUESTION_LENGTH_MAX),
  options: z
    .array(z.strictObject({ text: z.string().min(1).max(OPTION_LENGTH_MAX) }))
    .min(2)
    .max(OPTIONS_MAX),
  settings: z.strictObject({
    duration: z.enum(["ONE_DAY", "THREE_DAYS", "SEVEN_DAYS", "FOURTEEN_DAYS"]),
    voteSelectionType: z.literal("SINGLE_VOTE").optional(),
    isVoterVisibleToAuthor: z.boolean().optional(),
  }),
});

export const Content = z
  .strictObject({
    article: Article.optional(),
    media: Media.optional(),
    multiImage: MultiImage.optional(),
    poll: Poll.optional(),
  })
  .refine((content) => Object.values(content).filter((part) => part !== undefined).length === 1, {
    message: "Content must be exactly one of article, media, multiImage and poll",
  });
export type Content = z.output<typeof Content>;

/** The URNs of all that was uploaded for it. */
export function assetsIn({ article, media, multiImage }: Content): string[] {
  const urns = [article?.thumbnail, media?.id, ...(multiImage?.images.map(({ id }) => id) ?? [])];
  return urns.filter((urn) => urn !== undefined);
}
