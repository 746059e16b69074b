import { checkLedgerNightly, expireGrants } from '#server/features/accounts/accounts.jobs.ts';
import { grantHelloBonus, tellHello } from '#server/features/hello-bonus/hello.jobs.ts';
import { postRetail } from '#server/features/retail-income/retail.jobs.ts';
import { takeBack } from '#server/features/retail-income/retail-back.jobs.ts';
import { findBurning, tellBurning } from '#server/features/burning/burning.jobs.ts';
import {
  carryOutRefund,
  confirmPayment,
  finishDeposit,
  finishMethodChange,
  finishPaymentLink,
  recheckPayments,
  recheckRefunds,
  settlePaid,
} from '#server/features/acquiring/acquiring.jobs.ts';
import { watchDeferred } from '#server/features/deferred/deferred.jobs.ts';
import { watchStorage } from '#server/features/counter/counter.jobs.ts';
import { tellConsultant } from '#server/features/consultants/consultants.jobs.ts';
import { forgetCodes, sendCode } from '#server/features/codes/codes.jobs.ts';
import { endReadonly, tellContact, tellWholesale } from '#server/features/desk-users/desk-users.jobs.ts';
import { dropQuotes, refreshCarrier, refreshPoints } from '#server/features/delivery/delivery.jobs.ts';
import { publishStock, rankProducts, refreshCatalogue } from '#server/features/catalogue/catalogue.jobs.ts';
import { expireOrders } from '#server/features/order-changes/order-changes.jobs.ts';
import { closeGuestLinks, writeOrderLetter, writeOrderNews } from '#server/features/orders/orders.jobs.ts';
import { forgetNotifications, sendPush } from '#server/features/notifications/notifications.jobs.ts';
import { answerWaiting, askToConfirm, forgetSilent, writeBackInStock } from '#server/features/notify/notify.jobs.ts';
import {
  checkClosedNightly,
  checkTreeNightly,
  closePeriods,
  correctClosed,
  postBonuses,
} from '#server/features/plan/plan.jobs.ts';
import { tellAgreement } from '#server/features/plan/agreements/agreements.jobs.ts';
import { tellAnswer } from '#server/features/plan/disputes/disputes.jobs.ts';
import { eraseDue, tellCancelled, tellLeaving, tellShop } from '#server/features/personal-data/deletion.jobs.ts';
import { finishRegistration } from '#server/features/desk-orders/desk-orders.jobs.ts';
import { askShipment, watchShipments } from '#server/features/shipping/shipping.jobs.ts';
import { makeExport, tellExport, tidyExports } from '#server/features/personal-data/export.jobs.ts';
import { sendInvitation } from '#server/features/registration/invite.jobs.ts';
import { forgetAbandoned } from '#server/features/registration/registration.jobs.ts';
import { tellOwner } from '#server/features/session/security.jobs.ts';
import { runImport } from '#server/features/import/desk-import.jobs.ts';
import { forgetDrafts } from '#server/features/order-drafts/drafts.jobs.ts';
import { forgetMisses } from '#server/features/search-misses/search-misses.jobs.ts';
import { forgetVisits } from '#server/features/sponsor/sponsor.jobs.ts';
import { expireTransfers } from '#server/features/transfers/expire-transfers.jobs.ts';
import { tellTransfer } from '#server/features/transfers/transfers.jobs.ts';
import { dropLoosePhotos } from '#server/features/returning/returning.jobs.ts';
import { tidyUp } from '#server/platform/upkeep.jobs.ts';
import { listJob, type ListedJob } from '#server/jobs/listed-job.ts';

/** Every job of the shop. A job that is not listed is sent and never run, so a test compares the two. */
export const JOBS: readonly ListedJob[] = [
  listJob(confirmPayment),
  listJob(recheckPayments),
  listJob(recheckRefunds),
  listJob(carryOutRefund),
  listJob(settlePaid),
  listJob(watchStorage),
  listJob(watchDeferred),
  listJob(watchShipments),
  listJob(askShipment),
  listJob(finishRegistration),
  listJob(finishPaymentLink),
  listJob(finishMethodChange),
  listJob(finishDeposit),
  listJob(tidyUp),
  listJob(forgetMisses),
  listJob(forgetDrafts),
  listJob(runImport),
  listJob(expireGrants),
  listJob(findBurning),
  listJob(postRetail),
  listJob(takeBack),
  listJob(grantHelloBonus),
  listJob(tellHello),
  listJob(tellBurning),
  listJob(checkLedgerNightly),
  listJob(checkTreeNightly),
  listJob(closePeriods),
  listJob(checkClosedNightly),
  listJob(postBonuses),
  listJob(correctClosed),
  listJob(tellAgreement),
  listJob(tellAnswer),
  listJob(refreshPoints),
  listJob(refreshCarrier),
  listJob(dropQuotes),
  listJob(refreshCatalogue),
  listJob(publishStock),
  listJob(rankProducts),
  listJob(answerWaiting),
  listJob(writeBackInStock),
  listJob(writeOrderLetter),
  listJob(closeGuestLinks),
  listJob(writeOrderNews),
  listJob(expireOrders),
  listJob(expireTransfers),
  listJob(tellTransfer),
  listJob(askToConfirm),
  listJob(forgetSilent),
  listJob(sendPush),
  listJob(forgetNotifications),
  listJob(sendCode),
  listJob(forgetCodes),
  listJob(makeExport),
  listJob(tellExport),
  listJob(tidyExports),
  listJob(tellLeaving),
  listJob(tellCancelled),
  listJob(tellShop),
  listJob(eraseDue),
  listJob(tellContact),
  listJob(tellWholesale),
  listJob(endReadonly),
  listJob(tellConsultant),
  listJob(forgetVisits),
  listJob(forgetAbandoned),
  listJob(sendInvitation),
  listJob(tellOwner),
  listJob(dropLoosePhotos),
];
