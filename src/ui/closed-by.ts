/**
 * For a control that a person may not use: it can still be reached and says why, where `disabled` would only be dead. Its
 * handler goes on hearing taps and answers them in words.
 */
export const closedBy = (reason: string | undefined): { 'aria-disabled'?: true; 'aria-description'?: string } =>
  reason ? { 'aria-disabled': true, 'aria-description': reason } : {};
