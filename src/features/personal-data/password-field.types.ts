import type { ComponentType } from 'react';

/** The shop's field of a password, which belongs to another feature. */
export type PasswordField = ComponentType<{
  name: string;
  value: string;
  autoComplete: string;
  maxLength: number;
  onChange: (event: { target: { value: string } }) => void;
}>;
