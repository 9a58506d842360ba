import type { Readable } from "node:stream";
import type { PrivateInput, PrivateOperationName, PrivateOperations, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { createKey, listKeys, revokeKey } from "./api-keys/operations.ts";
import { createOwnKey, listOwnKeys, revokeOwnKey } from "./api-keys/own.ts";
import type { App } from "./app.ts";
import { bringBrand, bringOwnBrand, deleteBrandArchive, listBrandArchives, startBrandArchive } from "./archives/operations.ts";
import { listAuditEntries, listBrandAuditEntries } from "./audit/operations.ts";
import { listAutomationRuns, listAutomationStates, removeAutomation, runAutomationNow, updateAutomation } from "./automations/manage.ts";
import { previewAutomation } from "./automations/preview.ts";
import { deleteBackup, listBackups, startBackup } from "./backup/kept.ts";
import { backup, restore, restored } from "./backup/operations.ts";
import { setBrandFeed, showBrandFeed } from "./brand-feeds/operations.ts";
import { deleteBrand } from "./brands/delete.ts";
import { acceptInvitation, createInvitation, listInvitations, revokeInvitation, showInvitation } from "./brands/invitations.ts";
import { setBrandLogo } from "./brands/logo.ts";
import { addMember, createBrand, createOwnBrand, removeMember, updateBrand } from "./brands/manage.ts";
import { changeMember, handOverBrand, leaveBrand, listMembers } from "./brands/members.ts";
import { setBudget } from "./budgets/operations.ts";
import { findPosts, listDrafts, listNextSlots, showCalendar, showNext, showQueue } from "./calendar/operations.ts";
import { listChannelDetails } from "./channels/details.ts";
import {
  connectChannel,
  listChannelConditions,
  listChannelPreferences,
  reconnectChannel,
  removeChannel,
  setChannelPreferences,
  updateChannel,
} from "./channels/manage.ts";
import { findPlaces } from "./channels/places.ts";
import { listPlaylists } from "./channels/playlists.ts";
import { listClients, revokeClient } from "./clients/operations.ts";
import { changeCollection, showCollection } from "./collections/change.ts";
import { updateCollection } from "./collections/manage.ts";
import { countCollectionContents, deleteCollection } from "./collections/remove.ts";
import { listChannelKinds } from "./connecting/kinds.ts";
import { beginLogIn, chooseLogInAccounts, listNetworks, setNetwork, showLogIn, startLogIn } from "./connecting/operations.ts";
import { listDeletedPosts } from "./deletions/operations.ts";
import { removeDemo } from "./demo/remove.ts";
import { examineService } from "./doctor/operations.ts";
import { explainPost, forecast } from "./forecast/operations.ts";
import { previewPost, previewStoredPost } from "./forecast/preview.ts";
import { listWritingChannels } from "./forecast/writing.ts";
import { showHome, showOverview } from "./home/operations.ts";
import { cancelImport, exportFailedRows, listImports, previewImport, showImport, startImport, undoImport } from "./imports/operations.ts";
import { makeResetLink, makeVerifyLink } from "./links/operations.ts";
import { cropMedia } from "./media/crop.ts";
import { describeMedia } from "./media/describe.ts";
import { deleteMedia, listLibrary, renameMedium, setMediumDescription, showLibraryTotals } from "./media/library.ts";
import { findPeople } from "./mentions/find.ts";
import { leaveFailure, listNeeds } from "./needs/operations.ts";
import { listNotices, readNotices } from "./notifications/bell.ts";
import { showNotifications, testNotificationChat, updateNotifications } from "./notifications/operations.ts";
import { discardPost, duplicatePost } from "./posts/copies.ts";
import { publishPost } from "./posts/departure.ts";
import { editPost } from "./posts/edit.ts";
import { deletePosts, movePosts } from "./posts/moves.ts";
import { listPostPreferences, setPostPreferences } from "./posts/preferences.ts";
import { restorePosts } from "./posts/restore.ts";
import { showPost } from "./posts/whole.ts";
import { showOwnAccount, updateOwnAccount } from "./profile/account.ts";
import { changeOwnEmail, sendVerification } from "./profile/email.ts";
import { changeOwnPassword } from "./profile/password.ts";
import { updateProfile } from "./profile/person.ts";
import { disconnectProgram, listPrograms } from "./profile/programs.ts";
import { showSession } from "./profile/session.ts";
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from "./profile/sessions.ts";
import { exportResults, listResults, showFigures, showGoodHours } from "./published/results.ts";
import { listSentPosts } from "./published/sent-posts.ts";
import { clearSandboxFaults, listSandboxDuplicates, listSandboxFaults, setSandboxFault } from "./sandbox/operations.ts";
import { settleDelivery, tryDeliveryAgain } from "./settlements/operations.ts";
import { setPassword } from "./sign-in/operations.ts";
import type { Exchange, Session } from "./sign-in/sessions.ts";
import { showServiceState } from "./state/operations.ts";
import type { ReceivedFile } from "./storage/storage.ts";
import { updateAccount } from "./users/account.ts";
import { createUser, listUsers, updateUser } from "./users/operations.ts";
import type { BrandViewer, Entering } from "./viewer.ts";
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
} from "./webhooks/operations.ts";

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
