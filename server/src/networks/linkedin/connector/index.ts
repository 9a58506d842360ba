import type { Connector } from "../../connectors/connector.ts";
import { HOSTS } from "./api.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { countedTogether, counts } from "./counts.ts";
import { pagesLogIn, profileLogIn } from "./log-in.ts";
import { pageNumber } from "./organizations.ts";
import { probe } from "./probe.ts";
import { find, publish } from "./publish.ts";
import { show } from "./show.ts";
import { versionNotices } from "./version.ts";

/**
 * A post is one call; its files are brought before, and nobody sees them. LinkedIn knows no idempotency key. A Page's post whose
 * answer was lost is looked for among the Page's posts, and sent once more only if it is missing for a quarter of an hour. What a
 * person published cannot be read at all: there, nothing is ever sent twice, and the person decides.
 */
export const linkedin: Connector = {
  type: "LinkedIn",
  hosts: HOSTS,
  notices: versionNotices,
  logIns: [profileLogIn, pagesLogIn],
  profileUrl: ({ remoteId }) => {
    const organization = pageNumber(remoteId);
    return organization === null ? null : `https://www.linkedin.com/company/${organization}`;
  },
  connect,
  probe,
  publish,
  find,
  comment,
  findComment,
  counts,
  countedTogether,
  show,
};
