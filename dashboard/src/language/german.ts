import type { Messages } from "@rostrum/contract/words.ts";
import { german as analytics } from "../pages/analytics/words.de.ts";
import { german as api } from "../pages/api/words.de.ts";
import { german as automations } from "../pages/automations/words.de.ts";
import { german as brandSettings } from "../pages/brand-settings/words.de.ts";
import { german as calendar } from "../pages/calendar/words.de.ts";
import { german as channels } from "../pages/channels/words.de.ts";
import { german as collections } from "../pages/collections/words.de.ts";
import { german as history } from "../pages/history/words.de.ts";
import { german as home } from "../pages/home/words.de.ts";
import { german as importing } from "../pages/import/words.de.ts";
import { german as invitation } from "../pages/invitation/words.de.ts";
import { german as media } from "../pages/media/words.de.ts";
import { german as notifications } from "../pages/notifications/words.de.ts";
import { german as operator } from "../pages/operator/words.de.ts";
import { german as overview } from "../pages/overview/words.de.ts";
import { german as profile } from "../pages/profile/words.de.ts";
import { german as bin } from "../pages/published/bin-words.de.ts";
import { german as story } from "../pages/published/story-words.de.ts";
import { german as published } from "../pages/published/words.de.ts";
import { german as queue } from "../pages/queue/words.de.ts";
import { german as share } from "../pages/share/words.de.ts";
import { german as webhooks } from "../pages/webhooks/words.de.ts";
import { german as welcome } from "../pages/welcome/words.de.ts";
import { german as writeMedia } from "../pages/write/media/words.de.ts";
import { german as writePreview } from "../pages/write/preview/words.de.ts";
import { german as write } from "../pages/write/words.de.ts";
import { german as connecting } from "../parts/connecting/words.de.ts";
import { german as convert } from "../parts/convert/words.de.ts";
import { german as crop } from "../parts/crop/words.de.ts";
import { german as logo } from "../parts/logo/words.de.ts";
import { german as needs } from "../parts/needs/words.de.ts";
import { german as postPanel } from "../parts/post-panel/words.de.ts";
import { german as preview } from "../parts/preview/words.de.ts";
import { german as reasons } from "../parts/reasons/words.de.ts";
import { german as times } from "../parts/times/words.de.ts";
import { german as parts } from "../parts/words.de.ts";
import { german as search } from "../shell/search/words.de.ts";
import { german as shell } from "../shell/words.de.ts";

/** All words of the dashboard in German, by the name that `wordsOf` was given. */
export const german: Readonly<Record<string, Messages>> = {
  operator,
  webhooks,
  import: importing,
  automations,
  api,
  invitation,
  profile,
  share,
  channels,
  connecting,
  analytics,
  bin,
  history,
  "brand-settings": brandSettings,
  home,
  logo,
  needs,
  notifications,
  overview,
  parts,
  published,
  reasons,
  search,
  shell,
  welcome,
  story,
  write,
  calendar,
  collections,
  queue,
  postPanel,
  times,
  convert,
  crop,
  media,
  preview,
  "write-media": writeMedia,
  "write-preview": writePreview,
};
