import type { ReactNode } from 'react';

type Props = { onEnter: () => void; className?: string | undefined; children: ReactNode };

/** Enter in one of its fields goes on as the button of the step does. That button stands elsewhere; a form submits by one of its own. */
export const EnterForm = ({ onEnter, className, children }: Props) => (
  <form
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      onEnter();
    }}
  >
    {children}
    <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
  </form>
);
