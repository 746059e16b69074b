import { getAccounts } from '#contract/accounts.ts';
import { getAddresses, normalizeAddress, removeAddress, saveAddress } from '#contract/addresses.ts';
import type { Call } from '#contract/call.ts';
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
import {
  deskCancelOrder,
  deskFetchOrders,
  deskGetOrder,
  deskMarkPaid,
  deskPreviewRefund,
  deskRefundOrder,
  deskReturnReviewed,
  deskSendLink,
  deskSettleRefund,
} from '#contract/desk-orders.ts';
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
  saveOrderComment,
} from '#contract/orders.ts';
import { changePaymentMethod, getPaymentLink, getPaymentMethods, getPaymentStatus } from '#contract/payments.ts';
import {
  becomeConsultant,
  confirmRegistration,
  register,
  registerNewcomer,
  resetPassword,
  sendLoginCode,
  sendPasswordCode,
  sendRegistrationCode,
} from '#contract/registration.ts';
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
  registerNewcomer,
  sendLoginCode,
  sendPasswordCode,
  resetPassword,
<<<<<<< HEAD
  becomeConsultant,
  getWholesaleApplication,
  applyForWholesale,
=======
  getConsents,
  withdrawConsent,
  giveConsent,
  getPaper,
>>>>>>> main
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
  cancelOrder,
  previewOrderChange,
  changeOrder,
  deskFetchOrders,
  deskGetOrder,
  deskMarkPaid,
  deskCancelOrder,
  deskPreviewRefund,
  deskRefundOrder,
  deskSendLink,
  deskReturnReviewed,
  deskSettleRefund,
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
  getAddresses,
  saveAddress,
  removeAddress,
  normalizeAddress,
];
