import { NewcomerPage } from '#src/features/newcomers/NewcomerPage.tsx';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { InviteButton } from '#src/features/sponsor/InviteButton.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

/** With the maker of QR codes: when there is a link to show. */
const LinkToShare = lazyPart(() => import('#src/features/sponsor/LinkToShare.tsx'), 'LinkToShare');

/** /user/register: a consultant invites a newcomer. */
export const Newcomer = () => (
  <CabinetFrame>
    <NewcomerPage
      link={(url) => (
        <LinkToShare url={url} alt="QR-код ссылки для новичка" title="Пусть наведёт камеру">
          На своём телефоне новичок откроет анкету со своим именем и телефоном.
        </LinkToShare>
      )}
      beside={<InviteButton label="Новичок рядом: показать код" wide />}
    />
  </CabinetFrame>
);
