import { BookOpen } from 'lucide-react';
import { useUi } from '../i18n/index';
import choiceStyles from './choices.module.css';
import { Popover } from './Popover';
import { type SampleName, sampleNames } from './samples';

/** Manifests to begin with: what each is, and what there is to see once it is applied. */
export function SampleMenu({ onChoose }: { readonly onChoose: (name: SampleName) => void }) {
  const ui = useUi();
  return (
    <Popover label={ui.editor.samples} icon={<BookOpen size={15} aria-hidden />} look="plain">
      {(close) => (
        <ul className={choiceStyles.list}>
          {sampleNames.map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onChoose(name);
                }}
              >
                <span>
                  {ui.samples[name]}
                  <small>{ui.sampleHints[name]}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
