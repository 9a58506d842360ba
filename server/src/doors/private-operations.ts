import type { Readable } from "node:stream";
import type { PrivateInput, PrivateOperationName, PrivateOperations, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { deleteBrand } from "../brands/brands/delete.ts";
import { acceptInvitation, createInvitation, listInvitations, revokeInvitation, showInvitation } from "../brands/brands/invitations.ts";
import { setBrandLogo } from "../brands/brands/logo.ts";
import { addMember, createBrand, createOwnBrand, removeMember, updateBrand } from "../brands/brands/manage.ts";
import { changeMember, handOverBrand, leaveBrand, listMembers } from "../brands/brands/members.ts";
import { findPosts, listDrafts, listNextSlots, showCalendar, showNext, showQueue } from "../brands/calendar/operations.ts";
import { listChannelDetails } from "../brands/channels/details.ts";
import {
  connectChannel,
  listChannelConditions,
  listChannelPreferences,
  reconnectChannel,
  removeChannel,
  setChannelPreferences,
  updateChannel,
} from "../brands/channels/manage.ts";
import { findPlaces } from "../brands/channels/places.ts";
import { listPlaylists } from "../brands/channels/playlists.ts";
import { changeCollection, showCollection } from "../brands/collections/change.ts";
import { updateCollection } from "../brands/collections/manage.ts";
import { countCollectionContents, deleteCollection } from "../brands/collections/remove.ts";
import { listChannelKinds } from "../brands/connecting/kinds.ts";
import { beginLogIn, chooseLogInAccounts, listNetworks, setNetwork, showLogIn, startLogIn } from "../brands/connecting/operations.ts";
import { listDeletedPosts } from "../brands/deletions/operations.ts";
import { explainPost, forecast } from "../brands/forecast/operations.ts";
import { previewPost, previewStoredPost } from "../brands/forecast/preview.ts";
import { listWritingChannels } from "../brands/forecast/writing.ts";
import { showHome, showOverview } from "../brands/home/operations.ts";
import { cropMedia } from "../brands/media/crop.ts";
import { describeMedia } from "../brands/media/describe.ts";
import { deleteMedia, listLibrary, renameMedium, setMediumDescription, showLibraryTotals } from "../brands/media/library.ts";
import { findPeople } from "../brands/mentions/find.ts";
import { leaveFailure, listNeeds } from "../brands/needs/operations.ts";
import { discardPost, duplicatePost } from "../brands/posts/copies.ts";
import { publishPost } from "../brands/posts/departure.ts";
import { editPost } from "../brands/posts/edit.ts";
import { deletePosts, movePosts } from "../brands/posts/moves.ts";
import { listPostPreferences, setPostPreferences } from "../brands/posts/preferences.ts";
import { restorePosts } from "../brands/posts/restore.ts";
import { showPost } from "../brands/posts/whole.ts";
import { exportResults, listResults, showFigures, showGoodHours } from "../brands/published/results.ts";
import { listSentPosts } from "../brands/published/sent-posts.ts";
import { listAuditEntries, listBrandAuditEntries } from "../ground/audit/operations.ts";
import type { ReceivedFile } from "../ground/storage/storage.ts";
import type { BrandViewer, Entering } from "../ground/viewer.ts";
import { bringBrand, bringOwnBrand, deleteBrandArchive, listBrandArchives, startBrandArchive } from "../intake/archives/operations.ts";
import {
  listAutomationRuns,
  listAutomationStates,
  removeAutomation,
  runAutomationNow,
  updateAutomation,
} from "../intake/automations/manage.ts";
import { addAutomation } from "../intake/automations/operations.ts";
import { previewAutomation } from "../intake/automations/preview.ts";
import {
  cancelImport,
  exportFailedRows,
  listImports,
  previewImport,
  showImport,
  startImport,
  undoImport,
} from "../intake/imports/operations.ts";
import { setBudget } from "../networks/budgets/operations.ts";
import { clearSandboxFaults, listSandboxDuplicates, listSandboxFaults, setSandboxFault } from "../networks/sandbox/operations.ts";
import { createKey, listKeys, revokeKey } from "../people/api-keys/operations.ts";
import { createOwnKey, listOwnKeys, revokeOwnKey } from "../people/api-keys/own.ts";
import { listClients, revokeClient } from "../people/clients/operations.ts";
import { makeResetLink, makeVerifyLink } from "../people/links/operations.ts";
import { setPassword } from "../people/sign-in/operations.ts";
import type { Exchange, Session } from "../people/sign-in/sessions.ts";
import { updateAccount } from "../people/users/account.ts";
import { createUser, listUsers, updateUser } from "../people/users/operations.ts";
import { settleDelivery, tryDeliveryAgain } from "../publishing/settlements/operations.ts";
import { deleteBackup, listBackups, startBackup } from "../running/backup/kept.ts";
import { backup, restore, restored } from "../running/backup/operations.ts";
import { removeDemo } from "../running/demo/remove.ts";
import { examineService } from "../running/doctor/operations.ts";
import { showServiceState } from "../running/state/operations.ts";
import { setBrandFeed, showBrandFeed } from "../telling/brand-feeds/operations.ts";
import { listNotices, readNotices } from "../telling/notifications/bell.ts";
import { showNotifications, testNotificationChat, updateNotifications } from "../telling/notifications/operations.ts";
import {
  createWebhook,
  listWebhookAttempts,
  listWebhookEvents,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "../telling/webhooks/operations.ts";
import { showOwnAccount, updateOwnAccount } from "./profile/account.ts";
import { changeOwnEmail, sendVerification } from "./profile/email.ts";
import { changeOwnPassword } from "./profile/password.ts";
import { updateProfile } from "./profile/person.ts";
import { disconnectProgram, listPrograms } from "./profile/programs.ts";
import { showSession } from "./profile/session.ts";
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from "./profile/sessions.ts";

/** Who a private operation is called for. */
export interface PrivateCall extends Entering {
  /** Null: a program, with the operator's token or a person's API key. */
  readonly session: Session | null;
  /** A member of the brand, for operations that concern one; null for the operator's token, which may do everything. */
  readonly viewer: BrandViewer | null;
  /** For operations that open or end sessions, which live in cookies. */
  readonly exchange: Exchange;
}

/** The operations for people who are signed in are never called without a session. */
type CallOf<N extends PrivateOperationName> = PrivateOperations[N]["allows"] extends "person"
  ? PrivateCall & { readonly session: Session }
  : PrivateCall;

/** The body of the operations that take an archive, unread. */
type ArchiveOf<N extends PrivateOperationName> = PrivateOperations[N] extends { readonly takesArchive: true }
  ? { readonly archive: Readable }
  : unknown;

type UploadOf<N extends PrivateOperationName> = PrivateOperations[N] extends { readonly upload: "file" }
  ? { readonly upload: ReceivedFile }
  : unknown;

export type PrivateHandlers = {
  [N in PrivateOperationName]: (
    app: App,
    input: PrivateInput<N> & ArchiveOf<N> & UploadOf<N>,
    call: CallOf<N>,
  ) => Promise<PrivateOutput<N>>;
};

/** A missing handler is a compile error. */
export const privateHandlers: PrivateHandlers = {
  createUser,
  listUsers,
  updateUser,
  setPassword,
  makeResetLink,
  makeVerifyLink,
  createKey,
  listKeys,
  revokeKey,
  createBrand,
  updateBrand,
  addMember,
  removeMember,
  connectChannel,
  listChannelConditions,
  updateChannel,
  removeChannel,
  updateCollection,
  updateAccount,
  listClients,
  revokeClient,
  beginLogIn,
  showLogIn,
  chooseLogInAccounts,
  listNetworks,
  setNetwork,
  setBudget,
  setChannelPreferences,
  listChannelPreferences,
  setPostPreferences,
  listPostPreferences,
  setBrandLogo,
  listNotices,
  readNotices,
  listNeeds,
  showHome,
  showOverview,
  leaveFailure,
  backup,
  listBackups,
  startBackup,
  deleteBackup,
  restore,
  restored,
  previewAutomation,
  forecast,
  previewPost,
  previewStoredPost,
  explainPost,
  settleDelivery,
  tryDeliveryAgain,
  listResults,
  exportResults,
  showFigures,
  showGoodHours,
  listSentPosts,
  setSandboxFault,
  clearSandboxFaults,
  listSandboxFaults,
  listSandboxDuplicates,
  listAutomationStates,
  addAutomation,
  updateAutomation,
  runAutomationNow,
  removeAutomation,
  listAutomationRuns,
  listLibrary,
  showLibraryTotals,
  renameMedium,
  setMediumDescription,
  deleteMedia,
  showSession,
  showServiceState,
  examineService,
  listChannelDetails,
  listChannelKinds,
  startLogIn,
  reconnectChannel,
  showCollection,
  changeCollection,
  countCollectionContents,
  deleteCollection,
  updateProfile,
  changeOwnPassword,
  changeOwnEmail,
  sendVerification,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  signOut,
  showOwnAccount,
  updateOwnAccount,
  listOwnKeys,
  createOwnKey,
  revokeOwnKey,
  listPrograms,
  disconnectProgram,
  createOwnBrand,
  deleteBrand,
  removeDemo,
  listMembers,
  changeMember,
  leaveBrand,
  handOverBrand,
  listInvitations,
  createInvitation,
  revokeInvitation,
  showInvitation,
  acceptInvitation,
  showCalendar,
  showNext,
  findPosts,
  listDrafts,
  listNextSlots,
  showQueue,
  movePosts,
  deletePosts,
  showPost,
  editPost,
  publishPost,
  duplicatePost,
  discardPost,
  listWritingChannels,
  describeMedia,
  listDeletedPosts,
  restorePosts,
  listAuditEntries,
  listBrandAuditEntries,
  cropMedia,
  listPlaylists,
  findPlaces,
  findPeople,
  createWebhook,
  listWebhooks,
  updateWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookEvents,
  listWebhookAttempts,
  showBrandFeed,
  setBrandFeed,
  showNotifications,
  updateNotifications,
  testNotificationChat,
  listBrandArchives,
  startBrandArchive,
  deleteBrandArchive,
  bringOwnBrand,
  bringBrand,
  previewImport,
  startImport,
  listImports,
  showImport,
  exportFailedRows,
  cancelImport,
  undoImport,
};
