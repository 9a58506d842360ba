import { secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { probeBy } from "../../../publishing/engine/access.ts";
import { blueskySandbox } from "../../bluesky/sandbox/index.ts";
import { facebookSandboxWith } from "../../facebook/sandbox/index.ts";
import { googleBusinessSandbox } from "../../google-business/sandbox/index.ts";
import { instagramGuest } from "../../instagram/sandbox/guest.ts";
import { instagramSandbox } from "../../instagram/sandbox/index.ts";
import { linkedinSandbox } from "../../linkedin/sandbox/index.ts";
import { mastodonSandbox } from "../../mastodon/sandbox/index.ts";
import { pinterestSandbox } from "../../pinterest/sandbox/index.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { socialMediaSandbox } from "../../sandbox/social-media/index.ts";
import { telegramSandbox } from "../../telegram/sandbox/index.ts";
import { threadsSandbox } from "../../threads/sandbox/index.ts";
import { tiktokSandbox } from "../../tiktok/sandbox/index.ts";
import { xSandbox } from "../../x/sandbox/index.ts";
import { youtubeSandbox } from "../../youtube/sandbox/index.ts";
import type { Account, Connector, Unauthorized } from "../connector.ts";
import { connectors } from "../index.ts";
import { connected } from "./call.ts";
import type { Row, Scene } from "./conformance.ts";
import { KINDS } from "./conformance-kinds.ts";
import { REFUSALS } from "./conformance-refusals.ts";
import { openNetwork } from "./network.ts";
import { aPost } from "./posts.ts";

interface Given {
  /** Of a network that the service does not have. */
  readonly connector?: Connector;
  readonly others?: readonly SandboxNetwork[];
  readonly preferences?: Account["preferences"];
  readonly post?: Row["post"];
  readonly thread?: Row["thread"];
}

const RENEWED_AFTER_SECONDS = 1800;

export function rowOf(sandbox: SandboxNetwork, given: Given = {}): Row {
  const { connector = connectors[sandbox.type] as Connector, others = [], preferences = {}, post, thread } = given;
  return {
    connector,
    sandbox,
    async open() {
      const network = await openNetwork(sandbox, { others, linked: ["127.0.0.1"], startsAt: toInstant("2026-11-21T09:00:00Z") });
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
      const connectAnew = async () => {
        opened = await logIn();
        kept = opened.credentials;
      };
      const connectAgain = async () => {
        const earlier = kept;
        await connectAnew();
        kept = connector.connectedAgain?.(earlier, kept) ?? kept;
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
      return { ...network, account, refresh, ask, connectAnew, connectAgain };
    },
    post: post ?? (async (_scene, text) => aPost({ text })),
    ...(thread === undefined ? {} : { thread }),
    ...(KINDS[sandbox.type] === undefined ? {} : { kinds: KINDS[sandbox.type] }),
    ...(REFUSALS[sandbox.type] === undefined ? {} : { refusals: REFUSALS[sandbox.type] }),
  };
}

const aPicture = async (scene: Scene, text: string) => aPost({ type: "IMAGE", text, media: [await scene.files.image({ grain: 30 })] });
export const aThread = async (_scene: Scene, parts: readonly string[]) => aPost({ type: "THREAD", segments: [...parts] });
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
  rowOf(telegramSandbox, { thread: aThread }),
  rowOf(socialMediaSandbox),
];
