import { useAtom } from 'jotai';
import { isClientViewAtom } from '#src/features/session/session.atoms.ts';
import { Switch } from '#src/ui/Switch.tsx';

/** For those who have prices of their own: hides them before the phone is turned to a client. */
export function ClientViewSwitch({ className }: { className?: string | undefined }) {
  const [isOn, setOn] = useAtom(isClientViewAtom);
  return (
    <Switch checked={isOn} onChange={(next) => void setOn(next)} {...(className ? { className } : {})}>
      Цены для клиента
    </Switch>
  );
}
