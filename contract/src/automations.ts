import { z } from "zod";
import { IsoMicros } from "./formats.ts";
import { NAME_LENGTH_MAX, REFRESH_HOURS, REFRESH_HOURS_DEFAULT, TEMPLATE_LENGTH_MAX, URL_LENGTH_MAX } from "./limits.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "./templates.ts";
import { Id, text, webAddress } from "./text.ts";

export const FEED_TYPES = [
  "YOUTUBE",
  "RSS",
  "ATOM",
  "MEDIUM",
  "SHOPIFY",
  "WORDPRESS",
  "WOOCOMMERCE",
  "ETSY",
  "GHOST",
  "SUBSTACK",
  "ANCHOR",
  "TRANSISTOR",
  "CAPTIVATE",
  "SOUNDCLOUD",
  "BLOGGER",
  "WIX",
  "SQUARESPACEBLOG",
  "SQUARESPACESHOP",
  "WEEBLY",
  "TUMBLR",
  "SHOPIFY2",
  "WOOCOMMERCE2",
  "PRESTASHOP",
  "BUZZSPROUT",
  "RSSCOM",
  "CASTOS",
  "PODCASTCO",
] as const;
export const FeedType = z.enum(FEED_TYPES).meta({ description: "The feed's source.", example: "RSS" });
export type FeedType = z.infer<typeof FeedType>;

export const ImportAsType = z.enum(["LINK", "IMAGE", "VIDEO", "CAROUSEL"]);
export type ImportAsType = z.infer<typeof ImportAsType>;

export const AutomationStatus = z.enum(["ACTIVE", "PAUSED", "FAILING", "STOPPED"]);
export type AutomationStatus = z.infer<typeof AutomationStatus>;

export const Automation = z
  .object({
    id: Id,
    name: z.string().meta({ example: "Blog to socials" }),
    collectionId: Id,
    status: AutomationStatus,
    type: FeedType,
    feedUrl: z.string().meta({ example: "https://blog.example/feed.xml" }),
    runCount: z.int().meta({ description: "Completed runs; 0 on creation.", example: 0 }),
    importAsType: ImportAsType,
    lastRun: z.int().meta({ description: "Unix seconds; 0 if never run.", example: 0 }),
    title: z.string().meta({ description: "Title template of imported posts.", example: TITLE_TEMPLATE_DEFAULT }),
    caption: z.string().meta({ description: "Caption template of imported posts.", example: CAPTION_TEMPLATE_DEFAULT }),
    createdAt: IsoMicros,
    updatedAt: IsoMicros,
  })
  .meta({ id: "Automation" });

export const NewAutomation = z
  .object({
    name: text({ min: 1, max: NAME_LENGTH_MAX }).meta({ description: "Name of the automation.", example: "Blog to socials" }),
    collectionId: Id.meta({ description: "A collection of the brand.", example: 12 }),
    type: FeedType,
    feedUrl: webAddress({ max: URL_LENGTH_MAX }).meta({
      description: "Fetched and parsed before creation.",
      example: "https://blog.example/feed.xml",
    }),
    importAsType: ImportAsType.meta({ description: "What to attach to the imported posts.", example: "LINK" }),
    title: text({ min: 0, max: TEMPLATE_LENGTH_MAX })
      .optional()
      .meta({ description: "Template with placeholders such as `{{title}}`; default `{{title}}`.", example: TITLE_TEMPLATE_DEFAULT }),
    caption: text({ min: 0, max: TEMPLATE_LENGTH_MAX })
      .optional()
      .meta({ description: "Template with placeholders such as `{{description}}` and `{{link}}`.", example: "{{title}}\n\n{{link}}" }),
    loadOldPosts: z.boolean().default(false).meta({ description: "Also import the items currently in the feed, in the background." }),
    addPostsAsDraft: z.boolean().default(false).meta({ description: "Import as drafts instead of queueing." }),
    refreshRate: z
      .literal([...REFRESH_HOURS])
      .default(REFRESH_HOURS_DEFAULT)
      .meta({ description: "Hours between checks.", example: 24 }),
  })
  .meta({ id: "NewAutomation" });
export type NewAutomation = z.output<typeof NewAutomation>;
