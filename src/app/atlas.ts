import { useEffect, useState } from 'react';
import type { Atlas } from '../../content/languages/en/atlas';
import { type Language, useSettings } from '../store/settings';

const files: Readonly<Record<Language, () => Promise<{ readonly atlas: Atlas }>>> = {
  en: () => import('../../content/languages/en/atlas'),
  zh: () => import('../../content/languages/zh/atlas'),
};
const loaded = new Map<Language, Atlas>();

/** The words of map, documents and questions. Those of the language before stay until the others have come. */
export function useAtlas(): Atlas | undefined {
  const language = useSettings((settings) => settings.language);
  const [atlas, setAtlas] = useState(loaded.get(language));
  useEffect(() => {
    let wanted = true;
    void files[language]().then((file) => {
      loaded.set(language, file.atlas);
      if (wanted) setAtlas(file.atlas);
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  return loaded.get(language) ?? atlas;
}
