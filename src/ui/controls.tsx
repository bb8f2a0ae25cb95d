import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './controls.module.css';

type Look = 'plain' | 'solid' | 'ghost';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  /** Only an icon is seen; `aria-label` says what it does. */
  readonly iconOnly?: boolean;
}

export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

export function Button({ look = 'plain', iconOnly, className, type = 'button', title, ...rest }: ButtonProps) {
  const name = classes(styles.button, look !== 'plain' && styles[look], iconOnly && styles.icon, className);
  return <button type={type} className={name} title={title ?? (iconOnly ? rest['aria-label'] : undefined)} {...rest} />;
}

interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

interface SegmentedProps<T extends string> {
  /** Says what is chosen; read out, not seen. */
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
}

/** A few choices side by side, one of them taken: radio buttons in the look of tabs. */
export function Segmented<T extends string>({ legend, name, choices, value, onChange, className }: SegmentedProps<T>) {
  return (
    <div role="radiogroup" aria-label={legend} className={classes(styles.segmented, className)}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
  readonly title?: string;
}

export function Select<T extends string>({ label, choices, value, onChange, className, title }: SelectProps<T>) {
  return (
    <select
      aria-label={label}
      title={title}
      className={classes(styles.select, className)}
      value={value}
      onChange={(event) => onChange(event.target.value as T)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
