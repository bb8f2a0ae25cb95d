import { ChevronLeft, Languages, Menu, Moon, Search, Sun } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { languages, useUi } from '../i18n/index';
import { changeSettings, useSettings } from '../store/settings';
import { Button } from '../ui/controls';
import { Logo } from '../ui/logo';
import styles from './bar.module.css';
import { Popover } from './Popover';
import { SettingsMenu } from './SettingsMenu';
import { openSearch } from './search-open';

export type Section = 'home' | 'documents' | 'questions' | 'playground';

const sections: readonly (readonly [Section, string])[] = [
  ['home', '#/'],
  ['documents', '#/documents'],
  ['questions', '#/questions'],
  ['playground', '#/playground'],
];

/** One step of the way from a document to where the learner is. */
export interface Crumb {
  readonly text: string;
  readonly href?: string;
}

interface BarProps {
  readonly current: Section | undefined;
  /** In a lesson, the way to it in place of the sections. */
  readonly crumbs?: readonly Crumb[];
  /** What a page adds: on the left facts, on the right what can be done. */
  readonly facts?: ReactNode;
  readonly children?: ReactNode;
  /** What stands in the menu where the line has no room for it. */
  readonly menu?: ReactNode;
}

/** The line above every page. */
export const Bar = memo(function Bar({ current, crumbs, facts, children, menu }: BarProps) {
  const ui = useUi();
  const { language, theme, projector } = useSettings();
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <header className={styles.bar} data-crumbs={crumbs !== undefined}>
      <a className={styles.brand} href="#/" aria-label={ui.product}>
        <Logo />
        <span className={styles.product}>{ui.product}</span>
      </a>
      {crumbs ? <Crumbs crumbs={crumbs} /> : <Sections current={current} className={styles.sections ?? ''} />}
      {facts}
      <span className={styles.space} />
      {children}
      <Button look="ghost" onClick={openSearch} aria-label={ui.bar.search} aria-keyshortcuts="/">
        <Search size={16} aria-hidden />
        <span className={styles.text}>{ui.bar.search}</span>
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      </Button>
      <Button
        className={styles.wide}
        look="ghost"
        lang={languages[other].tag}
        onClick={() => changeSettings({ language: other })}
      >
        <Languages size={16} aria-hidden />
        {ui.bar.otherLanguage}
      </Button>
      {!projector && (
        <Button
          className={styles.wide}
          look="ghost"
          iconOnly
          aria-label={theme === 'dark' ? ui.bar.toLight : ui.bar.toDark}
          onClick={() => changeSettings({ theme: theme === 'dark' ? 'light' : 'dark' })}
        >
          {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
        </Button>
      )}
      <span className={styles.wide}>
        <SettingsMenu />
      </span>
      <span className={styles.narrow}>
        <Popover label={ui.bar.menu} icon={<Menu size={18} aria-hidden />}>
          {(close) => (
            <>
              {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link inside closes the menu */}
              <div onClick={close}>
                <Sections current={current} className={styles.column ?? ''} />
              </div>
              {menu}
              <SettingsMenu.Choices />
            </>
          )}
        </Popover>
      </span>
    </header>
  );
});

function Sections({ current, className }: { readonly current: Section | undefined; readonly className: string }) {
  const ui = useUi();
  return (
    <nav className={className} aria-label={ui.bar.sections}>
      {sections.map(([section, href]) => (
        <a key={section} href={href} aria-current={section === current ? 'page' : undefined}>
          {ui.bar[section]}
        </a>
      ))}
    </nav>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const ui = useUi();
  const back = [...crumbs].reverse().find(({ href }) => href !== undefined);
  return (
    <nav className={styles.crumbs} aria-label={ui.bar.sections}>
      {back && (
        <a className={styles.back} href={back.href} aria-label={back.text}>
          <ChevronLeft size={20} aria-hidden />
        </a>
      )}
      <ol>
        {crumbs.map(({ text, href }) => (
          <li key={text}>{href === undefined ? <b aria-current="page">{text}</b> : <a href={href}>{text}</a>}</li>
        ))}
      </ol>
    </nav>
  );
}
