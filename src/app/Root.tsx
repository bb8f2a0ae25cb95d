import { useEffect, useState } from 'react';
import { languages, loadUi, type Ui, UiProvider } from '../i18n/index';
import { useSettings } from '../store/settings';
import { useBeginning } from './beginning';
import { Playground } from './Playground';

/** Language and theme, and the page inside. */
export function Root() {
  const { language, theme } = useSettings();
  const [ui, setUi] = useState<Ui>();
  useBeginning();

  useEffect(() => {
    let wanted = true;
    void loadUi(language).then((loaded) => {
      if (!wanted) return;
      setUi(loaded);
      document.documentElement.lang = languages[language].tag;
      document.title = loaded.product;
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  if (!ui) return null;
  return (
    <UiProvider ui={ui}>
      <Playground />
    </UiProvider>
  );
}
