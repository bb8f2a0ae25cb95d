import { useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../i18n/index';
import { useSettings } from '../store/settings';
import { useAtlas } from './atlas';
import { CodeText } from './CodeText';
import { allPlaces, findPlaces } from './search';
import styles from './search.module.css';
import { closeSearch } from './search-open';

/** A dialog that finds documents, lessons and questions by their words. */
export default function Search() {
  const ui = useUi();
  const atlas = useAtlas();
  const language = useSettings((settings) => settings.language);
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const ready = atlas !== undefined;
  useEffect(() => {
    if (ready) dialog.current?.showModal();
  }, [ready]);
  const places = useMemo(() => (atlas ? allPlaces(ui, atlas, language) : []), [ui, atlas, language]);
  const found = useMemo(() => findPlaces(places, query), [places, query]);
  if (!atlas) return null;
  const go = (at: number) => {
    const place = found[at];
    if (!place) return;
    dialog.current?.close();
    location.hash = place.address;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the ground closes; Escape does so by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={ui.bar.search}
      onClose={closeSearch}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className={styles.inside}>
        <input
          role="combobox"
          aria-label={atlas.search.label}
          aria-controls="search-found"
          aria-expanded
          aria-activedescendant={found[chosen] ? `search-${chosen}` : undefined}
          placeholder={atlas.search.label}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
              event.preventDefault();
              setChosen((at) => Math.max(0, Math.min(found.length - 1, at + step)));
            } else if (event.key === 'Enter') {
              event.preventDefault();
              go(chosen);
            }
          }}
        />
        <p className="sr-only" role="status">
          {found.length === 0 ? '' : atlas.search.found(found.length)}
        </p>
        {found.length === 0 && <p className={styles.none}>{atlas.search.none}</p>}
        <div role="listbox" id="search-found" aria-label={atlas.search.label} className={styles.found}>
          {found.map(({ kind, title, address }, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box above holds the keys
            <div
              key={`${kind} ${title} ${address}`}
              role="option"
              id={`search-${i}`}
              aria-selected={i === chosen}
              onClick={() => go(i)}
            >
              <span>
                <CodeText text={title} />
              </span>
              <small>{atlas.search.kinds[kind]}</small>
            </div>
          ))}
        </div>
      </div>
    </dialog>
  );
}
