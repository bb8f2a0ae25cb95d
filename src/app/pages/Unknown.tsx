import { useAtlas } from '../atlas';
import { Bar } from '../Bar';
import { Page } from '../Page';
import styles from '../page.module.css';

/** An address that leads nowhere, and the ways on. */
export default function Unknown({ address }: { readonly address: string }) {
  const atlas = useAtlas();
  if (!atlas) return null;
  const { unknownPage: words } = atlas;
  return (
    <Page bar={<Bar current={undefined} />} title={words.title}>
      <p className={styles.lead} style={{ overflowWrap: 'anywhere' }}>
        {words.why(address.slice(0, 200))}
      </p>
      <p className={styles.links}>
        <a href="#/">{words.home}</a>
        <a href="#/documents">{words.documents}</a>
        <a href="#/playground">{words.playground}</a>
      </p>
    </Page>
  );
}
