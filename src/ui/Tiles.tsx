import styles from './Tiles.module.css';

/** `said`: a few words below the number, where there is room for them. */
export type Tile = { name: string; value: string; said?: string | undefined };

/** A few numbers that a screen begins with: two in a row on the phone, all of them in one from 780 px on. */
export const Tiles = ({ label, tiles }: { label: string; tiles: readonly Tile[] }) => (
  <section className={`card ${styles.tiles}`} aria-label={label}>
    <dl>
      {tiles.map(({ name, value, said }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
          {said !== undefined && <dd className="small mute">{said}</dd>}
        </div>
      ))}
    </dl>
  </section>
);
