import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { cartBarAtom, cartKindAtom } from '#src/features/cart/cart.atoms.ts';
import { drainCartAtom } from '#src/features/cart/drain.atoms.ts';
import { Button } from '#src/ui/Button.tsx';

/** Wholesale orders come with their own minimum and invoice. */
const WHOLESALE_WHY = 'Оформление оптовых заказов откроется позже';

/** «Оформить заказ»: what is still on the phone goes to the shop first, then the checkout opens (docs/product/offline.md#what-is-queued). */
export function OrderButton({ id, wide }: { id: string; wide?: boolean }) {
  const drain = useSetAtom(drainCartAtom);
  const [, go] = useLocation();
  const bar = useAtomValue(cartBarAtom);
  const isWholesale = useAtomValue(cartKindAtom) === 'wholesale';
  const [state, setState] = useState<{ isBusy: boolean; why: string | null }>({ isBusy: false, why: null });
  const closed = bar ? `${bar}: оформить заказ нельзя` : isWholesale ? WHOLESALE_WHY : null;
  const why = closed ?? state.why;
  const order = async () => {
    if (closed || state.isBusy) return;
    setState({ isBusy: true, why: null });
    const waits = await drain();
    setState({ isBusy: false, why: waits });
    if (waits === null) go('/checkout');
  };
  return (
    <>
      <Button
        kind="leaf"
        size="lg"
        wide={wide}
        aria-disabled={closed !== null || state.isBusy || undefined}
        aria-describedby={why ? id : undefined}
        onClick={() => void order()}
      >
        {state.isBusy ? 'Отправляем корзину…' : 'Оформить заказ'}
      </Button>
      <p id={id} role="alert" className="small soft" hidden={!why}>
        {why}
      </p>
    </>
  );
}
