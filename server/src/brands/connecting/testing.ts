import assert from "node:assert/strict";
import { query } from "../../ground/database/query.ts";
import type { Connector } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import type { FinishOutcome, LogIn, LogInAccount, LogInAnswer, LogInRequest } from "../../networks/connectors/log-in.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { PASSWORD } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVisitor, type Visited, type Visitor } from "../../testing/visitor.ts";

/** The network as it answers in a test. */
export interface TestNetwork {
  begun: LogInRequest | null;
  answers: LogInAnswer[];
  person: string;
  accounts: LogInAccount[];
  /** Whether it lists all accounts. */
  isWhole: boolean;
  made: string[];
  finish(answer: LogInAnswer): FinishOutcome;
}

export interface Member {
  readonly place: Place;
  readonly visitor: Visitor;
}

/** A stage with a network at which people log in, without pages of its own. */
export interface ConnectingGround {
  readonly stage: Stage;
  readonly network: TestNetwork;
  /** The network as it was in the beginning. */
  reset(): void;
  aMember(): Promise<Member>;
  /** Goes to the network and comes back with its answer. */
  throughNetwork(member: Member, query?: string, parameters?: Record<string, string>): Promise<Visited>;
  channelsOf(place: Place): Promise<ChosenChannel[]>;
}

export interface ChosenChannel {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly reason: string | null;
  readonly grantId: number | null;
}

/** `creates`: whether people can make accounts at the network; `settings`: of the service. */
export async function openConnecting(parts: Partial<Connector> = {}, { creates = true, settings = {} } = {}): Promise<ConnectingGround> {
  const network: TestNetwork = beginning();
  const { create, ...plain } = logInAt(network);
  const logIn = creates && create !== undefined ? { ...plain, create } : plain;
  const stage = await openStage(
    { ROSTRUM_FACEBOOK_CLIENT_ID: "app-1", ROSTRUM_FACEBOOK_CLIENT_SECRET: "hush", ...settings },
    "2026-11-21T09:00:00Z",
    {
      Mastodon: instantConnector("Mastodon"),
      Facebook: { ...instantConnector("Facebook"), logIns: [logIn], ...parts },
    },
  );

  function beginning(): TestNetwork {
    return {
      begun: null,
      answers: [],
      person: "ada",
      accounts: [anAccount("1", "Bakery"), anAccount("2", "Café"), anAccount("3", "Not mine", "You lack the task to create content.")],
      isWhole: true,
      made: [],
      finish: () => grantedTo(network.person),
    };
  }

  return {
    stage,
    network,
    reset: () => void Object.assign(network, beginning()),
    async aMember() {
      const place = await aPlace(stage);
      await must(stage.admin("POST", "/users/password", { user: place.person.email, password: PASSWORD }));
      const visitor = aVisitor(stage.url);
      const form = await visitor.get("/sign-in");
      await visitor.submit(form, "/sign-in", { email: place.person.email, password: PASSWORD });
      return { place, visitor };
    },
    async throughNetwork({ place, visitor }, query = "", parameters = { code: "c" }) {
      const page = await visitor.get(`/connect/facebook${query}`);
      const onward = await visitor.submit(page, "/connect/facebook", { brand: `${place.brandId}`, way: "facebook" });
      assert.equal(onward.status, 200, onward.text);
      return visitor.get(`/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", ...parameters })}`);
    },
    channelsOf: (place) =>
      query<ChosenChannel>(stage.app.db, {
        text: `select id, name, status, inactive_reason reason, grant_id "grantId" from channels where brand_id = $1 and type = 'Facebook' order by id`,
        values: [place.brandId],
      }),
  };
}

export function anAccount(remoteId: string, name: string, problem: string | null = null): LogInAccount {
  const credentials: Json = { accessToken: `page ${remoteId}` };
  return { type: "Facebook", remoteId, name, handle: name, pictureUrl: null, problem, limits: [], credentials, settings: {} };
}

/** Ticks the accounts with these ids, fills in the other fields, and reads what comes then. */
export async function choose(
  { visitor }: Pick<Member, "visitor">,
  location: string | null,
  ids: readonly string[],
  ...others: [string, string][]
): Promise<Visited> {
  const path = location ?? "";
  const page = await visitor.get(path);
  const token = page.forms.find(({ action }) => action === path)?.fields.token ?? "";
  const sent = await visitor.post(path, [["token", token], ...ids.map((id): [string, string] => ["account", id]), ...others]);
  return sent.location === null ? sent : visitor.get(sent.location);
}

function grantedTo(person: string): FinishOutcome {
  const ends = { accessEndsAt: null, renewAt: null, endsAt: null };
  return {
    kind: "granted",
    grant: { application: "facebook", remoteId: person, name: person, scopes: ["write"], credentials: { token: person }, ends },
  };
}

/** The log-in of a network that answers as the test says. Its only page sends people back at once. */
export function logInAt(network: TestNetwork, dialog = "https://network.example/dialog"): LogIn {
  return {
    application: "facebook",
    network: "Facebook",
    scopes: [{ name: "write", needed: true, without: "Nothing can be published." }],
    begin: async (request, { application }) => {
      network.begun = request;
      return { kind: "open", url: `${dialog}?client_id=${application?.clientId}&state=${request.state}`, memory: { nonce: "n" } };
    },
    finish: async (answer) => {
      network.answers.push(answer);
      return network.finish(answer);
    },
    accounts: async () => ({ kind: "listed", accounts: network.accounts, isWhole: network.isWhole }),
    create: {
      label: "New page",
      make: async (_grant, name) => {
        if (network.accounts.some((one) => one.name === name)) return { kind: "refused", reason: `There is a ${name} already.` };
        network.made.push(name);
        return { kind: "made", account: anAccount(`new ${name}`, name) };
      },
    },
    probe: async () => ({ kind: "works" }),
  };
}
