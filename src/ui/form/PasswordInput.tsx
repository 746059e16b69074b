import { type ComponentProps, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { TextInput } from '../TextInput.tsx';
import styles from './PasswordInput.module.css';

/** A password that may be looked at; the toggle is named without the word of the field, so that labels stay unique. */
export function PasswordInput({ disabled, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.box}>
      <TextInput
        {...rest}
        disabled={disabled}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <IconButton
        icon="eye"
        label="Показать символы"
        pressed={isShown}
        className={styles.toggle}
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}
