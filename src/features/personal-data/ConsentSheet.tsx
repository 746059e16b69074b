import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'wouter';
import { type Consent, GIVEABLE, WITHDRAWABLE } from '#contract/consents.ts';
import { giveConsentAtom, withdrawConsentAtom } from '#src/features/personal-data/consents.atoms.ts';
import { paperLink, timeOf, versionOf } from '#src/features/personal-data/days.rules.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { formFailure } from '#src/platform/api/form-outcome.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { FormTick, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import styles from './PersonalData.module.css';

type Props = { consent: Consent; onClose: () => void };
const OFFLINE = 'Нужен интернет: согласие записывает магазин.';

/** What stops, before it stops; or what it is given for, with the text to read and a box of its own to tick. */
export const ConsentSheet = ({ consent, onClose }: Props) =>
  consent.action === 'withdraw' ? (
    <Withdraw consent={consent} onClose={onClose} />
  ) : (
    <Give consent={consent} onClose={onClose} />
  );

function Withdraw({ consent, onClose }: Props) {
  const withdraw = useSetAtom(withdrawConsentAtom);
  const toast = useSetAtom(showToastAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const form = useForm({
    initial: {},
    judge: () => null,
    send: async () => {
      const purpose = WITHDRAWABLE.find((one) => one === consent.purpose);
      try {
        if (purpose) await withdraw(purpose);
        toast({ text: `Согласие «${consent.title}» отозвано` });
        onClose();
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  return (
    <Sheet open title={`Отозвать согласие «${consent.title}»?`} onClose={onClose}>
      <Form form={form} name="withdraw">
        <div className={styles.facts}>
          {consent.at !== null && <Lead name="Дано" value={timeOf(consent.at)} wraps />}
          <Lead name="Документ" value={`редакция от ${versionOf(consent.paper.version)}`} wraps />
        </div>
        {consent.stops.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <SubmitButton busy="Отзываем…" reason={isOnline ? null : OFFLINE}>
          Отозвать
        </SubmitButton>
        <Button kind="line" wide onClick={onClose}>
          Оставить
        </Button>
      </Form>
    </Sheet>
  );
}

function Give({ consent, onClose }: Props) {
  const give = useSetAtom(giveConsentAtom);
  const toast = useSetAtom(showToastAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const form = useForm({
    initial: { agreed: false },
    judge: ({ agreed }) => (agreed ? null : { agreed: ['Отметьте, что согласны, или закройте окно'] }),
    send: async () => {
      const purpose = GIVEABLE.find((one) => one === consent.purpose);
      try {
        if (purpose) await give({ purpose, version: consent.paper.version });
        toast({ text: `Согласие «${consent.title}» дано` });
        onClose();
        return { kind: 'done' };
      } catch (error) {
        return formFailure(failureOf(error));
      }
    },
  });
  return (
    <Sheet open title={consent.title} onClose={onClose}>
      <Form form={form} name="give">
        <p>{consent.allows}</p>
        <FormTick name="agreed" label={consent.title}>
          Даю{' '}
          <Link href={paperLink(consent.paper)} className="link" target="_blank">
            согласие, редакция от {versionOf(consent.paper.version)}
          </Link>
        </FormTick>
        <SubmitButton busy="Записываем…" reason={isOnline ? null : OFFLINE}>
          Дать согласие
        </SubmitButton>
        <Button kind="line" wide onClick={onClose}>
          Не сейчас
        </Button>
      </Form>
    </Sheet>
  );
}
