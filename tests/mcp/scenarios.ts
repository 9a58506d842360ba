/** Why a scenario, or a check of one, says nothing about this service. */
const FIXTURE = "asks for a diagnostic tool of the reference server, which no real service has";
const NO_PROMPTS = "the service has tools alone: no prompts";
const NO_RESOURCES = "the service has tools alone: no resources";
const NO_LOGGING = "the service sends no log messages to clients";
const NO_QUESTIONS = "no tool asks the client for anything in between: neither its model, nor its user, nor its folders";
const NO_SESSIONS = "the service keeps no sessions and holds no stream open that could be resumed";
const EXTENSION = "an extension that the service does not offer";
const NO_HEADERS = "no parameter of a tool is asked for as a header";

/** Scenarios that hold something of this service, with the checks in them that do not. */
export const APPLIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "server-initialize": {},
  ping: {},
  "tools-list": {},
  "dns-rebinding-protection": {},
  "http-header-validation": {},
  "input-required-result-unsupported-methods": {},
  "server-stateless": {
    "sep-2575-server-rejects-undeclared-capability": FIXTURE,
    "sep-2575-missing-capability-http-400": FIXTURE,
    "sep-2575-http-server-no-independent-requests-on-stream": FIXTURE,
    "sep-2575-server-no-log-without-loglevel": FIXTURE,
  },
  caching: {
    "sep-2549-prompts-list-caching-hints": NO_PROMPTS,
    "sep-2549-resources-list-caching-hints": NO_RESOURCES,
    "sep-2549-resources-templates-list-caching-hints": NO_RESOURCES,
  },
};

/** Scenarios that hold nothing of this service. */
export const DOES_NOT_APPLY: readonly (readonly [RegExp, string])[] = [
  [/^tools-call-|^json-schema-2020-12$/, FIXTURE],
  [/^prompts-|^completion-complete$/, NO_PROMPTS],
  [/^resources-|^sep-2164-resource-not-found$/, NO_RESOURCES],
  [/^logging-set-level$/, NO_LOGGING],
  [/^elicitation-|^input-required-result-(?!unsupported-methods$)/, NO_QUESTIONS],
  [/^server-session-lifecycle$|^server-sse-/, NO_SESSIONS],
  [/^http-custom-header-server-validation$/, NO_HEADERS],
  [/^sep-2640-|^tasks-/, EXTENSION],
];
