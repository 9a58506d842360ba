import { FAULT_KINDS, type Fault, FaultKind, LASTING_FAULTS, NewFault } from "@rostrum/contract/private/sandbox.ts";
import type { FastifyInstance } from "fastify";
import { type Html, html } from "../../ground/web/html.ts";
import { clearFaults, isPossible, isUsedUp, setFault } from "./faults.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";

const ANCHOR = "faults";

/** What each kind does, as shown to people. */
const LABELS: Readonly<Record<FaultKind, string>> = {
  "refuse-429": "Refuse with 429 and Retry-After",
  "refuse-503": "Refuse with 503 and Retry-After",
  "error-before": "Return 500 without effect",
  "cut-before": "Drop the connection without effect",
  revoked: "Refuse the token",
  duplicate: "Refuse as a duplicate",
  "lists-refused": "Refuse reads although the token is valid",
  "error-after": "Return 500 after the effect",
  "cut-after": "Drop the connection after the effect",
  "torn-after": "Send half the response after the effect",
  "garbled-after": "Respond with an HTML page after the effect",
  "large-after": "Respond with nine megabytes after the effect",
  slow: "Answer late",
  processing: "Keep media processing",
  "processing-fails": "Keep media processing, then fail",
  "upload-lost": "Lose the upload session",
  "container-ends": "Let uploads expire",
  "ignore-keys": "Ignore idempotency keys",
  "late-lists": "Show posts late in lists",
  "token-ended": "End the access tokens issued so far",
  "access-revoked": "Take back what people have granted",
  quota: "Use up the quota",
};

const WITH_SECONDS: readonly FaultKind[] = [
  "refuse-429",
  "refuse-503",
  "slow",
  "processing",
  "processing-fails",
  "container-ends",
  "late-lists",
];

/** `POST /_faults`: sets or clears a fault from the form on the network's page. */
export function mountFaultForm(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post<{ Body: unknown }>("/_faults", async (request, reply) => {
    const fields = fieldsOf(request.body);
    const kind = FaultKind.safeParse(fields.kind);
    if (fields.action === "clear" && kind.success) {
      await clearFaults(world, kind.data);
    } else {
      const fault = NewFault.safeParse({ ...numbersOf(fields), network: network.slug });
      if (!fault.success || !isPossible(network, fault.data.kind, world.now())) {
        return reply
          .status(422)
          .send({ error: "A fault needs a kind that this network supports, and a whole number as count or percentage." });
      }
      await setFault(world, fault.data);
    }
    return reply.redirect(`/sandbox/${network.slug}/#${ANCHOR}`, 303);
  });
}

/** The network's faults, with a form to set one. */
export function faultsView({ network, world, faults }: { network: SandboxNetwork; world: SandboxWorld; faults: readonly Fault[] }): Html {
  const action = `/sandbox/${network.slug}/_faults`;
  const kinds = FAULT_KINDS.filter((kind) => isPossible(network, kind, world.now()));
  return html`<section class="faults" id="${ANCHOR}" aria-labelledby="faults-title"><h2 id="faults-title">Faults</h2>
${faults.length === 0 ? html`<p class="when">No faults are set.</p>` : html`<ul class="plain">${faults.map((fault) => faultView(network, fault, action))}</ul>`}
<details><summary>Add a fault</summary>
<form class="form" method="post" action="${action}">
<label>Fault <select name="kind">${kinds.map((kind) => html`<option value="${kind}">${LABELS[kind]}</option>`)}</select></label>
<label>Affected calls <select name="requests"><option value="posts">posting calls</option><option value="all">all API calls</option></select></label>
<label>Number of calls <input type="number" name="count" min="1" placeholder="1"></label>
<label>or percentage of calls <input type="number" name="percent" min="1" max="100"></label>
<label>Random seed <input type="number" name="seed" min="0" placeholder="1"></label>
<label>Seconds (Retry-After, late, processing, expiry, late lists) <input type="number" name="seconds" min="1" max="3600"></label>
<p><button class="main" name="action" value="set">Set</button></p>
</form></details></section>`;
}

function faultView(network: SandboxNetwork, fault: Fault, action: string): Html {
  return html`<li class="fault"><span><strong>${LABELS[fault.kind]}</strong> ${reach(network, fault)}</span>
<form method="post" action="${action}"><input type="hidden" name="kind" value="${fault.kind}">
<button name="action" value="clear" aria-label="Clear the fault ${fault.kind}">Clear</button></form></li>`;
}

function reach(network: SandboxNetwork, { requests, seconds, count, percent, seed, seen, struck, ...fault }: Fault): string {
  const calls = callsOf(network, fault.kind) ?? (requests === "posts" ? "posting calls" : "calls");
  const after = WITH_SECONDS.includes(fault.kind) ? `, ${seconds} s` : "";
  if (LASTING_FAULTS.includes(fault.kind) && percent === null) return `in all ${calls} until it is cleared${after}: ${struck} so far`;
  if (count === null) return `${percent} % of the ${calls}${after}, seed ${seed}: ${struck} of ${seen} so far`;
  const state = isUsedUp({ ...fault, requests, seconds, count, percent, seed, seen, struck }) ? ", used up" : "";
  return `the next ${count} ${calls}${after}: ${struck} so far${state}`;
}

/** The affected calls, for kinds where the form cannot choose them. */
function callsOf({ faults }: SandboxNetwork, kind: FaultKind): string | undefined {
  const isOfProcessing = kind === "processing" || kind === "processing-fails";
  if (isOfProcessing && faults?.processes !== undefined) return faults.processes.includes("post") ? "posting calls" : "calls";
  return CALLS[kind];
}

const CALLS: Readonly<Partial<Record<FaultKind, string>>> = {
  processing: "uploads",
  "processing-fails": "uploads",
  "upload-lost": "uploads",
  "container-ends": "uploads",
  "ignore-keys": "posting calls",
  "late-lists": "lists",
  "lists-refused": "reads",
  "token-ended": "calls",
  "access-revoked": "calls",
  quota: "calls",
};

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

/** Drops empty fields and converts digits to numbers. */
function numbersOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value]),
  );
}
