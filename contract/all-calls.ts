import { COUNTER_CALLS } from '#contract/counter.ts';
import { deskRenewCode } from '#contract/desk-codes.ts';
import { getAccounts } from '#contract/accounts.ts';
import { DEPOSIT_CALLS } from '#contract/deposits.ts';
import { getRetailIncome } from '#contract/retail.ts';
import { getStatement } from '#contract/statement.ts';
import { NETWORK_CALLS } from '#contract/network.ts';
import { REPORT_CALLS } from '#contract/report-files.ts';
import { TRANSFER_CALLS } from '#contract/transfers.ts';
import { setOrderProxy } from '#contract/order-proxy.ts';
import { getAddresses, normalizeAddress, removeAddress, saveAddress } from '#contract/addresses.ts';
import type { Call } from '#contract/call.ts';
import { getUnread } from '#contract/unread.ts';
import { acceptPrice, retailCart, wholesaleCart } from '#contract/cart.ts';
import { getConsents, giveConsent, withdrawConsent } from '#contract/consents.ts';
import { getPaper } from '#contract/papers.ts';
import { createPayment, spendAccount } from '#contract/checkout.ts';
import {
  applyForWholesale,
  callConsultant,
  getWholesaleApplication,
  searchConsultants,
} from '#contract/consultants.ts';
import {
  getEshopData,
  getManifest,
  getProductData,
  getShard,
  listProducts,
  confirmNotify,
  notifyProduct,
} from '#contract/catalogue.ts';
import { calculateDelivery, geocode, getDeliveryPoints, getMapTiles } from '#contract/delivery.ts';
import { exportBonusHistory, getBonusHistory } from '#contract/bonus-history.ts';
import { BONUS_CALLS } from '#contract/bonuses.ts';
import { fetchDeferred, offerShipment, sendDeferred } from '#contract/shipments.ts';
import { addReturnPhoto, askReturn, getReturnOptions, withdrawReturn } from '#contract/return-calls.ts';
import { DESK_CALLS } from '#contract/desk-calls.ts';
import {
  getCertificate,
  getCourse,
  getEducation,
  getEducationFile,
  getEducationPackages,
  getLesson,
  getQuiz,
  sendQuizResult,
  setWatched,
} from '#contract/education.ts';
import { addFavourite, removeFavourite } from '#contract/favourites.ts';
import {
  cancelOrder,
  changeOrder,
  fetchOrders,
  getOrder,
  getOrderByToken,
  previewOrderChange,
  keepOrder,
  saveOrderComment,
} from '#contract/orders.ts';
import {
  askDataExport,
  deleteAccount,
  getDataExport,
  getDataExportFile,
  getDeletion,
  restoreAccount,
  sendDeletionCode,
} from '#contract/personal-data.ts';
import { changePaymentMethod, getPaymentLink, getPaymentMethods, getPaymentStatus } from '#contract/payments.ts';
import { getPhoto } from '#contract/photos.ts';
import {
  askContact,
  changePassword,
  confirmContact,
  endOtherSessions,
  endSession,
  getProfile,
  getSessions,
  removePhoto,
  savePhoto,
  saveProfile,
} from '#contract/profile.ts';
import {
  becomeConsultant,
  confirmRegistration,
  register,
  resetPassword,
  sendLoginCode,
  sendPasswordCode,
  sendRegistrationCode,
} from '#contract/registration.ts';
import { getInvitation, inviteNewcomer } from '#contract/invitations.ts';
import {
  getNotifications,
  getPushState,
  readNotifications,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications.ts';
import { noteSearchMiss } from '#contract/search-misses.ts';
import { getPriceType, getUserData, login, logout, openGuest, setPriceView } from '#contract/session.ts';
import { getBootstrap, getInvite, getSponsor, getSponsorInfo, visitByLink } from '#contract/sponsor.ts';

/** Every call of the shop: read by OpenAPI and by the test that each one is mounted. */
export const ALL_CALLS: readonly Call[] = [
  getPaymentMethods,
  getPaymentLink,
  changePaymentMethod,
  getPaymentStatus,
  getUserData,
  openGuest,
  login,
  logout,
  register,
  sendRegistrationCode,
  confirmRegistration,
  inviteNewcomer,
  getInvitation,
  sendLoginCode,
  sendPasswordCode,
  resetPassword,
  becomeConsultant,
  getWholesaleApplication,
  applyForWholesale,
  getProfile,
  saveProfile,
  askContact,
  confirmContact,
  changePassword,
  getSessions,
  endSession,
  endOtherSessions,
  savePhoto,
  removePhoto,
  getPhoto,
  getConsents,
  withdrawConsent,
  giveConsent,
  getPaper,
  getDataExport,
  askDataExport,
  getDataExportFile,
  getDeletion,
  sendDeletionCode,
  deleteAccount,
  restoreAccount,
  getPriceType,
  setPriceView,
  getBootstrap,
  getSponsor,
  getSponsorInfo,
  visitByLink,
  getInvite,
  searchConsultants,
  callConsultant,
  getManifest,
  getShard,
  listProducts,
  getProductData,
  getEshopData,
  confirmNotify,
  noteSearchMiss,
  getNotifications,
  getUnread,
  readNotifications,
  getPushState,
  subscribePush,
  unsubscribePush,
  notifyProduct,
  addFavourite,
  removeFavourite,
  ...Object.values(retailCart),
  acceptPrice,
  ...Object.values(wholesaleCart),
  spendAccount,
  createPayment,
  fetchOrders,
  getOrder,
  getOrderByToken,
  saveOrderComment,
  keepOrder,
  cancelOrder,
  previewOrderChange,
  changeOrder,
  fetchDeferred,
  offerShipment,
  sendDeferred,
  ...DESK_CALLS,
  getReturnOptions,
  addReturnPhoto,
  askReturn,
  withdrawReturn,
  calculateDelivery,
  getDeliveryPoints,
  getMapTiles,
  geocode,
  getEducation,
  getCourse,
  getLesson,
  getQuiz,
  sendQuizResult,
  setWatched,
  getEducationPackages,
  getEducationFile,
  getCertificate,
  getAccounts,
  getBonusHistory,
  exportBonusHistory,
  getStatement,
  getRetailIncome,
  ...NETWORK_CALLS,
  ...REPORT_CALLS,
  ...TRANSFER_CALLS,
  ...DEPOSIT_CALLS,
  ...BONUS_CALLS,
  getAddresses,
  saveAddress,
  removeAddress,
  normalizeAddress,
  ...COUNTER_CALLS,
  deskRenewCode,
  setOrderProxy,
];
