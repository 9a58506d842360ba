import type { Site } from "../../sandbox/kit/site.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { find, known, list } from "./model.ts";
import { tagUrl } from "./urls.ts";

/** The addresses that the API gives, and those that posts link to. */
export function siteOf(world: SandboxWorld): Site {
  const byAuthor = (name: string | undefined) =>
    name === undefined ? null : { title: name, lead: "Newest first.", isShown: ({ author }: SandboxPost) => author === name };
  return {
    posts: { "/www/feed/update/:urn": ({ urn = "" }) => urn },
    lists: {
      "/www/feed/hashtag": ({ keywords = "" }) => ({
        title: `#${keywords}`,
        lead: "Newest first.",
        isShown: ({ links }) => links.some(({ href }) => href === tagUrl(world, keywords)),
      }),
      "/www/company/:name": async ({ name = "" }) => {
        const claim = await find(world, "vanity_name", name);
        return byAuthor(claim === null ? undefined : (await known(world, "account", claim.organization_id)).name);
      },
      "/www/in/:name": async ({ name = "" }) =>
        byAuthor((await list(world, "person", { where: { vanity_name: name }, limit: 1 }))[0]?.name),
    },
    files: {
      "/www/dms-files/:key": async ({ key = "" }) => {
        const file = (await find(world, "asset", key))?.file ?? (await find(world, "thumbnail", key.replace(/-thumbnail$/, "")));
        return file === null || file.mime === null ? null : { id: key, mime: file.mime };
      },
    },
    pixel: "/www/picture.png",
  };
}
