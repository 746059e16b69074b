import { useStore } from 'jotai';
import { useEffect, useState } from 'react';
import type { DeliveryPoint } from '#contract/delivery.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { askFrame, askPoints, type Place, type Points } from '#src/features/delivery/ask-points.ts';
import { PointsView } from '#src/features/delivery/PointsView.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';

type Props = {
  way: { type: DeliveryType; name: string };
  place: Place;
  chosen: string | null;
  onTake: (point: DeliveryPoint) => void;
  onClose: () => void;
};

/** A point of one way is chosen for an order. */
export function PointPicker({ way, place, chosen, onTake, onClose }: Props) {
  const { get, set } = useStore();
  const [points, setPoints] = useState<Points | null>(null);
  const [asking, setAsking] = useState(0);
  useEffect(() => {
    let isLeft = false;
    void askPoints(get, set, { type: way.type, place }).then((answer) => isLeft || setPoints(answer));
    return () => {
      isLeft = true;
    };
  }, [get, set, way.type, place, asking]);
  const retry = () => {
    setPoints(null);
    setAsking(asking + 1);
  };
  return (
    <Sheet open onClose={onClose} size="wide" title={`Пункты: ${way.name.replace(', пункт', '')}`}>
      <PointsView
        points={points}
        chosen={chosen}
        onTake={onTake}
        onRetry={retry}
        onFrame={(frame) => askFrame(get, { type: way.type, place, frame })}
      />
    </Sheet>
  );
}
