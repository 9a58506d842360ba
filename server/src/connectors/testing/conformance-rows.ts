import { secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { probeBy } from "../../engine/access.ts";
import { blueskySandbox } from "../../sandbox/bluesky/index.ts";
import { facebookSandboxWith } from "../../sandbox/facebook/index.ts";
import { googleBusinessSandbox } from "../../sandbox/google-business/index.ts";
import { instagramGuest } from "../../sandbox/instagram/guest.ts";
import { instagramSandbox } from "../../sandbox/instagram/index.ts";
import { linkedinSandbox } from "../../sandbox/linkedin/index.ts";
import { mastodonSandbox } from "../../sandbox/mastodon/index.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { pinterestSandbox } from "../../sandbox/pinterest/index.ts";
import { socialMediaSandbox } from "../../sandbox/social-media/index.ts";
import { telegramSandbox } from "../../sandbox/telegram/index.ts";
import { threadsSandbox } from "../../sandbox/threads/index.ts";
import { tiktokSandbox } from "../../sandbox/tiktok/index.ts";
import { xSandbox } from "../../sandbox/x/index.ts";
import { youtubeSandbox } from "../../sandbox/youtube/index.ts";
import type { Account, Connector, Unauthorized } from "../connector.ts";
import { connectors } from "../index.ts";
import { connected } from "./call.ts";
import type { Row, Scene } from "./conformance.ts";
import { openNetwork } from "./network.ts";
import { aPost } from "./posts.ts";

interface Given {
  readonly others?: readonly SandboxNetwork[];
  readonly preferences?: Account["preferences"];
  readonly post?: Row["post"];
  readonly thread?: Row["thread"];
}

const RENEWED_AFTER_SECONDS = 1800;

function rowOf(sandbox: SandboxNetwork, { others = [], preferences = {}, post, thread }: Given = {}): Row {
  const connector = connectors[sandbox.type] as Connector;
  return {
    connector,
    sandbox,
    async open() {
      const network = await openNetwork(sandbox, { others, startsAt: toInstant("2026-11-21T09:00:00Z") });
      const logIn = async () => connected(connector, (await sandbox.account("Corner Bakery", network.world)).credentials, network.call());
      let opened = await logIn();
      let [kept, since] = [opened.credentials, network.now()];
      const account: Account = {
        ...opened,
        preferences: { ...opened.preferences, ...preferences },
        get grant() {
          return opened.grant;
        },
        get credentials() {
          return kept;
        },
        saveCredentials: async (changed) => {
          kept = changed;
          return true;
        },
      };
      const refresh = async () => {
        if (opened.grant === null || secondsBetween(since, network.now()) < RENEWED_AFTER_SECONDS) return;
        [opened, since] = [await logIn(), network.now()];
      };
      const ask = async (refusal: Unauthorized) => {
        const [call, { grant }] = [network.call(), account];
        const ways = { connector, account, call, refusal, connect: () => connector.connect(account.credentials, call) };
        const logIn = connector.logIns?.find(({ application }) => application === grant?.application);
        if (grant !== null && logIn === undefined) throw new Error(`No log-in is called ${grant.application}.`);
        return probeBy({ ...ways, logIn: grant === null || logIn === undefined ? null : () => logIn.probe(grant, network.logInCall()) });
      };
      return { ...network, account, refresh, ask };
    },
    post: post ?? (async (_scene, text) => aPost({ text })),
    ...(thread === undefined ? {} : { thread }),
  };
}

const aPicture = async (scene: Scene, text: string) => aPost({ type: "IMAGE", text, media: [await scene.files.image({ grain: 30 })] });
const aThread = async (_scene: Scene, parts: readonly string[]) => aPost({ type: "THREAD", segments: [...parts] });
const aFilm = async (scene: Scene, text: string) => aPost({ type: "VIDEO", text, title: text, media: [scene.files.video()] });

/** One for each network of the service. */
export const ROWS: readonly Row[] = [
  rowOf(facebookSandboxWith(null)),
  rowOf(instagramSandbox, { others: [facebookSandboxWith(instagramGuest)], post: aPicture }),
  rowOf(threadsSandbox, { thread: aThread }),
  rowOf(linkedinSandbox),
  rowOf(googleBusinessSandbox),
  rowOf(youtubeSandbox, { preferences: { visibility: "public", madeForKids: false }, post: aFilm }),
  rowOf(pinterestSandbox, { post: aPicture }),
  rowOf(tiktokSandbox, { preferences: { privacy: "PUBLIC_TO_EVERYONE" }, post: aFilm }),
  rowOf(xSandbox, { thread: aThread }),
  rowOf(mastodonSandbox, { thread: aThread }),
  rowOf(blueskySandbox, { thread: aThread }),
  rowOf(telegramSandbox),
  rowOf(socialMediaSandbox),
];
