import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { languages, loadUi, type Ui, UiProvider } from '../i18n/index';
import { useSettings } from '../store/settings';
import type { Route } from './address';
import { installConsole } from './console';
import { useSearchKey } from './keys';
import { useRoute } from './route';
import { useSearchOpen } from './search-open';

const Home = lazy(() => import('./home/Home'));
const Documents = lazy(() => import('./pages/Documents'));
const Questions = lazy(() => import('./pages/Questions'));
const LessonPage = lazy(() => import('./lesson/LessonPage'));
const Playground = lazy(() => import('./Playground'));
const Fidelity = lazy(() => import('./pages/Fidelity'));
const Unknown = lazy(() => import('./pages/Unknown'));
const Search = lazy(() => import('./Search'));

installConsole();

function pageOf(route: Route): ReactNode {
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'documents':
      return <Documents />;
    case 'questions':
      return <Questions />;
    case 'lesson':
      return <LessonPage document={route.document} slug={route.slug} step={route.step} />;
    case 'playground':
      return <Playground />;
    case 'fidelity':
      return <Fidelity />;
    default:
      return <Unknown address={location.hash} />;
  }
}

/** Language and theme, and the page that the address asks for. */
export function Root() {
  const { language, theme, projector, calm } = useSettings();
  const [ui, setUi] = useState<Ui>();
  const route = useRoute();
  const searching = useSearchOpen();
  useSearchKey();

  useEffect(() => {
    let wanted = true;
    void loadUi(language).then((loaded) => {
      if (!wanted) return;
      setUi(loaded);
      document.documentElement.lang = languages[language].tag;
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    // A projector washes dark pages out.
    dataset.theme = projector ? 'light' : theme;
    dataset.projector = String(projector);
    dataset.motion = calm ? 'calm' : 'system';
  }, [theme, projector, calm]);

  if (!ui) return null;
  return (
    <UiProvider ui={ui}>
      <Suspense fallback={null}>{pageOf(route)}</Suspense>
      {searching && (
        <Suspense fallback={null}>
          <Search />
        </Suspense>
      )}
    </UiProvider>
  );
}
