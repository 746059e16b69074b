import { useAtom, useAtomValue } from 'jotai';
import { type Appearance, appearanceAtom, isAppearanceKeptAtom } from '#src/features/content/appearance.atoms.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Switch } from '#src/ui/Switch.tsx';
import styles from './AppearanceForm.module.css';

const THEMES = { auto: 'Как в системе', light: 'Светлая', dark: 'Тёмная' } as const satisfies Record<
  Appearance['theme'],
  string
>;
const SIZES = { normal: 'Обычный', large: 'Крупнее', huge: 'Самый крупный' } as const satisfies Record<
  Appearance['text'],
  string
>;

/** Every choice acts at once: there is nothing to save. */
export function AppearanceForm() {
  const [appearance, change] = useAtom(appearanceAtom);
  const isKept = useAtomValue(isAppearanceKeptAtom);
  return (
    <div className={styles.form}>
      <Choice
        legend="Тема"
        name="theme"
        options={THEMES}
        value={appearance.theme}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        legend="Размер текста"
        name="text"
        options={SIZES}
        value={appearance.text}
        onChange={(text) => change({ text })}
      />
      <fieldset className={styles.group}>
        <legend className="h3">Движение</legend>
        <Switch
          checked={appearance.motion === 'less'}
          onChange={(isLess) => change({ motion: isLess ? 'less' : 'auto' })}
          aria-describedby="motion-hint"
        >
          Меньше движения
        </Switch>
        <p id="motion-hint" className="small soft">
          Окна и страницы меняются сразу, без переходов. Настройка системы действует и так.
        </p>
      </fieldset>
      <div className={`card ${styles.sample}`} aria-hidden="true">
        <p className="small mute">Так будет выглядеть</p>
        <p className="h2">
          1{'\u00a0'}290{'\u00a0'}₽
        </p>
        <p>Сыворотка с витамином{'\u00a0'}C «Заря»</p>
      </div>
      {!isKept && (
        <Note kind="seed" icon="alert">
          Браузер не разрешил запомнить выбор: он действует, пока открыта страница.
        </Note>
      )}
    </div>
  );
}

type ChoiceProps<K extends string> = {
  legend: string;
  name: string;
  options: Record<K, string>;
  value: K;
  onChange: (value: K) => void;
};
function Choice<K extends string>({ legend, name, options, value, onChange }: ChoiceProps<K>) {
  return (
    <fieldset className={styles.group}>
      <legend className="h3">{legend}</legend>
      {(Object.entries(options) as [K, string][]).map(([key, text]) => (
        <Checkbox key={key} type="radio" name={name} checked={value === key} onChange={() => onChange(key)}>
          {text}
        </Checkbox>
      ))}
    </fieldset>
  );
}
