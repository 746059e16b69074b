import { useParams } from 'wouter';
import { AccountPage } from '#src/features/accounts/AccountPage.tsx';
import { BonusMonthPage } from '#src/features/accounts/BonusMonthPage.tsx';
import { DepositPage } from '#src/features/accounts/deposit/DepositPage.tsx';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';

/** /user/account */
export const Account = () => (
  <CabinetFrame>
    <AccountPage />
  </CabinetFrame>
);

/** /user/deposit */
export const Deposit = () => (
  <CabinetFrame>
    <DepositPage />
  </CabinetFrame>
);

/** /user/account/:period */
export function AccountMonth() {
  const { period } = useParams<{ period: string }>();
  return (
    <CabinetFrame>
      <BonusMonthPage key={period} period={Number(period)} />
    </CabinetFrame>
  );
}
