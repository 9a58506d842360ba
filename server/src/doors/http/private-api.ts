import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import { ARCHIVE_MIME } from "@rostrum/contract/archive.ts";
import { uploadField } from "@rostrum/contract/names.ts";
import type { PrivateOperation } from "@rostrum/contract/operation.ts";
import { IMPORT_BYTES_MAX } from "@rostrum/contract/private/imports.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { brandNamedBy, permit } from "../../brands/brands/rights.ts";
import { actsAs } from "../../ground/origin.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { tellingOf } from "../../ground/sentences/replies.ts";
import { ownNames } from "../../ground/web/hosts.ts";
import { readerOf } from "../../ground/web/language.ts";
import { enterAgainIfLate, entersBy } from "../../ground/web/late-bodies.ts";
import { UNKNOWN_PATH } from "../../ground/web/problems.ts";
import type { Limiter } from "../../ground/web/rate-limits.ts";
import { keyFinder } from "../../people/api-keys/finder.ts";
import { mayChange, tellOf } from "../live/tell.ts";
import { type PrivateCall, privateHandlers } from "../private-operations.ts";
import { archiveFiles } from "./archive-files.ts";
import { authenticate } from "./auth.ts";
import { brandLogos } from "./brand-logos.ts";
import { type Caller, carriesKey, digestOf, personCaller, tokenCaller } from "./callers.ts";
import { announcerOf } from "./deprecation.ts";
import { events } from "./events.ts";
import { bodyOf, queryOf } from "./input.ts";
import { pathIds } from "./path-ids.ts";
import { personLimited } from "./person-limits.ts";
import { bodiesLimited, resourceLimited, routeLimited } from "./rate-limits.ts";
import { addByBody } from "./routes.ts";
import { FORMS, receiveUpload } from "./uploads.ts";

declare module "fastify" {
  interface FastifyRequest {
    privateCaller: Caller;
    privateCall: PrivateCall;
  }
  interface FastifyContextConfig {
    /** Whether a person's API key will do. */
    byKey?: boolean;
    privateRow?: PrivateOperation;
  }
}

type AnyPrivateHandler = (app: App, input: Readonly<Record<string, unknown>>, call: PrivateCall) => Promise<unknown>;

/** The private operations: for `rostrum admin` with the operator's token, for the dashboard with a session, some with an API key. */
export async function privateApi(scope: FastifyInstance, options: { app: App; adminToken: string; limiter: Limiter }): Promise<void> {
  const { app, limiter } = options;
  const findKey = keyFinder(app);
  const expected = digestOf(options.adminToken);
  const isOwn = ownNames(app.config);
  await scope.register(multipart, FORMS);
  scope.decorateRequest("privateCaller");
  scope.decorateRequest("privateCall");
  scope.decorateRequest("entry", null);
  const isByKey = (request: FastifyRequest) => request.routeOptions.config.byKey === true && carriesKey(request);
  const identify = async (request: FastifyRequest): Promise<Caller> =>
    isByKey(request)
      ? { kind: "key", viewer: (await authenticate(findKey, app.clock, request)).viewer }
      : (tokenCaller(request, expected) ?? (await personCaller(app, request, isOwn)));
  scope.addHook("onRequest", async (request, reply) => {
    entersBy(app, request, async () => {
      request.privateCaller = await identify(request);
      const { privateRow: row } = request.routeOptions.config;
      if (row !== undefined) request.privateCall = await callOf(app, row, { request, reply });
    });
    // As in the public API.
    if (isByKey(request) && (await routeLimited(app, limiter, request, reply))) return reply;
    const caller = await identify(request);
    request.privateCaller = caller;
    const viewer = caller.kind === "person" ? caller.session.viewer : caller.kind === "key" ? caller.viewer : null;
    if (caller.kind === "key") {
      actsAs(request.from, { kind: "person", viewer: caller.viewer }, "api");
      if (await resourceLimited(app, limiter, { userId: caller.viewer.userId, reply })) return reply;
    }
    const { privateRow: row } = request.routeOptions.config;
    const { countedAs: name } = request.routeOptions.config;
    if (viewer !== null && row !== undefined && typeof name === "string") {
      const call = { userId: viewer.userId, name, changes: mayChange(row) };
      if (await personLimited(app, request, reply, call)) return reply;
    }
    if (viewer !== null && bodiesLimited(app, request, reply, { userId: viewer.userId, row })) return reply;
    if (request.is404) throw new Refused(UNKNOWN_PATH);
  });
  scope.setNotFoundHandler(async () => {
    throw new Refused(UNKNOWN_PATH);
  });
  await scope.register(events, { app });
  await scope.register(archiveFiles, { app });
  await scope.register(brandLogos, { app });
  const rows = Object.entries(privateOperations) as Row[];
  await addByBody(
    scope,
    rows.filter(([, row]) => row.takesArchive !== true),
    (within, others) => addRoutes(within, app, others),
  );
  await scope.register(async (within) => {
    acceptArchives(within);
    addRoutes(
      within,
      app,
      rows.filter(([, row]) => row.takesArchive === true),
    );
  });
}

/** Hands the body to the operation as it arrives. It alone knows how much may come. */
function acceptArchives(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(ARCHIVE_MIME, { bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, body, done) => done(null, body));
}

type Row = readonly [keyof typeof privateOperations, PrivateOperation];

function addRoutes(scope: FastifyInstance, app: App, rows: readonly Row[]): void {
  for (const [name, row] of rows) {
    const handler = privateHandlers[name] as AnyPrivateHandler;
    const announcer = announcerOf(name, row, app.config.publicUrl);
    const told = tellingOf(row.data);
    scope.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { countedAs: name, byKey: row.byKey === true, privateRow: row },
      // Runs before the body is read.
      onRequest: async (request, reply) => {
        announcer?.onRequest(request, reply);
        request.privateCall = await callOf(app, row, { request, reply });
      },
      handler: async (request, reply) => {
        announcer?.onBody(request, reply);
        await enterAgainIfLate(app, request);
        const { privateCall } = request;
        // Asked before the operation, which may remove what the path names.
        const brandId = mayChange(row) ? (privateCall.viewer?.brand.id ?? (await brandNamedBy(app, idsOf(request)))) : null;
        const data = await answer(app, row, handler, request);
        if (brandId !== null) tellOf(app, row, brandId);
        return reply.code(row.status).send({ status: "success", data: told(data, readerOf(request)) });
      },
    });
  }
}

/** The query is decoded before a file is received, so that a wrong one costs no upload. */
async function answer(app: App, row: PrivateOperation, handler: AnyPrivateHandler, request: FastifyRequest): Promise<unknown> {
  const input = inputOf(row, request);
  if (!row.upload) return await handler(app, input, request.privateCall);
  await using upload = await receiveUpload(app.storage.incoming, request, { field: uploadField(row), bytesMax: IMPORT_BYTES_MAX });
  await enterAgainIfLate(app, request);
  return await handler(app, { ...input, upload }, request.privateCall);
}

/** Who the handler is called for; refuses whoever may not. */
async function callOf(app: App, row: PrivateOperation, exchange: PrivateCall["exchange"]): Promise<PrivateCall> {
  const { request } = exchange;
  const { privateCaller: caller } = request;
  const again = () => enterAgainIfLate(app, request);
  if (caller.kind === "person") {
    const { session } = caller;
    const brand = await permit(app, session, { row, ids: idsOf(request) });
    return { exchange, again, session, viewer: brand === null ? null : { ...session.viewer, brand } };
  }
  if (caller.kind === "key") {
    const { viewer } = caller;
    const brand = await permit(app, { viewer, isOperator: false }, { row, ids: idsOf(request) });
    return { exchange, again, session: null, viewer: brand === null ? null : { ...viewer, brand } };
  }
  if (row.allows === "person") refuse(403, "session", "This is for people who are signed in. The admin token stands for nobody.");
  return { exchange, again, session: null, viewer: null };
}

function inputOf(row: PrivateOperation, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = { ...idsOf(request) };
  if (row.query) Object.assign(input, queryOf(row.query, request));
  if (row.body) input.body = bodyOf(row.body, request);
  if (row.takesArchive) input.archive = request.body instanceof Readable ? request.body : refuse(415, "body", NOT_AN_ARCHIVE);
  return input;
}

const NOT_AN_ARCHIVE = `Send the archive itself as the body, with the content type ${ARCHIVE_MIME}.`;

function idsOf(request: FastifyRequest): Record<string, number> {
  return pathIds(request.params as Record<string, string>);
}
