import type { Told } from "./catalog.ts";
import { archives } from "./rooms/archives.ts";
import { attempts } from "./rooms/attempts.ts";
import { brands } from "./rooms/brands.ts";
import { channels } from "./rooms/channels.ts";
import { deliveries } from "./rooms/deliveries.ts";
import { fields } from "./rooms/fields.ts";
import { imports } from "./rooms/imports.ts";
import { media } from "./rooms/media.ts";
import { networks } from "./rooms/networks.ts";
import { posts } from "./rooms/posts.ts";
import { preferences } from "./rooms/preferences.ts";
import { preflight } from "./rooms/preflight.ts";
import { service } from "./rooms/service.ts";
import { webhooks } from "./rooms/webhooks.ts";

/** What the service says, by what it is about. */
export const rooms: Readonly<Record<string, readonly Told[]>> = {
  archives,
  attempts,
  brands,
  channels,
  deliveries,
  fields,
  imports,
  media,
  networks,
  posts,
  preferences,
  preflight,
  service,
  webhooks,
};
