import type { Messages } from "@rostrum/contract/words.ts";
import { french as analytics } from "../pages/analytics/words.fr.ts";
import { french as api } from "../pages/api/words.fr.ts";
import { french as automations } from "../pages/automations/words.fr.ts";
import { french as brandSettings } from "../pages/brand-settings/words.fr.ts";
import { french as calendar } from "../pages/calendar/words.fr.ts";
import { french as channels } from "../pages/channels/words.fr.ts";
import { french as collections } from "../pages/collections/words.fr.ts";
import { french as history } from "../pages/history/words.fr.ts";
import { french as home } from "../pages/home/words.fr.ts";
import { french as importing } from "../pages/import/words.fr.ts";
import { french as invitation } from "../pages/invitation/words.fr.ts";
import { french as media } from "../pages/media/words.fr.ts";
import { french as notifications } from "../pages/notifications/words.fr.ts";
import { french as operator } from "../pages/operator/words.fr.ts";
import { french as overview } from "../pages/overview/words.fr.ts";
import { french as profile } from "../pages/profile/words.fr.ts";
import { french as bin } from "../pages/published/bin-words.fr.ts";
import { french as story } from "../pages/published/story-words.fr.ts";
import { french as published } from "../pages/published/words.fr.ts";
import { french as queue } from "../pages/queue/words.fr.ts";
import { french as share } from "../pages/share/words.fr.ts";
import { french as webhooks } from "../pages/webhooks/words.fr.ts";
import { french as welcome } from "../pages/welcome/words.fr.ts";
import { french as writeMedia } from "../pages/write/media/words.fr.ts";
import { french as writePreview } from "../pages/write/preview/words.fr.ts";
import { french as write } from "../pages/write/words.fr.ts";
import { french as connecting } from "../parts/connecting/words.fr.ts";
import { french as convert } from "../parts/convert/words.fr.ts";
import { french as crop } from "../parts/crop/words.fr.ts";
import { french as logo } from "../parts/logo/words.fr.ts";
import { french as needs } from "../parts/needs/words.fr.ts";
import { french as postPanel } from "../parts/post-panel/words.fr.ts";
import { french as preview } from "../parts/preview/words.fr.ts";
import { french as reasons } from "../parts/reasons/words.fr.ts";
import { french as times } from "../parts/times/words.fr.ts";
import { french as parts } from "../parts/words.fr.ts";
import { french as search } from "../shell/search/words.fr.ts";
import { french as shell } from "../shell/words.fr.ts";

/** All words of the dashboard in French, by the name that `wordsOf` was given. */
export const french: Readonly<Record<string, Messages>> = {
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
