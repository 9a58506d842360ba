import { IDENTITY_SCOPES } from "../../sandbox/google/service.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";

const AUTH = "https://www.googleapis.com/auth/";

/** What applications that publish ask for. https://developers.google.com/identity/protocols/oauth2/scopes#youtube (2026-11) */
export const SCOPES = [
  ...scopesNamed({
    [`${AUTH}youtube`]: "Manage your YouTube account",
    [`${AUTH}youtube.force-ssl`]: "See, edit, and permanently delete your YouTube videos, ratings, comments and captions",
    [`${AUTH}youtube.readonly`]: "View your YouTube account",
    [`${AUTH}youtube.upload`]: "Manage your YouTube videos",
  }),
  ...IDENTITY_SCOPES,
];

/** Any one of them is enough. As in Google's description of the API, which also has scopes for partners. */
export const READING = [`${AUTH}youtube`, `${AUTH}youtube.force-ssl`, `${AUTH}youtube.readonly`];
export const WRITING = [`${AUTH}youtube`, `${AUTH}youtube.force-ssl`];
export const UPLOADING = [...WRITING, `${AUTH}youtube.upload`];
export const COMMENTING = [`${AUTH}youtube.force-ssl`];
