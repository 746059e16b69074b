import styles from './Structure.module.css';

/** Active people are told from others by shape and word, not by colour alone. */
export const Mark = ({ active }: { active: boolean }) => (
  <span className={`${styles.act} ${active ? styles.on : ''}`} title={active ? 'активен' : 'не активен'}>
    <span className="sr">{active ? 'активен ' : 'не активен '}</span>
  </span>
);
