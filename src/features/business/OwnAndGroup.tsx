import type { NetworkNow } from '#contract/network.ts';
import { formatTenths } from '#src/ui/format.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './OwnAndGroup.module.css';

/** ЛО and ГО of the open period, and whether the month is active. */
export const OwnAndGroup = ({ now }: { now: NetworkNow }) => (
  <dl className={styles.volumes}>
    <div>
      <dt>
        ЛО <span className="small soft">личный объём</span>
      </dt>
      <dd>
        <b className="num">{formatTenths(now.own)}</b>
        {now.active ? <Tag icon="check">активны</Tag> : <Tag kind="seed">не активны</Tag>}
      </dd>
    </div>
    <div>
      <dt>
        ГО <span className="small soft">групповой</span>
      </dt>
      <dd>
        <b className="num">{formatTenths(now.group)}</b>
      </dd>
    </div>
  </dl>
);
